"""Compiled: sums of outcomes over the cells of every block, and of their products."""

from __future__ import annotations

import numpy as np

from squirrelstats._jit import compiled, inline, trailing_zeros

#: Sums of a class of cells over all blocks: blocks that have any; cells, shares, scores; products
#: of the sums of a block.
BLOCKS, CELLS, SHARES, SCORES, CC, CY, YY, CZ, ZZ = range(9)
SUMS = 9
#: The same for two classes of a block: cells by cells, cells by shares, shares by cells, shares by
#: shares, cells by scores, scores by cells, scores by scores.
CROSSES = 7
U = np.uint64
NONE, FIRST = U(0), U(1)


@inline
def add_products(mine, g, c, sums):
    """Add what one class of a block has, which is 0 afterwards."""
    cells, y, z = mine[g, c, U(0)], mine[g, c, U(1)], mine[g, c, U(2)]
    sums[g, c, U(BLOCKS)] += np.int64(1)
    sums[g, c, U(CELLS)] += cells
    sums[g, c, U(SHARES)] += y
    sums[g, c, U(SCORES)] += z
    sums[g, c, U(CC)] += cells * cells
    sums[g, c, U(CY)] += cells * y
    sums[g, c, U(YY)] += y * y
    sums[g, c, U(CZ)] += cells * z
    sums[g, c, U(ZZ)] += z * z
    mine[g, c, U(0)] = 0
    mine[g, c, U(1)] = 0
    mine[g, c, U(2)] = 0


@inline
def add_crosses(mine, g, a, b, crosses):
    """Add the products of two classes of a block."""
    cells, y, z = mine[g, a, U(0)], mine[g, a, U(1)], mine[g, a, U(2)]
    others, v, w = mine[g, b, U(0)], mine[g, b, U(1)], mine[g, b, U(2)]
    crosses[g, U(0)] += cells * others
    crosses[g, U(1)] += cells * v
    crosses[g, U(2)] += y * others
    crosses[g, U(3)] += y * v
    crosses[g, U(4)] += cells * w
    crosses[g, U(5)] += z * others
    crosses[g, U(6)] += z * w


@compiled
def tally_cells(ends, codes, member, group, share, score, pair, sums, crosses):
    """Add the cells of all blocks up by group and class.

    Parameters
    ----------
    ends : int64 (blocks,)
        Cells up to the end of each block.
    codes : int8 or int16 (cells,)
        What each cell is.
    member : uint64 (codes,)
        Mask of the classes that cells of a code belong to.
    group : int8 (cells,)
        −1 for cells that do not count.
    share, score : int16 (cells,)
    pair : int64 (2,)
        Two classes whose products are wanted; twice the same for none.
    sums : int64 (groups, classes, SUMS)
    crosses : int64 (groups, CROSSES)
    """
    groups = sums.shape[0]
    mine = np.zeros((groups, sums.shape[1], 3), np.int64)
    touched = np.zeros(groups, np.uint64)
    first, second = U(pair[0]), U(pair[1])
    both = (FIRST << first) | (FIRST << second)
    cell = U(0)
    for block in range(U(len(ends))):
        end = U(ends[U(block)])
        while cell < end:
            if group[cell] >= 0:
                g = U(group[cell])
                classes = member[U(codes[cell])]
                touched[g] |= classes
                while classes != NONE:
                    c = trailing_zeros(classes)
                    classes &= classes - FIRST
                    mine[g, c, U(0)] += np.int64(1)
                    mine[g, c, U(1)] += share[cell]
                    mine[g, c, U(2)] += score[cell]
            cell += U(1)
        for i in range(U(groups)):
            g = U(i)
            if first != second and touched[g] & both == both:
                add_crosses(mine, g, first, second, crosses)
            while touched[g] != NONE:
                c = trailing_zeros(touched[g])
                touched[g] &= touched[g] - FIRST
                add_products(mine, g, c, sums)
