"""What differs between players of Squirrels beside their policies: memory."""

from squirrelstats.games._traits import Trait

TRAITS = {
    "recall": Trait(
        1.0, 0.0, 1.0, "probability", "of remembering each card seen to go into another's hand"
    ),
}
