"""Sentences about the deal, and about turns that begin, are lost or passed."""

from __future__ import annotations

from squirrelstats.games._narration import Step
from squirrelstats.games._words import plural
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._story import Story
from squirrelstats.games.squirrels._table import NAMES, SHORT, spell


def asked(story: Story, step: Step) -> None:
    """A decision shows in its effect; only the end of exchanging tops has no other one."""
    story.decide(step)
    if step.card == L.DONE and not story.turns:
        text = f"{story.short[step.seat]} exchanges no more tops"
        story.tell(step, text, story.option("swap_tops"))


# --- the deal -----------------------------------------------------------------------------------


def dealt(story: Story, step: Step) -> None:
    """An opening hand."""
    if not story.lines:
        story.plain("Deal", "heading")
    for kind, copies in step.cards:
        story.table.gain(step.seat, kind, copies)
    hand = spell(story.table.hands[step.seat])
    text = f"{story.full[step.seat]} begins with {hand} in hand"
    story.tell(step, text, story.rule("deal-hand", "hand_size"))


def top_shown(story: Story, step: Step) -> None:
    """The tops of a player's stacks."""
    for kind, stack in step.cards:
        story.table.tops[step.seat][stack] = kind
    tops = " ".join(SHORT[kind] for kind, _ in step.cards)
    below = story.rules.depth - 1
    text = f"tops of the stacks: {tops}, each on {plural(below, 'card')} face down"
    story.tell(step, text, story.rule("deal-stacks", "stacks", "depth"), indent=2)


def swapped(story: Story, step: Step) -> None:
    """A card of the hand lies where a top lay."""
    former = story.table.swap(step.seat, step.amount, step.card)
    takes = f" and takes {NAMES[former]}" if former >= 0 else ""
    text = f"{story.short[step.seat]} lays {NAMES[step.card]} on stack {step.amount}{takes}"
    story.tell(step, text, story.option("swap_tops"))


# --- turns --------------------------------------------------------------------------------------


def turn(story: Story, step: Step) -> None:
    """A turn begins."""
    story.end_turn()
    text = f"Turn {step.amount} · {story.full[step.seat]}"
    key = "next-left" if story.turns else story.first
    if story.out:
        text, key = f"{text} · final turn", "final-turn"
    story.tell(step, text, key, "heading", 0)
    story.begin_turn(step.seat, step.amount)


def skipped(story: Story, step: Step) -> None:
    """The turn is lost to a Skip."""
    left = story.table.skips[step.seat] = story.table.skips[step.seat] - 1
    text = "loses the turn, and the Skip goes"
    if left > 0:
        text += f"; {plural(left, 'Skip')} still in front"
    story.tell(step, text, story.option("skip_stack") if left > 0 else "skip-lost")


def passed(story: Story, step: Step) -> None:
    """Nothing is played, and nothing picked up."""
    if story.table.pile:
        story.act(step, "passes, the pile stays", story.option("final_turn_must_pickup"))
    else:
        story.act(step, "can play nothing on the open table and passes", "open-table-pass")


def drew(story: Story, step: Step) -> None:
    """An undealt card comes to a hand."""
    story.table.gain(step.seat, step.card)
    text = f"draws {NAMES[step.card]} ({plural(step.amount, 'card')} left undealt)"
    story.tell(step, text, story.option("draw_to"))
