"""Matches: rounds until a total reaches the target, or a fixed number of rounds."""

from dataclasses import dataclass, field

from squirrelstats.games.squarrels import layout as sq
from tests.naive import streams
from tests.naive.squarrels.rounds import Round
from tests.naive.squarrels.table import rules_of
from tests.naive.streams import Stream


@dataclass
class MatchRecord:
    """Everything a match did; totals and shares by player."""

    rounds: list = field(default_factory=list)  # Records; the last events are the match's
    seatings: list = field(default_factory=list)  # by round: player by seat
    shifts: list = field(default_factory=list)  # by round: seats the first seating was turned by
    totals: list = field(default_factory=list)
    shares840: list = field(default_factory=list)
    truncated: int = 0


class Match:
    """What is carried from round to round."""

    def __init__(self, seating, *, seed=0, deal=0, options=None):
        self.rules = rules_of(options)
        self.seed = seed
        self.deal_number = deal
        self.seats = len(seating)
        self.first_seating = list(seating)
        self.shift = 0
        self.totals = [0] * self.seats  # by player
        self.shares840 = [0] * self.seats
        self.rounds = 0
        self.golds_removed = 0
        self.truncated = 0

    @property
    def seating(self):
        """Player by seat in the present round."""
        return [self.first_seating[(s + self.shift) % self.seats] for s in range(self.seats)]

    def next_round(self, record):
        """Take a finished round in; whether there is another one."""

        def log(code, seat, amount):
            record.events.append((code, seat, -1, amount))

        seating = self.seating
        for seat, player in enumerate(seating):
            self.totals[player] += record.scores[seat]
            log(sq.TOTALLED, seat, self.totals[player])
        self.rounds += 1
        if self.rules.gold_lost_scope == "game":
            self.golds_removed += len(record.final.lost)

        totals = [self.totals[player] for player in seating]  # by seat
        winners = self.winners(totals)
        if winners:
            for seat in winners:
                self.shares840[seating[seat]] = 840 // len(winners)
                log(sq.MATCH_WON, seat, 840 // len(winners))
            return False
        dealer = self.next_dealer(record.scores, totals)
        log(sq.NEXT_DEALER, dealer, self.rounds)
        self.shift = (self.shift + dealer + 1) % self.seats
        return True

    def winners(self, totals):
        """The seats that win the match now, none if it goes on."""
        rules = self.rules
        highest = best_of(range(self.seats), totals)
        if rules.match_rounds:
            return highest if self.rounds == rules.match_rounds else []
        reached = [seat for seat in range(self.seats) if totals[seat] >= rules.target_score]
        if reached:
            if rules.target_multi == "first_in_turn_order":
                return reached[:1]
            if rules.target_multi == "shared":
                return reached
            if rules.target_multi == "highest_total" or len(highest) == 1:
                return highest
        if self.rounds == rules.max_rounds:
            self.truncated = 1
            return highest
        return []

    def next_dealer(self, scores, totals):
        """The seat that deals the next round."""
        if self.rules.next_dealer == "rotate":
            return 0
        candidates = list(range(self.seats))
        if self.rules.next_dealer == "round_winner":
            candidates = best_of(best_of(candidates, scores), totals)
        if len(candidates) == 1:
            return candidates[0]
        stream = Stream(self.seed, self.deal_number, streams.MATCH, 0, 0, self.rounds)
        return candidates[stream.below(len(candidates))]


def best_of(seats, numbers):
    """Those seats that have the highest number among them."""
    best = max(numbers[seat] for seat in seats)
    return [seat for seat in seats if numbers[seat] == best]


def play_match(seats, choose_in, *, seed, deal, options=None, traits=None, seating=None):
    """Play a match from its first deal.

    ``choose_in(number, seating)`` gives the ``choose`` of a round, with the player by seat.
    ``traits`` are by player, ``seating`` is that of the first round.
    """
    match = Match(
        range(seats) if seating is None else seating, seed=seed, deal=deal, options=options
    )
    result = MatchRecord()
    going = True
    while going:
        result.seatings.append(match.seating)
        result.shifts.append(match.shift)
        game = Round(
            seats,
            choose_in(match.rounds, match.seating),
            seed=seed,
            deal=deal,
            options=match.rules,
            traits=traits,
            seating=match.seating,
            round_in_match=match.rounds,
            totals=match.totals,
            golds_removed=match.golds_removed,
        )
        game.deal()
        record = game.play()
        result.rounds.append(record)
        going = match.next_round(record)
    result.totals = match.totals
    result.shares840 = match.shares840
    result.truncated = match.truncated
    return result
