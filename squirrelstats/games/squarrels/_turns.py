"""Sentences about the steps of a turn: drawing, storing, discarding."""

from __future__ import annotations

from squirrelstats.games._narration import Step, join
from squirrelstats.games._words import plural, word
from squirrelstats.games.squarrels import _ending
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story
from squirrelstats.games.squarrels._table import PLURALS

#: Actions that store a set.
_STORES = (*range(L.STORE_ONE, L.DONE), *range(L.WILD_ONE, L.WILD_FIVE + 1))


def asked(story: Story, step: Step) -> None:
    """A decision shows in its effect; only "done" has no other one."""
    story.decide(step)
    if step.card != L.DONE:
        return
    story.drawing = False
    values = [PLURALS[kind] for kind in story.table.sets(step.seat)]
    if not values:
        text, key = "makes no set with the Gold", story.option("gold_in_hoard")
    elif len(values) == 1:
        text, key = f"keeps a set of {values[0]} in hand", "store-optional"
    else:
        text, key = f"keeps sets of {join(values)} in hand", "store-optional"
    story.tell(step, text, key)


# --- whose turn ---------------------------------------------------------------------------------


def turn(story: Story, step: Step) -> None:
    """A full turn begins."""
    story.end_turn()
    text = f"Turn {step.amount} · {story.full[step.seat]}"
    story.tell(step, text, "first-turn" if step.amount == 1 else story.follows, "heading", 0)
    story.begin_turn(step.seat, mini=False)
    story.drawing, story.drawn, story.turns = True, 0, step.amount
    story.follows = "next-left"


def mini_turn(story: Story, step: Step) -> None:
    """The winner of a Quarrel or Hoard is to store and discard; after a Hoard perhaps to draw."""
    story.end_turn(step.seat)
    text = f"Mini-turn {step.amount} · {story.full[step.seat]}"
    after_hoard = story.action == "hoard"
    key = story.rule("hoard-winner", "hoard_winner_draw") if after_hoard else "quarrel-winner"
    story.tell(step, text, key, "heading", 0)
    story.begin_turn(step.seat, mini=True)
    story.drawing = after_hoard and story.rules.hoard_winner_draw == "optional_to_7"
    story.follows = story.rule("next-left", "hoard_next" if after_hoard else "quarrel_next")


# --- drawing ------------------------------------------------------------------------------------


def drawn(story: Story, step: Step) -> None:
    """A card from the deck."""
    reason = story.why_draw()
    story.deck, story.whirled = step.amount, False
    story.drawn += 1
    if step.card >= L.HAND_KINDS:
        plays = "" if step.card == L.WINTER else " and plays it"
        text = f"draws {story.card(step.card)}{plays}"
        story.tell(step, text, "action-at-once", "highlight")
        story.action, story.race = L.KINDS[step.card], None
        return
    story.table.gain(step.seat, step.card)
    size = story.table.size(step.seat)
    story.tell(step, f"draws {story.card(step.card)} ({size} in hand)", reason)


def stopped(story: Story, step: Step) -> None:
    """A player draws no more."""
    story.drawing = False
    key = story.option("hoard_winner_draw" if story.mini else "draw_rule")
    story.tell(step, f"stops at {plural(step.amount, 'card')}", key)


# --- storing ------------------------------------------------------------------------------------


def stored(story: Story, step: Step) -> None:
    """A set goes to storage."""
    chosen = any(choice.action in _STORES for choice in story.asked.get(step.seat, ()))
    if _ending_stores(story, step.seat, chosen):
        _ending.stored(story, step)
        return
    early = story.drawing and story.table.size(step.seat) < story.rules.stop_level
    story.drawing = False
    story.table.store(step.seat, step.card)
    text = f"stores {story.set_of(step.card)}"
    if early:
        story.tell(step, f"{text}, drawing no more", "store-ends-drawing")
    elif chosen or story.rules.store_mandatory == "optional":
        story.tell(step, text, story.rule("store-three", "set_size"))
    else:
        story.tell(step, text, story.option("store_mandatory"))


def _ending_stores(story: Story, seat: int, chosen: bool) -> bool:
    """Whether a set is stored because the round is over, not in a turn."""
    if story.ending:
        return True
    if chosen or story.rules.winter_store == "none":
        return False
    must = story.rules.store_mandatory == "forced"
    return not (must and seat == story.actor and not story.may_draw())


def stored_with_gold(story: Story, step: Step) -> None:
    """A set in which the Gold stands for a Number card goes to storage."""
    story.drawing = False
    kept = story.table.store_with_gold(step.seat, step.card)
    cards = story.set_of(step.card, gold=True)
    keeps = ", keeping the Gold, the last card in hand" if kept else ""
    story.tell(step, f"stores {cards}{keeps}", story.option("gold_in_hoard"), "highlight")


# --- discarding ---------------------------------------------------------------------------------


def discarded(story: Story, step: Step) -> None:
    """A card goes to the Hoard pile."""
    hand = story.table.hands[step.seat]
    last = story.table.size(step.seat) == 1
    if step.card == L.LEAD:
        key = "lead-over-gold" if hand[L.GOLD] else "lead-last" if last else story.option("leads")
    elif story.tossed >= story.rules.discards:
        key = story.option("hand_cap")
    elif step.card == L.GOLD:
        key = story.option("gold_discardable")
    else:
        key = story.rule("discard-one", "discards", "hoard_visibility")
    story.drawing = False
    story.tossed += 1
    story.table.discard(step.seat, step.card)
    down = " face down" if story.rules.hoard_visibility == "face_down" else ""
    text = f"discards {story.card(step.card)}{down}{', the last card in hand' if last else ''}"
    story.tell(step, text, key)


def no_discard(story: Story, step: Step) -> None:
    """An empty hand, or one that may not go."""
    golds = story.table.hands[step.seat][L.GOLD]
    story.drawing = False
    if golds == 1:
        story.tell(step, "keeps the Gold, the only card in hand", story.option("gold_alone"))
    elif golds:
        text = f"keeps {word(golds)} Golds, which may not be discarded"
        story.tell(step, text, story.option("gold_discardable"))
    else:
        story.tell(step, "has no card left to discard", "discard-none")
