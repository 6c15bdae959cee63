"""Reference policies: functions ``choose(seat, view, legal) -> action``."""

from squirrelstats.games.squirrels import layout as sq
from tests.naive import streams
from tests.naive.streams import Stream

TEN = 10


def mask_of(actions):
    return sum(1 << action for action in actions)


def actions_of(mask):
    return [action for action in range(len(sq.ACTIONS)) if mask >> action & 1]


def fewest_cards(view, actions):
    """The target holding the fewest cards, the first clockwise of several; oneself last."""
    others = [action for action in actions if action != sq.TARGET_0]
    return min(others or actions, key=lambda action: view["cards"][action - sq.TARGET_0])


class Active:
    """Hand and tops of whoever decides."""

    def __init__(self, view, actions):
        self.actions = actions
        self.hand = view["hand"]
        self.tops = [top - 1 for top in view["tops"][0]]

    def number(self, kind):
        return self.hand[kind] + self.tops.count(kind)

    def play(self, kind):
        """The action that plays this kind, from the hand before tops; None if there is none."""
        tops = [sq.TOP_0 + stack for stack, top in enumerate(self.tops) if top == kind]
        return next((a for a in [sq.PLAY_ONE + kind, *tops] if a in self.actions), None)


def baseline(seat, view, legal):
    """Section 8 of the rules; what that leaves open is as for the compiled policy."""
    actions = actions_of(legal)
    phase, top = view["phase"], view["top"]
    if phase == sq.PHASE_ACT:
        return baseline_act(view, actions)
    if phase == sq.PHASE_DECLARE:
        wanted = sq.DECLARE_ONE + (top or TEN) - 1
        return wanted if wanted in actions else actions[-1]
    if phase == sq.PHASE_ADD:
        wild_alone = view["laid"][sq.WILD] and not view["blind_play"]
        enough = wild_alone or view["run"] >= view["clear_size"]
        matching = None if enough else Active(view, actions).play(top - 1)
        return sq.DONE if matching is None else matching
    if phase == sq.PHASE_TARGET:
        return fewest_cards(view, actions)
    return sq.DONE if sq.DONE in actions else actions[0]


def baseline_act(view, actions):
    active = Active(view, actions)
    top = view["top"]
    wanted = []
    if top and active.number(top - 1) >= view["clear_size"] - view["run"]:
        wanted.append(top - 1)
    wanted += range((top or TEN) - 1, -1, -1)
    wanted.append(sq.SQUIRREL)
    if top:
        wanted.append(sq.PUSH)
    wanted += [sq.WILD, sq.SKIP, sq.PUSH]
    for kind in wanted:
        action = active.play(kind)
        if action is not None:
            return action
    blind = [action for action in actions if sq.BLIND_0 <= action <= sq.BLIND_5]
    return blind[0] if blind else actions[-1]


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
