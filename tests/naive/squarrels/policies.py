"""Reference policies: functions ``choose(seat, view, legal) -> action``."""

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.streams import Stream


def mask_of(actions):
    return sum(1 << action for action in actions)


def actions_of(mask):
    return [action for action in range(len(sq.ACTIONS)) if mask >> action & 1]


def baseline(seat, view, legal):
    """Section 8 of the rules. Sets are stored in ascending order."""
    actions = actions_of(legal)
    hand = view["hand"]
    if view["phase"] == sq.PHASE_DRAW:
        return sq.DRAW
    if view["phase"] == sq.PHASE_STORE:
        return actions[0]  # the lowest set, or done
    if view["phase"] == sq.PHASE_DISCARD:
        if sq.DISCARD_LEAD in actions:
            return sq.DISCARD_LEAD
        numbers = [kind for kind in range(sq.NUMBER_KINDS) if sq.DISCARD_ONE + kind in actions]
        if not numbers:
            return sq.DISCARD_GOLD
        return sq.DISCARD_ONE + min(numbers, key=lambda kind: (hand[kind], kind))
    if view["phase"] == sq.PHASE_QUARREL:
        numbers = [kind for kind in range(sq.NUMBER_KINDS) if hand[kind]]
        if numbers:
            return sq.PLAY_ONE + max(numbers)
        return sq.PLAY_LEAD if sq.PLAY_LEAD in actions else sq.PLAY_GOLD
    return sq.RACE


def random_choice(stream):
    """A policy that takes each legal action with equal probability, from its seat's stream."""

    def choose(seat, view, legal):
        actions = actions_of(legal)
        return actions[stream.below(len(actions))]

    return choose


def by_seat(policies):
    """One ``choose`` of one policy per seat."""
    return lambda seat, view, legal: policies[seat](seat, view, legal)


def all_random(seats, seed, deal, round_in_match=0):
    """Every seat plays ``random``, each from its own policy stream."""
    own = [Stream(seed, deal, streams.POLICY, seat, 0, round_in_match) for seat in range(seats)]
    return by_seat([random_choice(stream) for stream in own])
