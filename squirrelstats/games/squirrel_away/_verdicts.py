"""Sentences about verdicts, and what is shown after them."""

from __future__ import annotations

from squirrelstats.games._narration import Step
from squirrelstats.games._words import plural
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._story import Story
from squirrelstats.games.squirrel_away.faces import acorns_title


def perceived(story: Story, step: Step) -> None:
    """What a judge perceives before the verdict."""
    fist, manner = _deviations(step.card), _deviations(step.amount)
    text = f"{story.short[step.seat]} perceives: fist {fist}, manner {manner}"
    story.tell(step, text, "perceived", indent=2)


def _deviations(impression: int) -> str:
    """An impression in standard deviations."""
    return f"{impression / 256:+.2f} sd".replace("-", "−")


def said_good(story: Story, step: Step) -> None:
    """A judge lets it pass."""
    table = story.table
    table.tokens[step.seat] = step.amount
    who = story.short[step.seat]
    if step.amount:
        text, key = f"{who} says good", story.rule("verdict", "verdict_mode")
    else:
        text, key = f"{who} says good, having no token", "no-token"
    story.tell(step, text, key, indent=2)


def called(story: Story, step: Step) -> None:
    """A judge points at card or fist."""
    story.table.tokens[step.seat] = step.amount
    story.calls[step.seat] = step.code
    what = "card" if step.code == L.CALLED_CARD else "fist"
    text = f"{story.short[step.seat]} calls the {what} ({plural(step.amount, 'token')} left)"
    key = story.rule("call", "call_targets", "verdict_mode")
    story.tell(step, text, key, "highlight", 2)


def card_shown(story: Story, step: Step) -> None:
    """The card is turned up."""
    card = story.table.faces[step.card].card
    text = f"the card is shown: {card}, {_claimed(step.amount)}"
    story.tell(step, text, story.rule("reveal", "reveal_policy"))


def fist_shown(story: Story, step: Step) -> None:
    """The fist is opened."""
    text = f"the fist is opened: {acorns_title(story.table.fist)}, {_claimed(step.amount)}"
    story.tell(step, text, story.rule("reveal", "reveal_policy"))


def _claimed(matches: int) -> str:
    return "as claimed" if matches else "not as claimed"
