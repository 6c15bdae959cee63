"""Reference policies: functions ``choose(seat, view, legal) -> action``."""

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive import streams
from tests.naive.streams import Stream

COLOURS = range(len(sq.COLOURS))
EXTRA, CALL, CALL_THE_FIST = 0.30, 0.15, 0.8


def mask_of(actions):
    return sum(1 << action for action in actions)


def actions_of(mask):
    return [action for action in range(len(sq.ACTIONS)) if mask >> action & 1]


def fewest(view, possible, meant=(0, 0, 0, 0)):
    """The colour of which there are fewest in Front and intended; ties: the first colour."""
    front = view["front"][0]
    return min(possible, key=lambda colour: front[colour] + meant[colour])


def colours_of(actions, first):
    return [colour for colour in COLOURS if first + colour in actions]


def baseline(stream):
    """Section 7 of the rules, drawing from its seat's stream."""

    def choose(seat, view, legal):
        actions = actions_of(legal)
        phase = view["phase"]
        if phase == sq.PHASE_CARD:
            cards = [sq.CARD_0 + f for f, copies in enumerate(view["hand"]) for _ in range(copies)]
            return cards[stream.below(len(cards))]
        if phase == sq.PHASE_GRAB:
            return baseline_grab(view, actions, stream)
        if phase == sq.PHASE_CLAIM:
            return sq.CLAIM_0 + view["card"] - 1
        if phase == sq.PHASE_VERDICT:
            return baseline_verdict(actions, stream)
        if phase == sq.PHASE_KEEP:
            return sq.KEEP_RED + fewest(view, colours_of(actions, sq.KEEP_RED))
        if phase == sq.PHASE_TAKE:
            return sq.TAKE_RED + fewest(view, colours_of(actions, sq.TAKE_RED))
        return sq.WAIT

    return choose


def baseline_grab(view, actions, stream):
    face, meant = view["faces"][view["card"] - 1], view["intended"]
    possible = colours_of(actions, sq.GRAB_RED)
    number = meant[sq.TOTAL]
    if number < face[sq.TOTAL]:
        named = [colour for colour in COLOURS for _ in range(face[colour])]
        if named and named[number] in possible:
            return sq.GRAB_RED + named[number]
        return sq.GRAB_RED + fewest(view, possible, meant)
    if number == face[sq.TOTAL] and stream.uniform() < EXTRA:
        return sq.GRAB_RED + fewest(view, possible, meant)
    return sq.GRAB_DONE


def baseline_verdict(actions, stream):
    if stream.uniform() >= CALL:
        return sq.GOOD
    wanted = sq.CALL_FIST if stream.uniform() < CALL_THE_FIST else sq.CALL_CARD
    return wanted if wanted in actions else actions[-1]


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
