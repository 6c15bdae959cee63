"""A round: the deal, turns until somebody is out, final turns, scores."""

from squirrelstats.games.squirrels import layout as sq
from tests.naive.orders import order_of
from tests.naive.squirrels.cards import KINDS, Stack, counts, put, put_all, take
from tests.naive.squirrels.plays import AGAIN, Plays
from tests.naive.squirrels.table import RoundOver


class Round(Plays):
    """One round in progress."""

    # --- setting up ---

    def deal(self):
        self.rules.check_seats(self.seats)
        rules = self.rules
        order = order_of(self, rules.counts, rules.stacks * rules.depth, rules.hand_size, KINDS)
        for seat in range(self.seats):
            for _ in range(rules.stacks):
                self.stacks[seat].append(Stack(order[: rules.depth]))
                del order[: rules.depth]
            self.hands[seat] = counts(order[: rules.hand_size])
            del order[: rules.hand_size]
            self.log_opening(seat)
        self.undealt = order
        self.ready()

    def log_opening(self, seat):
        for kind in KINDS:
            if self.hands[seat][kind]:
                self.log(sq.DEALT, seat, kind, self.hands[seat][kind])
        for number, stack in enumerate(self.stacks[seat]):
            self.log(sq.TOP_SHOWN, seat, stack.top, number)

    def ready(self):
        """All cards lie where the round begins with them."""
        self.nobody_has_seen = self.count_unseen()
        self.record.openings = [list(hand) for hand in self.hands]
        for stacks in self.stacks:
            tops = [0 if stack.top is None else stack.top + 1 for stack in stacks]
            self.record.opening_tops.append(tops + [0] * (8 - len(tops)))

    def swap_tops(self, seat):
        """Exchange tops for cards of the hand."""
        self.player = seat
        left = list(range(self.rules.stacks))
        while True:
            legal = [*(sq.TOP_0 + number for number in left), sq.DONE]
            action = self.decide(seat, sq.PHASE_SWAP, legal)
            if action == sq.DONE:
                return
            number = action - sq.TOP_0
            left.remove(number)
            stack = self.stacks[seat][number]
            former, stack.top = stack.top, None
            self.pending = former + 1
            held = [sq.PLAY_ONE + kind for kind in KINDS if self.hands[seat][kind]]
            kind = self.decide(seat, sq.PHASE_PUT, held) - sq.PLAY_ONE
            self.pending = 0
            self.take_from_hand(seat, kind)
            stack.top = kind
            self.log(sq.SWAPPED, seat, kind, number)
            self.move(seat, counts([former]))

    # --- turns ---

    def play_on(self):
        """Take turns until the round is over."""
        try:
            while True:
                self.turn()
                self.next_player()
        except RoundOver:
            pass
        self.finish()
        return self.record

    def turn(self):
        player, record = self.player, self.record
        if record.turns == self.rules.max_turns_per_round:
            record.truncated = 1
            self.safe = None
            self.log(sq.TRUNCATED, amount=record.turns)
            raise RoundOver
        record.turns += 1
        self.log(sq.TURN, player, amount=record.turns)
        if self.skips[player]:
            self.skips[player] -= 1
            put(self.discard, sq.SKIP)
            self.tally(player, "times_skipped")
            self.log(sq.SKIPPED, player, sq.SKIP)
            return
        self.tally(player, "turns_taken")
        again = AGAIN
        while again:
            again = self.act()
            self.uncover()
            if not again or not self.cards_held(player):
                self.draw()
            if not self.cards_held(player):
                self.out()
                return

    def uncover(self):
        """Cards below the tops used go to the hand, down to the Blind Cards."""
        for number in sorted(self.tops_used):
            stack = self.stacks[self.player][number]
            while len(stack.down) > 1:
                kind = stack.down.pop(0)
                take(self.nobody_has_seen, kind)
                put(self.hands[self.player], kind)
                self.log(sq.UNCOVERED, self.player, kind, number)

    def draw(self):
        """Draw undealt cards, where that is played."""
        hand = self.hands[self.player]
        while hand[sq.TOTAL] < self.rules.draw_to and self.undealt:
            kind = self.undealt.pop(0)
            take(self.nobody_has_seen, kind)
            put(hand, kind)
            self.log(sq.DREW, self.player, kind, len(self.undealt))

    def out(self):
        """The player has no card left."""
        if self.safe is None:
            self.safe = self.player
            if self.rules.final_turns:
                self.final_turns = self.clockwise(self.player)[1:]
            self.log(sq.FIRST_OUT, self.player, amount=len(self.final_turns))
        else:
            self.log(sq.OUT, self.player, amount=len(self.final_turns) - 1)

    def next_player(self):
        if self.player in self.final_turns:
            self.final_turns.remove(self.player)
        if self.safe is not None and not self.final_turns:
            raise RoundOver
        self.player = self.clockwise(self.player)[1]

    # --- the end ---

    def score(self, seat):
        if seat == self.safe:
            return -self.rules.first_out_bonus
        points = [*range(1, sq.NUMBER_KINDS + 1)]
        points += [self.rules.wild_points, self.rules.push_points]
        points += [self.rules.skip_points, self.rules.squirrel_points]
        total = sum(points[kind] * self.hands[seat][kind] for kind in KINDS)
        for stack in self.stacks[seat]:
            total += 0 if stack.top is None else points[stack.top]
            total += self.rules.face_down_factor * sum(points[kind] for kind in stack.down)
        return total

    def finish(self):
        record = self.record
        for seat in range(self.seats):
            record.scores.append(self.score(seat))
            self.log(sq.SCORED, seat, amount=record.scores[seat])
        if self.safe is None:
            best = min(record.scores)
            winners = [seat for seat in range(self.seats) if record.scores[seat] == best]
        else:
            record.out_first = self.safe
            winners = [self.safe]
        share = 840 // len(winners)
        record.shares840 = [share if seat in winners else 0 for seat in range(self.seats)]
        record.finals = [list(hand) for hand in self.hands]
        for seat in range(self.seats):
            held = list(self.hands[seat])
            for stack in self.stacks[seat]:
                put_all(held, counts(stack.cards()))
            record.stuck.append(held)


