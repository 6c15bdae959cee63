"""A round: the deal, turns until cards or tokens are out, scores."""

import math

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive import streams
from tests.naive.orders import order_of
from tests.naive.squirrel_away.settling import Settling
from tests.naive.squirrel_away.table import COLOURS, FACES, RoundOver


class Round(Settling):
    """One round in progress."""

    # --- setting up ---

    def deal(self):
        self.rules.check_seats(self.seats)
        copies = [face.copies for face in self.faces]
        order = order_of(self, copies, 0, self.rules.hand_size, range(len(copies)))
        for seat in range(self.seats):
            for face in order[: self.rules.hand_size]:
                self.hands[seat][face] += 1
            del order[: self.rules.hand_size]
            for face in FACES:
                if self.hands[seat][face]:
                    self.log(sq.DEALT, seat, face, self.hands[seat][face])
        for face in order:
            self.unused[face] += 1
        self.record.openings = [list(hand) for hand in self.hands]

    # --- turns ---

    def play_on(self):
        """Take turns until the round is over."""
        try:
            while True:
                self.check_end(self.active)
                self.turn()
                self.active = self.left_neighbour
        except RoundOver:
            pass
        self.finish()
        return self.record

    @property
    def left_neighbour(self):
        return (self.active + 1) % self.seats

    def check_end(self, seat):
        """Whether the round ends before that seat's turn."""
        empty = [not any(hand) for hand in self.hands]
        if any(empty) if self.rules.card_end_scope == "any_hand_empty" else all(empty):
            self.record.ended_by = sq.ENDED_BY_CARDS
            self.log(sq.CARDS_OUT, amount=self.record.turns)
            raise RoundOver
        callers = {"others_zero": [s for s in range(self.seats) if s != seat]}
        callers |= {"all_zero": range(self.seats)}
        scope = self.rules.token_end
        if scope != "off" and not any(self.tokens[caller] for caller in callers[scope]):
            self.record.ended_by = sq.ENDED_BY_TOKENS
            self.log(sq.TOKENS_OUT, seat, amount=self.record.turns)
            raise RoundOver

    def turn(self):
        active = self.active
        self.begin_turn()
        self.number += 1
        self.log(sq.TURN, active, amount=self.number)
        if any(self.hands[active]):
            self.start()
            self.expose()
        if not any(self.hands[active]):
            self.tally(active, "turns_skipped")
            self.log(sq.NO_CARD, active)
            return
        self.lay()
        self.grab()
        self.slip()
        legal = [sq.CLAIM_0 + face for face in range(len(self.faces))]
        self.claim = self.decide(active, sq.PHASE_CLAIM, legal) - sq.CLAIM_0
        self.log(sq.CLAIMED, active, self.claim)
        self.judge()
        self.reveal()
        self.settle()
        self.stash(active)
        if self.rules.token_end_when == "immediately":
            self.check_end(self.left_neighbour)

    def start(self):
        """Early, or in good time."""
        active = self.active
        if self.rules.sneaky_turns == "off" or self.number == 1:
            return
        if self.decide(active, sq.PHASE_SNEAK, [sq.START_EARLY, sq.WAIT]) == sq.WAIT:
            return
        self.tally(active, "early_starts")
        self.log(sq.STARTED_EARLY, active)
        if self.of_turn(streams.FOUL).uniform() < self.traits[active]["foul_rate"]:
            self.tally(active, "fouls")
            self.log(sq.FOULED, active)
        else:
            self.early = True

    def expose(self):
        """A card may be shown by accident."""
        active, hand = self.active, self.hands[self.active]
        rate, stream = self.traits[active]["expose_rate"], self.of_turn(streams.EXPOSE)
        if rate and stream.uniform() < rate:
            cards = [face for face in FACES for _ in range(hand[face])]
            face = cards[stream.below(len(cards))]
            hand[face] -= 1
            self.shown[face] += 1
            self.tally(active, "cards_exposed")
            self.log(sq.EXPOSED, active, face, sum(hand))

    def lay(self):
        active, hand = self.active, self.hands[self.active]
        legal = [sq.CARD_0 + face for face in FACES if hand[face]]
        self.card = self.decide(active, sq.PHASE_CARD, legal) - sq.CARD_0
        hand[self.card] -= 1
        self.record.turns += 1
        self.tally(active, "turns_taken")
        self.log(sq.LAID, active, self.card, sum(hand))

    def grab(self):
        """Acorns that the active seat means to take."""
        active, intended = self.active, self.intended
        while True:
            legal = []
            if sum(intended) < self.limit:
                more = [colour for colour in COLOURS if self.loot[colour] > intended[colour]]
                legal = [sq.GRAB_RED + colour for colour in more]
            if any(intended) or self.rules.zero_grab == "allowed" or not legal:
                legal.append(sq.GRAB_DONE)
            action = self.decide(active, sq.PHASE_GRAB, legal)
            if action == sq.GRAB_DONE:
                break
            intended[action - sq.GRAB_RED] += 1
        self.tally(active, "acorns_intended", sum(intended))
        for colour in COLOURS:
            if intended[colour]:
                self.log(sq.GRABBED, active, colour, intended[colour])
        if not any(intended):
            self.log(sq.GRABBED, active, -1, 0)

    def slip(self):
        """The fist leaves the Loot; some acorns in it may not be those intended."""
        rate, stream = self.traits[self.active]["slip"], self.of_turn(streams.SLIP)
        left = [here - mine for here, mine in zip(self.loot, self.intended, strict=True)]
        fist = list(self.intended)
        for wanted in COLOURS:
            for _ in range(self.intended[wanted]):
                if rate and sum(left) and stream.uniform() < rate:
                    heap = [colour for colour in COLOURS for _ in range(left[colour])]
                    came = heap[stream.below(len(heap))]
                    fist[wanted] -= 1
                    fist[came] += 1
                    left[came] -= 1
                    left[wanted] += 1
                    self.tally(self.active, "acorns_slipped")
                    self.log(sq.SLIPPED, self.active, came, wanted)
        self.fist, self.loot = fist, left

    # --- the end ---

    def finish(self):
        record, rules = self.record, self.rules
        left = [sum(front) for front in self.fronts]
        record.scores = [
            sets + rules.leftover_quarters * acorns // 4
            for sets, acorns in zip(self.sets, left, strict=True)
        ]
        tied = highest(highest(range(self.seats), record.scores), left)
        if len(tied) > 1:
            tied = self.break_tie(tied)
        for seat in range(self.seats):
            self.log(sq.SCORED, seat, amount=record.scores[seat])
        share = 840 // len(tied)
        record.shares840 = [share if seat in tied else 0 for seat in range(self.seats)]
        record.finals = [list(hand) for hand in self.hands]
        record.fronts = [list(front) for front in self.fronts]
        record.sets = list(self.sets)
        record.tokens_left = list(self.tokens)
        record.loot_left = sum(self.loot)

    def break_tie(self, tied):
        if self.rules.final_tie == "youngest":
            best = youngest(tied, [traits["age"] for traits in self.traits])
            for seat in best:
                self.log(sq.TIE_BROKEN, seat, amount=len(tied))
            return best
        if self.rules.final_tie == "random":
            winner = tied[self.stream(streams.TIE).below(len(tied))]
            self.log(sq.TIE_BROKEN, winner, amount=len(tied))
            return [winner]
        return tied


