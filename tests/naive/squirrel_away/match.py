"""Matches: as many rounds as the rules say; the highest total wins."""

from dataclasses import dataclass, field

from squirrelstats.games.squirrel_away import layout as sq
from tests.naive import streams
from tests.naive.squirrel_away.rounds import highest, play, youngest
from tests.naive.squirrel_away.table import USUAL, rules_of
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

    def __init__(self, seating, *, seed=0, deal=0, options=None, traits=None):
        self.rules = rules_of(options)
        self.seed = seed
        self.deal_number = deal
        self.seats = len(seating)
        self.first_seating = list(seating)
        self.shift = 0
        self.totals = [0] * self.seats  # by player
        self.front_totals = [0] * self.seats
        traits = traits or [{}] * self.seats
        self.ages = [traits[player].get("age", USUAL["age"]) for player in range(self.seats)]
        self.shares840 = [0] * self.seats
        self.rounds = 0

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
            self.front_totals[player] += sum(record.fronts[seat])
            log(sq.TOTALLED, seat, self.totals[player])
        self.rounds += 1
        if self.rounds == self.rules.match_rounds:
            winners = self.winners(seating, record)
            for seat in winners:
                self.shares840[seating[seat]] = 840 // len(winners)
                log(sq.MATCH_WON, seat, 840 // len(winners))
            return False
        log(sq.NEXT_STARTER, 1, self.rounds)
        self.shift = (self.shift + 1) % self.seats
        return True

    def winners(self, seating, record):
        """The seats that win the match, seen from the final round."""
        if self.rules.match_rounds == 1:
            return [seat for seat in range(self.seats) if record.shares840[seat]]
        tied = highest(range(self.seats), [self.totals[player] for player in seating])
        tied = highest(tied, [self.front_totals[player] for player in seating])
        if len(tied) > 1 and self.rules.final_tie == "youngest":
            return youngest(tied, [self.ages[player] for player in seating])
        if len(tied) > 1 and self.rules.final_tie == "random":
            stream = Stream(self.seed, self.deal_number, streams.MATCH, 0, 0, self.rounds)
            return [tied[stream.below(len(tied))]]
        return tied


def play_match(
    seats, choose_in, *, seed, deal, options=None, traits=None, reads=None, seating=None
):
    """Play a match from its first deal.

    ``choose_in(number, seating)`` gives the ``choose`` of a round, with the player by seat.
    ``traits`` and ``reads`` are by player, ``seating`` is that of the first round.
    """
    seating = range(seats) if seating is None else seating
    match = Match(seating, seed=seed, deal=deal, options=options, traits=traits)
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
            reads=reads,
            seating=match.seating,
            round_in_match=match.rounds,
            totals=match.totals,
        )
        result.rounds.append(record)
        going = match.next_round(record)
    result.totals = match.totals
    result.shares840 = match.shares840
    return result
