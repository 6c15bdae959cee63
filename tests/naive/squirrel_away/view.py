"""What a seat may see, as a dictionary and as the bytes of ``layout.VIEW``."""

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive.packing import view_packer

pack_view = view_packer(sq.VIEW)
EMPTY_ROW = [0] * 8


class Sight:
    """The view of whoever decides, made when it is first looked at; stale after the decision."""

    def __init__(self, table, seat, phase):
        self.make = lambda: view_of(table, seat, phase)
        self.view = None

    def __getitem__(self, name):
        if self.view is None:
            self.view = self.make()
        return self.view[name]


def row_of(acorns):
    """Eight numbers: acorns by colour, and at ``TOTAL`` their sum."""
    return [*acorns, 0, 0, 0, sum(acorns)]


def padded(row):
    return row + [0] * (8 - len(row))


def face_row(face):
    return [*face.acorns, 0, 0, 0, face.number]


def view_of(table, seat, phase):
    """What a seat may see; seats in it are relative."""
    rules = table.rules
    order = table.clockwise(seat)
    absent_rows = [EMPTY_ROW] * (sq.MAX_SEATS - table.seats)
    grabbing = phase in (sq.PHASE_GRAB, sq.PHASE_CLAIM)
    settling = phase in (sq.PHASE_KEEP, sq.PHASE_TAKE)
    knows_card = table.card is not None and (table.card_is_shown or seat == table.active)
    fist_impression, tell_impression = table.impressions
    faces = [face_row(face) for face in table.faces]
    return {
        "phase": phase,
        "seat": seat,
        "seats": table.seats,
        "active": order.index(table.active),
        "early": int(table.early),
        "card": table.card + 1 if knows_card else 0,
        "claim": 0 if table.claim is None else table.claim + 1,
        "limit": table.limit if phase == sq.PHASE_GRAB else 0,
        "turn": table.number,
        "round_in_match": table.round_in_match,
        "rounds": rules.match_rounds if table.in_match else 1,
        "bonus": rules.bonus,
        "caller_acorns": rules.caller_acorns,
        "judges_left": table.judges_left if phase == sq.PHASE_VERDICT else 0,
        "fist_impression": fist_impression,
        "tell_impression": tell_impression,
        "hand": list(table.hands[seat]),
        "unseen": table.unseen_by(seat),
        "loot": row_of(table.loot_in_view()),
        "intended": row_of(table.intended) if grabbing else EMPTY_ROW,
        "fist": row_of(table.fist) if settling else EMPTY_ROW,
        "hand_sizes": padded([sum(table.hands[s]) for s in order]),
        "tokens": padded([table.tokens[s] for s in order]),
        "sets": padded([table.sets[s] for s in order]),
        "verdicts": padded([table.verdicts[s] for s in order]),
        "calls": padded([table.calls[s] for s in order]),
        "calls_right": padded([table.calls_right[s] for s in order]),
        "totals": padded([table.totals[s] for s in order]),
        "front": [row_of(table.fronts[s]) for s in order] + absent_rows,
        "record": [list(table.seen[s]) for s in order] + absent_rows,
        "faces": faces + [EMPTY_ROW] * (sq.MAX_FACES - len(faces)),
    }
