"""Random rules and traits of Squirrel Away."""

from squirrelstats.games.squirrel_away.rules import Rules
from tests.random_rules import RandomRules

FACES = (
    "RB RG*2 RBG 2W*5 3W",
    "RRBB 1W C*20 G*20",
    "C*30",
    "5W*40",
    "RBGC RB*1 BG*1 CC*9 8W*3 2W BBBBB 1W",
    "R B G C RR BB GG CC RRR BBB GGG CCC 1W 2W 3W 4W",
    "RGGGGGGGGGGGGGGGGGG 20W",
)
#: Numbers tried, the bounds of each field among them, and lists of faces.
NUMBERS = {
    "custom_faces": FACES,
    "card_copies": [1, 2, 3, 10, 15],
    "hand_size": [1, 2, 3, 7, 20],
    "loot_red": [0, 1, 3, 8, 52],
    "loot_blue": [0, 1, 3, 8, 40],
    "loot_green": [0, 1, 3, 8, 40],
    "loot_clear": [0, 1, 3, 8, 30],
    "grab_limit": [1, 2, 3, 4, 127],
    "tokens": [0, 1, 2, 5, 20],
    "wrong_call_penalty": [1, 2, 3],
    "bonus": [0, 2, 3],
    "caller_acorns": [0, 2, 3],
    "leftover_quarters": [1, 3, 4],
    "match_rounds": [1, 2, 3, 100],
}
TRAITS = {
    "w": [0.001, 0.1, 0.5, 2.0, 1e6],
    "d_col": [0, 0.5, 2.0, 1000],
    "d_tell": [0, 0.5, 2.0, 1000],
    "attention": [0, 0.5, 2.0, 1000],
    "sneak_attention": [0, 0.3, 1],
    "concealment": [0, 0.5, 2.0, 1000],
    "slip": [0, 0.05, 0.5, 1],
    "foul_rate": [0, 0.1, 0.5, 1],
    "expose_rate": [0, 0.1, 0.3, 1],
    "capacity": [1, 2, 4, 12, 127],
    "age": [0, 10, 11, 255],
}
CALLED = {"tokens": 5}
TIED = {"hand_size": 1, "tokens": 1}
SCARCE = {"loot_red": 1, "loot_blue": 2, "loot_green": 3, "loot_clear": 4}
GO_TOGETHER = {
    "caller_reward": CALLED,
    "bust_keep": CALLED,
    "caught_keeps": CALLED,
    "wrong_call_penalty": CALLED,
    "caller_stash": SCARCE,
    "token_end_when": {"tokens": 1},
    "token_end": {"tokens": 1},
    "final_tie": TIED,
    "custom_faces": {"card_faces": "custom"},
}


def complete(rng, changes):
    """A list of faces where one is needed, no end by tokens where there are none; few acorns."""
    if changes.get("card_faces") == "custom":
        changes.setdefault("custom_faces", rng.choice(FACES))
    elif "card_faces" not in changes and changes.get("custom_faces"):
        changes["card_faces"] = "custom"
    if changes.get("tokens") == 0:
        changes["token_end"] = "off"
    if rng.random() < 0.2:
        for name in SCARCE:
            changes.setdefault(name, rng.choice(NUMBERS[name][1:4]))


SQUIRREL_AWAY = RandomRules(
    Rules, NUMBERS, TRAITS, GO_TOGETHER, complete, whole=("capacity", "age")
)
