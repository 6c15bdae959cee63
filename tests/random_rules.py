"""Random rules and traits of a game: every value of every field, in combination."""

import dataclasses
from collections import Counter

from squirrelstats.errors import UsageError


class RandomRules:
    """How rules of a game are drawn.

    ``numbers``: values tried of each number; ``traits``: the same of traits, in ascending order;
    ``go_together``: what an option is about, so that a fair share of the rules with that option
    have this, too; ``shorten(rng, changes)`` keeps most rounds short enough; ``whole``: traits that
    are whole numbers.
    """

    def __init__(self, rules_class, numbers, traits, go_together, shorten, whole=()):
        self.rules_class = rules_class
        self.fields = {entry.name: entry for entry in dataclasses.fields(rules_class)}
        self.choices = {}  # of fields with few values
        for name, entry in self.fields.items():
            if "values" in entry.metadata:
                self.choices[name] = entry.metadata["values"]
            elif not {"low", "form"} & entry.metadata.keys():
                self.choices[name] = (True, False)
        self.numbers = numbers
        self.trait_values = traits
        self.go_together = go_together
        self.shorten = shorten
        self.whole = whole
        #: Every value of every option and every number above: what settings take in turn.
        self.every_value = [
            (name, value)
            for name, values in {**self.choices, **numbers}.items()
            for value in dict.fromkeys([self.fields[name].default, *values])
        ]

    def changes(self, rng, share):
        """Each field changes with probability ``share``."""
        changes = {}
        for name, values in {**self.choices, **self.numbers}.items():
            if rng.random() < share:
                changes[name] = rng.choice(values)
        return changes

    def rules(self, rng, seats, **fixed):
        """Valid rules with some fields given."""
        for _ in range(500):
            share = rng.choice([0, 0.1, 0.3, 0.6])
            changes = {**self.changes(rng, share), **fixed}
            for name, together in self.go_together.items():
                default = self.fields[name].default
                if changes.get(name, default) != default and rng.random() < 0.5:
                    changes = {**together, **changes}
            self.shorten(rng, changes)
            try:
                rules = self.rules_class(**changes)
                rules.check_seats(seats)
            except UsageError:
                continue
            return rules
        raise LookupError(f"no valid rules with {fixed} for {seats} seats")

    def traits(self, rng, seats):
        """By player; mostly all alike and as usual, or all different."""
        share = rng.choice([0, 0.3, 0.7])

        def between(name, low, high):
            number = rng.uniform(low, high)
            return int(number) if name in self.whole else number

        return tuple(
            {
                name: rng.choice([*values, between(name, values[0], values[-2])])
                for name, values in self.trait_values.items()
                if rng.random() < share
            }
            for _ in range(seats)
        )


def full_deck(rules):
    """Copies by kind, of those kinds that there are."""
    return Counter({kind: copies for kind, copies in enumerate(rules.counts) if copies})