def highest(seats, numbers):
    """Those seats that have the highest number among them."""
    best = max(numbers[seat] for seat in seats)
    return [seat for seat in seats if numbers[seat] == best]


def youngest(seats, ages):
    """Of these seats those of lowest age; nobody is older than who does not say an age (0)."""
    return highest(seats, [-age if age > 0 else -math.inf for age in ages])


def play(seats, choose, *, seed, deal, **rest):
    """Play one round from the deal; ``choose(seat, view, legal) -> action`` is asked.

    The rest: ``options`` (rules, or fields of them), ``traits`` (by player: trait → value),
    ``reads`` (by player), ``seating`` (player by seat); and what a match says.
    """
    game = Round(seats, choose, seed=seed, deal=deal, **rest)
    game.deal()
    return game.play_on()


def play_from(
    hands, choose, *, loot=None, fronts=None, sets=None, tokens=None, unused=(), starter=0, **rest
):
    """Play on from a constructed position, at the beginning of the starter's turn; the round.

    Hands and unused cards are lists of faces; Loot and Fronts are by colour. Where nothing is said
    of the Loot, it is what is left of the acorns of the rules.
    """
    game = Round(len(hands), choose, **rest)
    for seat, hand in enumerate(hands):
        for face in hand:
            game.hands[seat][face] += 1
    for face in unused:
        game.unused[face] += 1
    game.record.openings = [list(hand) for hand in game.hands]
    everything = game.loot
    game.fronts = [list(acorns) for acorns in fronts or game.fronts]
    game.sets = list(sets or game.sets)
    game.tokens = list(tokens or game.tokens)
    game.loot = [0] * 4
    taken = game.count_acorns()
    game.loot = list(loot or (a - b for a, b in zip(everything, taken, strict=True)))
    game.active = starter
    game.play_on()
    return game