def play(seats, choose, *, seed, deal, **rest):
    """Play one round from the deal; ``choose(seat, view, legal) -> action`` is asked.

    The rest: ``options`` (rules, or fields of them), ``traits`` (by player: trait → value),
    ``seating`` (player by seat); and what a match says.
    """
    game = Round(seats, choose, seed=seed, deal=deal, **rest)
    game.deal()
    if game.rules.swap_tops:
        for seat in range(seats):
            game.swap_tops(seat)
    game.player = 0
    return game.play_on()


def play_from(
    hands,
    choose,
    *,
    stacks=(),
    pile=(),
    discard=(),
    undealt=(),
    skipped=(),
    starter=0,
    safe=-1,
    final_turns=0,
    **rest,
):
    """Play on from a constructed position, at the beginning of the starter's turn; the round.

    ``stacks``: by seat, cards from the top down: a whole stack, its Blind Card alone, or none.
    ``pile``: bottom to top, a Wild as (WILD, value). ``final_turns``: after the one that begins.
    """
    game = Round(len(hands), choose, **rest)
    game.hands = [counts(hand) for hand in hands]
    for seat, laid in enumerate(stacks):
        for cards in laid:
            top = [None] if len(cards) < game.rules.depth else []
            game.stacks[seat].append(Stack([*reversed(cards), *top]))
    for card in pile:
        kind, value = card if isinstance(card, tuple) else (card, card + 1)
        game.lay(kind, value)
    game.record.tallies = [[0] * len(sq.TALLIES) for _ in hands]
    game.begin_play()
    game.discard = counts(discard)
    game.undealt = list(undealt)
    game.skips = [*skipped] or [0] * len(hands)
    game.player = starter
    if safe >= 0:
        game.safe = safe
        game.final_turns = game.clockwise(starter)[: final_turns + 1]
    game.ready()
    game.play_on()
    return game
