"""What a seat may see, as a dictionary and as the bytes of ``layout.VIEW``."""

from squirrelstats.games.squirrels import layout as sq
from tests.naive.packing import view_packer
from tests.naive.squirrels.cards import none, put_all

pack_view = view_packer(sq.VIEW)
ROWS = sq.MAX_SEATS


class Sight:
    """The view of whoever decides, made when it is first looked at; stale after the decision."""

    def __init__(self, table, seat, phase):
        self.make = lambda: view_of(table, seat, phase)
        self.view = None

    def __getitem__(self, name):
        if self.view is None:
            self.view = self.make()
        return self.view[name]


def padded(row):
    return row + [0] * (8 - len(row))


def known_row(table, observer, owner):
    return list(table.hands[owner] if observer == owner else table.known[observer][owner])


def view_of(table, seat, phase):
    """What a seat may see; seats in it are relative."""
    rules = table.rules
    order = table.clockwise(seat)
    absent = ROWS - table.seats

    undealt = none()
    unseen = list(table.nobody_has_seen)
    for other in order[1:]:
        put_all(unseen, table.hands[other])
    if rules.leftover_visible:
        undealt = table.undealt_counts()
    undealt[sq.TOTAL] = len(table.undealt)
    discarded = table.discard
    if not rules.discard_public:
        put_all(unseen, table.discard)
        discarded = none()

    hand_sizes = [table.hands[s][sq.TOTAL] for s in order]
    face_down = [[len(stack.down) for stack in table.stacks[s]] for s in order]
    tops = [[0 if t.top is None else t.top + 1 for t in table.stacks[s]] for s in order]
    sizes = [
        [down + (top > 0) for down, top in zip(*rows, strict=True)]
        for rows in zip(face_down, tops, strict=True)
    ]
    return {
        "phase": phase,
        "seat": seat,
        "seats": table.seats,
        "stacks": rules.stacks,
        "depth": rules.depth,
        "top": table.top,
        "run": table.run,
        "pending": table.pending,
        "blind_play": table.blind_play,
        "clear_size": rules.clear_size,
        "draw_to": rules.draw_to,
        "rounds": rules.match_rounds if table.in_match else 1,
        "round_in_match": table.round_in_match,
        "turn": table.record.turns,
        "safe": padded([int(s == table.safe) for s in order]),
        "final_left": padded([int(s in table.final_turns) for s in order]),
        "skipped": padded([table.skips[s] for s in order]),
        "hand": list(table.hands[seat]),
        "pile": list(table.pile),
        "laid": list(table.laid),
        "discarded": list(discarded),
        "undealt": undealt,
        "unseen": unseen,
        "face_down": padded([sum(row) for row in face_down]),
        "hand_sizes": padded(hand_sizes),
        "cards": padded([held + sum(row) for held, row in zip(hand_sizes, sizes, strict=True)]),
        "totals": padded([table.totals[s] for s in order]),
        "tops": [padded(row) for row in tops] + [[0] * 8] * absent,
        "stack_cards": [padded(row) for row in sizes] + [[0] * 8] * absent,
        "known": [known_row(table, seat, s) for s in order] + [[0] * 16] * absent,
    }
