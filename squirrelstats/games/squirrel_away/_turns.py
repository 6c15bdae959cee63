"""Sentences about the deal, and about a turn up to the claim."""

from __future__ import annotations

from squirrelstats.games._narration import Step, join
from squirrelstats.games._words import plural
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._story import Story
from squirrelstats.games.squirrel_away.faces import acorns_title


def asked(story: Story, step: Step) -> None:
    """A decision shows in its effect; only waiting has no other one."""
    story.decide(step)
    if step.card == L.WAIT:
        story.tell(step, "waits until the last turn is settled", story.option("sneaky_turns"))


# --- the deal -----------------------------------------------------------------------------------


def dealt(story: Story, step: Step) -> None:
    """An opening hand."""
    table = story.table
    if not story.dealt:
        story.dealt = True
        story.plain("Deal", "heading")
        text = f"the Loot: {table.spell_loot()}; {plural(story.rules.tokens, 'token')} each"
        story.tell(None, text, story.rule("deal-tokens", "tokens"))
    for face, copies in step.cards:
        table.hands[step.seat][face] += copies
    text = f"{story.full[step.seat]} begins with {table.spell_hand(step.seat)}"
    story.tell(step, text, story.rule("deal-hand", "hand_size"))


# --- turns --------------------------------------------------------------------------------------


def turn(story: Story, step: Step) -> None:
    """A turn begins."""
    story.end_turn()
    key = "next-left" if story.turns else "first-turn"
    story.tell(step, f"Turn {step.amount} · {story.full[step.seat]}", key, "heading", 0)
    story.begin_turn(step.seat, step.amount)


def no_card(story: Story, step: Step) -> None:
    """The player has no card for this turn."""
    story.tell(step, "has no card and is passed over", "no-card")


def started_early(story: Story, step: Step) -> None:
    """The turn begins before the last one is settled."""
    text = "starts while the last turn is being settled"
    story.tell(step, text, story.option("sneaky_turns"))


def fouled(story: Story, step: Step) -> None:
    """The early start was none."""
    text = "reaches into the Loot before laying a card: gives all back and starts again"
    story.tell(step, text, "foul", "highlight")


def exposed(story: Story, step: Step) -> None:
    """A card of the hand is shown by accident."""
    table = story.table
    table.hands[step.seat][step.card] -= 1
    left = f"{plural(step.amount, 'card')} left"
    text = f"shows a card by accident, {table.faces[step.card].card}, and discards it ({left})"
    story.tell(step, text, "card-shown-early", "highlight")


def laid(story: Story, step: Step) -> None:
    """A card is laid face down."""
    table = story.table
    story.acted = True
    table.card = step.card
    table.hands[step.seat][step.card] -= 1
    left = f"{plural(step.amount, 'card')} left"
    text = f"lays the card {table.faces[step.card].card} face down ({left})"
    story.tell(step, text, "card-first")


def grabbed(story: Story, step: Step) -> None:
    """What the player means to take."""
    acorns = [0] * len(L.COLOURS)
    for colour, number in step.cards:
        if colour >= 0:
            acorns[colour] += number
    story.table.grab(acorns)
    key = story.rule("grab", "grab_limit")
    if sum(acorns) <= (story.rules.zero_grab == "min_one"):
        key = story.option("zero_grab")
    story.tell(step, f"grabs {acorns_title(acorns)}", key)


def slipped(story: Story, step: Step) -> None:
    """Acorns of the fist are others than meant."""
    parts = []
    for came, meant in step.cards:
        story.table.slip(came, meant)
        parts.append(f"{L.COLOUR_TITLES[came]} for {L.COLOUR_TITLES[meant]}")
    text = f"holds by accident {join(parts)}: {acorns_title(story.table.fist)}"
    story.tell(step, text, "slip", "highlight")


def claimed(story: Story, step: Step) -> None:
    """A face is announced; what is true of it nobody but the log knows yet."""
    table = story.table
    table.announce(step.card)
    false = [
        what for what, wrong in (("card", table.card_false), ("fist", table.fist_false)) if wrong
    ]
    truth = {0: "truly", 2: "card and fist are not"}
    about = truth.get(len(false)) or f"the {false[0]} is not"
    story.tell(step, f"claims {table.faces[step.card].title} ({about})", "claim")
