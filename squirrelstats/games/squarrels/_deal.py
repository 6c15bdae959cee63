"""Sentences about the deal, and about a deck that is shuffled again."""

from __future__ import annotations

from squirrelstats.games._narration import Step
from squirrelstats.games._words import plural, verb, word
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story
from squirrelstats.games.squarrels._table import named, spell


def _heading(story: Story) -> None:
    if not story.lines:
        story.plain("Deal", "heading")


def setup_turned(story: Story, step: Step) -> None:
    """Action cards in an opening hand, or Specials where only Number cards are dealt."""
    _heading(story)
    kinds = [kind for kind, _ in step.cards]
    story.turned += kinds
    special = any(kind < L.HAND_KINDS for kind in kinds)
    key = story.option("setup_hand") if special else "deal-replace"
    turned = named(kinds, story.card)
    story.tell(step, f"{story.full[step.seat]} turns up {turned}: replaced", key)


def dealt(story: Story, step: Step) -> None:
    """An opening hand is complete."""
    _heading(story)
    for kind, copies in step.cards:
        story.table.gain(step.seat, kind, copies)
    hand = spell(story.table.hands[step.seat])
    key = story.rule("deal-seven", "starting_hand", "setup_hand")
    story.tell(step, f"{story.full[step.seat]} begins with {hand}", key)


def reshuffled(story: Story, step: Step) -> None:
    """The deck is shuffled again after the deal, or it had run out."""
    deck = plural(step.amount, "card")
    story.deck = step.amount
    if story.turns or not _goes_back(story):
        story.reshuffles += 1
        if story.coming == L.TURN:
            story.end_turn()
        text = f"the deck has run out: the Discard pile, {deck}, is shuffled and is the new deck"
        key = story.option("deck_exhausted")
    elif L.WINTER in story.turned:
        text = f"Winter turned up: the deck of {deck} is shuffled again"
        key = story.option("setup_winter")
    else:
        back = verb(len(story.turned), "goes", "go")
        text = f"{back} back: the deck of {deck} is shuffled again"
        key = story.option("setup_discards")
    story.tell(step, text, key, "highlight")


def _goes_back(story: Story) -> bool:
    """Whether anything turned up in the deal is shuffled into the deck again."""
    if L.WINTER in story.turned:
        return True
    return bool(story.turned) and story.rules.setup_discards == "shuffle_back"


def winter_placed(story: Story, step: Step) -> None:
    """Winter comes late."""
    _heading(story)
    winters = story.rules.winters
    who = "Winter is" if winters == 1 else f"{word(winters)} Winters are"
    where = "as the last card" if step.amount == 1 else f"among the last {step.amount} cards"
    story.tell(step, f"{who} put {where} of the deck", story.option("winter_place"))
