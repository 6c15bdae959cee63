"""What differs between players of Squirrel Away beside their policies: eyes, hands, age."""

from squirrelstats.games._traits import Trait

TRAITS = {
    "w": Trait(
        *(0.25, 0.001, 1e6, "Weber fraction"),
        "how coarsely a judge tells the number of acorns in a closed fist",
    ),
    "d_col": Trait(
        1.0,
        0.0,
        1000.0,
        "standard deviations",
        "how clearly a judge sees each wrong-coloured acorn",
    ),
    "d_tell": Trait(
        0.2, 0.0, 1000.0, "standard deviations", "how clearly a judge sees in a face that it lies"
    ),
    "attention": Trait(1.0, 0.0, 1000.0, "factor", "what a judge's perception is multiplied by"),
    "sneak_attention": Trait(
        0.6, 0.0, 1.0, "factor", "what is left of a judge's attention in a turn started early"
    ),
    "concealment": Trait(
        *(0.0, 0.0, 1000.0, "factor less 1"),
        "sleight of hand: what all see of the own fist is divided by 1 + this",
    ),
    "slip": Trait(
        *(0.0, 0.0, 1.0, "probability"),
        "that an acorn in the own fist is another one of the Loot than was meant",
    ),
    "foul_rate": Trait(
        *(0.03, 0.0, 1.0, "probability"),
        "that an own early start is a foul, so that the turn begins again",
    ),
    "expose_rate": Trait(
        0.0, 0.0, 1.0, "probability", "of showing a hand card by accident in an own turn"
    ),
    "capacity": Trait(8.0, 1.0, 127.0, "acorns", "most acorns that the hand holds", whole=True),
    "age": Trait(
        0.0,
        0.0,
        255.0,
        "years",
        "for final_tie=youngest; 0: not given, so nobody is older",
        whole=True,
    ),
}
