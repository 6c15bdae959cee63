"""What differs between players of S'Quarrels beside their policies: hands at the Hoard pile.

The race is Luce's choice (independent exponential times), or independent ex-Gaussian reaction
times; the default mean, spread and tail follow the literature on choice reactions with a reach
(Luce, 1986, Response Times; Woods et al., 2015, Frontiers in Human Neuroscience 9:131).
"""

from squirrelstats.games._traits import Trait

TRAITS = {
    "slap_speed": Trait(
        1.0, 0.01, 100.0, "1", "how fast at the pile: first with probability speed / sum of speeds"
    ),
    "drawer_speed_factor": Trait(
        1.0, 0.01, 100.0, "1", "multiplies the speed where the player drew the Hoard and may race"
    ),
    "vigilance": Trait(
        1.0, 0.0, 1.0, "probability", "of being attentive at a race; else the chance is missed"
    ),
    "false_slap_rate": Trait(
        0.0, 0.0, 1.0, "probability", "of slapping at another's Quarrel, Ambush or Whirlwind"
    ),
    "reaction_mean": Trait(
        350.0, 1.0, 10_000.0, "ms", "mean of the normal part of a reaction (slap_race=ex_gaussian)"
    ),
    "reaction_sd": Trait(
        40.0, 0.0, 10_000.0, "ms", "spread of the normal part of a reaction (slap_race=ex_gaussian)"
    ),
    "reaction_tail": Trait(
        100.0, 0.0, 10_000.0, "ms", "mean of the exponential part (slap_race=ex_gaussian)"
    ),
}
