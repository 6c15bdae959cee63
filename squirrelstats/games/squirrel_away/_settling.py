"""Sentences about the settlement: what is kept, goes back, is taken and stashed."""

from __future__ import annotations

from squirrelstats.games._narration import Step
from squirrelstats.games._words import plural
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._story import Story
from squirrelstats.games.squirrel_away._table import COLOURS
from squirrelstats.games.squirrel_away.faces import acorns_title


def kept_all(story: Story, step: Step) -> None:
    """The whole fist is the player's."""
    table = story.table
    acorns = acorns_title(table.fist)
    table.keep(step.seat, table.fist)
    if not story.calls:
        key = "all-good"
    elif story.rules.bonus:
        key = "match-keeps"
    else:
        key = story.option("bonus")
    story.tell(step, f"keeps {acorns}", key)


def kept_one(story: Story, step: Step) -> None:
    """A caught player keeps an acorn, or nothing."""
    key = story.rule("caught-one", "caught_keeps", "bust_keep")
    if step.card < 0:
        story.tell(step, "keeps nothing", key)
        return
    acorn = [int(colour == step.card) for colour in COLOURS]
    story.table.keep(step.seat, acorn)
    of_how_many = f"of {step.amount}" if step.amount > 1 else "the only one"
    kept = f"{L.COLOUR_TITLES[step.card]}, {of_how_many}"
    if story.rules.bust_keep == "caller_chooses" and story.right_callers:
        caller = story.right_callers[0]
        text = f"{story.short[caller]} leaves {story.short[step.seat]} {kept}"
        story.tell(step, text, key, seat=caller)
    else:
        story.tell(step, f"keeps {kept}", key)


def returned(story: Story, step: Step) -> None:
    """The rest of the fist goes back."""
    acorns = acorns_title(story.table.fist)
    story.table.give_back()
    what = "goes" if step.amount == 1 else "go"
    text = f"{acorns} {what} back to the Loot"
    story.tell(step, text, story.rule("rest-returns", "caller_reward"))


def took(story: Story, step: Step) -> None:
    """An acorn of choice: the bonus, or a caller's."""
    table, colour = story.table, L.COLOUR_TITLES[step.card]
    if step.seat == story.active:
        table.take(step.seat, step.card)
        text = f"takes {colour} for the wrong call ({plural(step.amount, 'acorn')} left)"
        story.tell(step, text, story.rule("match-bonus", "bonus"))
        return
    key = story.rule("caller-takes", "caller_reward", "caller_acorns")
    text = f"{story.short[step.seat]} takes {colour}"
    if story.rules.caller_reward == "from_fist":
        table.keep(step.seat, [int(other == step.card) for other in COLOURS])
        text += " of the fist"
    else:
        table.take(step.seat, step.card)
        text += f" ({plural(step.amount, 'acorn')} left)"
    if story.rules.caller_stash == "own_turn" and min(table.fronts[step.seat]):
        text += "; a complete set waits"
        key = story.option("caller_stash")
    story.tell(step, text, key)


def took_rest(story: Story, step: Step) -> None:
    """A caller has all that is left of the fist."""
    acorns = acorns_title(story.table.fist)
    story.table.keep(step.seat, story.table.fist)
    text = f"{story.short[step.seat]} takes the rest of the fist: {acorns}"
    story.tell(step, text, story.option("caller_reward"))


def paid_back(story: Story, step: Step) -> None:
    """A wrong caller loses an acorn."""
    story.table.pay(step.seat, step.card)
    text = f"{story.short[step.seat]} puts {L.COLOUR_TITLES[step.card]} back into the Loot"
    story.tell(step, text, story.option("wrong_call_penalty"))


def refunded(story: Story, step: Step) -> None:
    """A right call costs no token."""
    story.table.tokens[step.seat] = step.amount
    text = f"{story.short[step.seat]} has the token back ({plural(step.amount, 'token')})"
    story.tell(step, text, story.option("token_cost"))


def stashed(story: Story, step: Step) -> None:
    """Complete sets are put away."""
    new = story.table.stash(step.seat, step.amount)
    own = step.seat == story.active
    who = "" if own else f"{story.short[step.seat]} "
    text = f"{who}stashes {plural(new, 'set')} ({step.amount} in all)"
    story.tell(step, text, "stash" if own else "caller-stashes", "highlight")
