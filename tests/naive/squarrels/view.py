"""What a seat may see, as a dictionary and as the bytes of ``layout.VIEW``."""

from collections import Counter

from squirrelstats.games.squarrels import layout as sq
from tests.naive.packing import view_packer

HELD = range(sq.HAND_KINDS)
EMPTY_ROW = [0] * 8


def row_of(cards):
    """Eight numbers: copies by kind 0-6, then their sum."""
    return [cards.count(kind) for kind in HELD] + [len(cards)] if cards else EMPTY_ROW


def view_of(table, seat, phase):
    """What a seat may see; seats in it are relative."""
    rules = table.rules
    order = table.clockwise(seat)
    absent = 8 - table.seats
    absent_rows = [EMPTY_ROW] * (sq.MAX_SEATS - table.seats)

    def known_row(s):
        row = table.known[seat][s]
        return row_of(table.hands[s]) if s == seat else [*row, sum(row)]

    elsewhere = Counter(table.deck + [kind for s in order[1:] for kind in table.hands[s]])
    if rules.hoard_visibility == "face_up":
        hoard = row_of(table.hoard)
    else:
        own = table.own_in_hoard[seat]
        hoard = [*row_of(own)[: sq.TOTAL], len(table.hoard)]
        elsewhere.update(table.hoard)
        elsewhere.subtract(own)

    return {
        "phase": phase,
        "seat": seat,
        "seats": table.seats,
        "drawer": order.index(table.drawer),
        "mini_turn": table.mini,
        "deck_left": len(table.deck),
        "subround": table.subround,
        "stop_level": rules.stop_level,
        "set_size": rules.set_size,
        "winter_safe": max(0, table.winter_from - table.cards_drawn),
        "round_in_match": table.round_in_match,
        "turn": table.record.turns,
        "hand": row_of(table.hands[seat]),
        "hoard": hoard,
        "table": row_of([card for cards in table.lying for card in cards]),
        "unseen": [elsewhere[kind] for kind in range(16)],
        "hand_sizes": [len(table.hands[s]) for s in order] + [0] * absent,
        "contesting": [int(s in table.contesting) for s in order] + [0] * absent,
        "points": [table.points[s] for s in order] + [0] * absent,
        "totals": [table.totals[s] for s in order] + [0] * absent,
        "stored": [list(table.stored[s]) for s in order] + absent_rows,
        "known": [known_row(s) for s in order] + absent_rows,
        "played": [row_of(table.lying[s]) for s in order] + absent_rows,
    }


pack_view = view_packer(sq.VIEW)
