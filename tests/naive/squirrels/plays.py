"""Carrying out an Action: cards laid on the pile, specials, Blind Cards."""

from squirrelstats.games.squirrels import layout as sq
from tests.naive.squirrels.cards import KINDS, counts, is_number, none, put, put_all, take
from tests.naive.squirrels.legal import Legality

AGAIN, OVER = True, False


class Plays(Legality):
    """Actions of ``self.player``; each says whether another one follows."""

    def act(self):
        """One Action."""
        legal = self.actions()
        self.begin_play()
        action = self.decide(self.player, sq.PHASE_ACT, legal)
        if action == sq.PICK_UP:
            return self.pick_up(none())
        if action == sq.PASS:
            if len(legal) == 1:
                self.tally(self.player, "forced_passes")
            self.log(sq.PASSED, self.player)
            return OVER
        if sq.BLIND_0 <= action <= sq.BLIND_5:
            return self.turn_up(action - sq.BLIND_0)
        return self.play(self.take_active(action))

    def take_active(self, action):
        """The card played leaves the hand or the top of its stack."""
        if action < sq.TOP_0:
            kind = action - sq.PLAY_ONE
            self.take_from_hand(self.player, kind)
            put(self.from_hand, kind)
            return kind
        number = action - sq.TOP_0
        stack = self.stacks[self.player][number]
        kind, stack.top = stack.top, None
        self.tops_used[number] = kind
        return kind

    def log_sources(self):
        """Where the cards of this play came from."""
        for kind in KINDS:
            if self.from_hand[kind]:
                self.log(sq.LAID_HAND, self.player, kind, self.from_hand[kind])
        for number in sorted(self.tops_used):
            self.log(sq.LAID_TOP, self.player, self.tops_used[number], number)

    def pick_up(self, more):
        """The pile, and perhaps a card that did not fit, go to the hand."""
        cards = self.take_pile()
        put_all(cards, more)
        self.tally(self.player, "pickups")
        self.tally(self.player, "cards_picked_up", cards[sq.TOTAL])
        self.log_sources()
        self.log(sq.PICKED_UP, self.player, amount=cards[sq.TOTAL])
        self.move(self.player, cards)
        return OVER

    # --- each kind of card ---

    def play(self, kind):
        if is_number(kind):
            if not self.fits(kind + 1):
                return self.pick_up(counts([kind]))
            self.lay(kind, kind + 1)
            return self.go_on_adding()
        if kind == sq.WILD:
            self.lay(sq.WILD, self.declare(self.wild_values()))
            return self.go_on_adding() if self.rules.wild_in_sets else self.close()
        return {sq.PUSH: self.push, sq.SKIP: self.skip, sq.SQUIRREL: self.squirrel}[kind]()

    def declare(self, values):
        self.pending = sq.WILD + 1
        legal = [sq.DECLARE_ONE + value - 1 for value in values]
        action = self.decide(self.player, sq.PHASE_DECLARE, legal)
        self.pending = 0
        return action - sq.DECLARE_ONE + 1

    def aim(self, kind):
        """The seat at which a Push or Skip is aimed."""
        self.pending = kind + 1
        legal = [sq.TARGET_0 + relative for relative in self.targets(kind)]
        action = self.decide(self.player, sq.PHASE_TARGET, legal)
        self.pending = 0
        return self.clockwise(self.player)[action - sq.TARGET_0]

    def push(self):
        self.tally(self.player, "pushes")
        self.tally(self.player, "specials_played")
        nobody = self.is_open or not self.targets(sq.PUSH)
        target = -1 if nobody else self.aim(sq.PUSH)
        put(self.discard, sq.PUSH)
        self.log_sources()
        self.log(sq.PUSHED, self.player, sq.PUSH, target)
        if not nobody:
            cards = self.take_pile()
            self.tally(target, "pushed_to")
            self.tally(target, "cards_pushed_to", cards[sq.TOTAL])
            self.move(target, cards)
        return OVER

    def skip(self):
        self.tally(self.player, "skips_played")
        self.tally(self.player, "specials_played")
        nobody = not self.targets(sq.SKIP)
        target = -1 if nobody else self.aim(sq.SKIP)
        if nobody:
            put(self.discard, sq.SKIP)
        else:
            self.skips[target] += 1
        self.log_sources()
        self.log(sq.SKIP_LAID, self.player, sq.SKIP, target)
        return OVER

    def squirrel(self):
        self.tally(self.player, "squirrels_played")
        self.tally(self.player, "specials_played")
        cards = self.take_pile()
        put_all(self.discard, cards)
        put(self.discard, sq.SQUIRREL)
        self.log_sources()
        self.log(sq.SQUIRRELED, self.player, sq.SQUIRREL, cards[sq.TOTAL])
        return OVER if self.rules.squirrel_ends_turn else AGAIN

    # --- cards on the pile ---

    def lay(self, kind, value):
        if value == self.top:
            self.run += 1
        else:
            self.top, self.run, self.wilds_in_run = value, 1, 0
        if kind == sq.WILD:
            self.wilds_in_run += 1
            self.tally(self.player, "specials_played")
        put(self.pile, kind)
        put(self.laid, kind)

    def go_on_adding(self):
        """Equal cards, until the player is done or the run is as long as it can be."""
        while not (self.exactly and self.run == self.rules.clear_size):
            legal = [*self.plays(self.addable()), sq.DONE]
            action = self.decide(self.player, sq.PHASE_ADD, legal)
            if action == sq.DONE:
                break
            self.lay(self.take_active(action), self.top)
        return self.close()

    def close(self):
        value = self.top - 1
        self.log_sources()
        self.log(sq.PLAYED, self.player, value, self.laid[sq.TOTAL])
        spoilt = self.rules.natural_fours and self.wilds_in_run
        if self.run < self.rules.clear_size or spoilt:
            return OVER
        cards = self.take_pile()
        put_all(self.discard, cards)
        self.tally(self.player, "piles_cleared")
        self.log(sq.CLEARED, self.player, value, cards[sq.TOTAL])
        return OVER if self.rules.clear_ends_turn else AGAIN

    # --- Blind Cards ---

    def turn_up(self, number):
        kind = self.stacks[self.player][number].down.pop()
        take(self.nobody_has_seen, kind)
        self.blind_play = 1
        self.tally(self.player, "blinds_turned")
        self.log(sq.BLIND_TURNED, self.player, kind, number)
        if is_number(kind):
            return self.try_blind(kind, kind + 1)
        if kind == sq.WILD:
            values = self.wild_values(flipped=True)
            return self.try_blind(kind, self.declare(values)) if values else self.fail(kind)
        if kind == sq.PUSH:
            return self.push() if self.push_is_usable() else self.cannot_use(kind)
        if kind == sq.SKIP:
            return self.skip() if self.skip_is_usable() else self.cannot_use(kind)
        return self.squirrel()

    def try_blind(self, kind, value):
        if not self.fits(value) or (is_number(kind) and self.number_is_barred(value)):
            return self.fail(kind)
        self.lay(kind, value)
        return self.go_on_adding()

    def fail(self, kind):
        cards = self.take_pile()
        if self.rules.blind_loss_includes_blind:
            put(cards, kind)
        else:
            put(self.discard, kind)
        self.tally(self.player, "blinds_failed")
        self.log(sq.BLIND_FAILED, self.player, kind, cards[sq.TOTAL])
        self.move(self.player, cards)
        return OVER

    def cannot_use(self, kind):
        if self.rules.blind_unusable == "discard_no_effect":
            put(self.discard, kind)
            self.log(sq.BLIND_UNUSABLE, self.player, kind, 0)
            return OVER
        cards = self.take_pile() if self.rules.blind_unusable == "pickup_pile" else none()
        put(cards, kind)
        self.log(sq.BLIND_UNUSABLE, self.player, kind, cards[sq.TOTAL])
        self.move(self.player, cards)
        return OVER
