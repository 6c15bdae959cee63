"""Matches: a fixed number of rounds, or until a total reaches the target."""

from dataclasses import dataclass, field

from squirrelstats.games.squirrels import layout as sq
from tests.naive import streams
from tests.naive.squirrels.rounds import play
from tests.naive.squirrels.table import rules_of
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
        totals = [self.totals[player] for player in seating]  # by seat
        if self.is_over():
            winners = self.winners(totals, record)
            for seat in winners:
                self.shares840[seating[seat]] = 840 // len(winners)
                log(sq.MATCH_WON, seat, 840 // len(winners))
            return False
        starter = self.next_starter(totals, record)
        log(sq.NEXT_STARTER, starter, self.rounds)
        self.shift = (self.shift + starter) % self.seats
        return True

    def is_over(self):
        rules = self.rules
        if rules.match_rounds:
            return self.rounds == rules.match_rounds
        if max(self.totals) >= rules.target_points:
            return True
        if self.rounds == rules.max_rounds:
            self.truncated = 1
            return True
        return False

    def winners(self, totals, record):
        """The seats that win the match, seen from the final round."""
        tied = lowest(lowest(range(self.seats), totals), record.scores)
        if self.rules.final_tie_first_out and record.out_first in tied:
            return [record.out_first]
        return tied

    def next_starter(self, totals, record):
        """The seat of the round just played that starts the next one."""
        rule = self.rules.starter_next_round
        seats = range(self.seats)
        if rule == "rotate":
            return 1
        if rule == "first_out":
            first = record.out_first
            candidates = [first] if first >= 0 else lowest(seats, record.scores)
        elif rule == "lowest_total":
            candidates = lowest(seats, totals)
        else:
            candidates = lowest(seats, [-total for total in totals])
        if len(candidates) == 1:
            return candidates[0]
        stream = Stream(self.seed, self.deal_number, streams.MATCH, 0, 0, self.rounds)
        return candidates[stream.below(len(candidates))]


def lowest(seats, numbers):
    """Those seats that have the lowest number among them."""
    best = min(numbers[seat] for seat in seats)
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
        record = play(
            seats,
            choose_in(match.rounds, match.seating),
            seed=seed,
            deal=deal,
            options=match.rules,
            traits=traits,
            seating=match.seating,
            round_in_match=match.rounds,
            totals=match.totals,
        )
        result.rounds.append(record)
        going = match.next_round(record)
    result.totals = match.totals
    result.shares840 = match.shares840
    result.truncated = match.truncated
    return result
