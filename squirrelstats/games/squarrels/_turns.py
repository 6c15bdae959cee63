"""Sentences about the deal, the steps of a turn and the end of a round."""

from __future__ import annotations

from squirrelstats.games._narration import Asked, Step, join
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story
from squirrelstats.games.squarrels._table import NAMES, PLURALS, WORDS, named, plural, signed, spell


def asked(story: Story, step: Step) -> None:
    """A decision shows in its effect; only "done" has no other one."""
    story.asked[step.seat] = Asked(step.rows[0], step.card, step.amount)
    if step.card == L.DONE:
        story.drawing = False
        values = [PLURALS[kind] for kind in story.table.sets(step.seat)]
        kept = f"a set of {values[0]}" if len(values) == 1 else f"sets of {join(values)}"
        story.tell(step, f"keeps {kept} in hand", "store-optional")


# --- the deal ---------------------------------------------------------------------------------


def _deal_heading(story: Story) -> None:
    if not story.lines:
        story.plain("Deal", "heading")


def setup_turned(story: Story, step: Step) -> None:
    """Action cards in an opening hand."""
    _deal_heading(story)
    turned = named([kind for kind, _ in step.cards])
    story.tell(step, f"{story.full[step.seat]} turns up {turned}: replaced", "deal-replace")


def dealt(story: Story, step: Step) -> None:
    """An opening hand is complete."""
    _deal_heading(story)
    for kind, copies in step.cards:
        story.table.gain(step.seat, kind, copies)
    hand = spell(story.table.hands[step.seat])
    story.tell(step, f"{story.full[step.seat]} begins with {hand}", "deal-seven")


def reshuffled(story: Story, step: Step) -> None:
    """Winter came up in the deal."""
    text = f"Winter turned up: the deck of {plural(step.amount, 'card')} is shuffled again"
    story.tell(step, text, "deal-winter", "highlight")


# --- turns --------------------------------------------------------------------------------------


def turn(story: Story, step: Step) -> None:
    """A full turn begins."""
    story.end_turn()
    text = f"Turn {step.amount} · {story.full[step.seat]}"
    story.tell(step, text, "first-turn" if step.amount == 1 else "next-left", "heading", 0)
    story.begin_turn(step.seat)
    story.drawing, story.reason, story.action = True, "draw-one", ""


def mini_turn(story: Story, step: Step) -> None:
    """The winner of a Quarrel or Hoard is to store and discard."""
    story.end_turn(step.seat)
    text = f"Mini-turn {step.amount} · {story.full[step.seat]}"
    story.tell(step, text, f"{story.action}-winner", "heading", 0)
    story.begin_turn(step.seat)
    story.drawing, story.action = False, ""


def drawn(story: Story, step: Step) -> None:
    """A card from the deck."""
    if step.card >= L.HAND_KINDS:
        plays = "" if step.card == L.WINTER else " and plays it"
        story.tell(step, f"draws {NAMES[step.card]}{plays}", "action-at-once", "highlight")
        story.action = L.KINDS[step.card]
        return
    story.table.gain(step.seat, step.card)
    size = story.table.size(step.seat)
    story.tell(step, f"draws {NAMES[step.card]} ({size} in hand)", story.reason)
    story.draw_on()


def stopped(story: Story, step: Step) -> None:
    """A player draws no more."""
    story.drawing = False
    story.tell(step, f"stops at {plural(step.amount, 'card')}", story.option("draw_rule"))


def stored(story: Story, step: Step) -> None:
    """A set goes to storage."""
    early = story.drawing and story.table.size(step.seat) < story.stop_level
    story.drawing = False
    story.table.store(step.seat, step.card)
    copies, points = WORDS[story.table.set_size], plural(step.card + 1, "point")
    text = f"stores {copies} {PLURALS[step.card]} for {points}"
    if early:
        story.tell(step, f"{text}, drawing no more", "store-ends-drawing")
    else:
        story.tell(step, text, "store-three")


def discarded(story: Story, step: Step) -> None:
    """A card goes to the Hoard pile."""
    last = story.table.size(step.seat) == 1
    key = "discard-one"
    if step.card == L.LEAD:
        key = "lead-last" if last else "lead-over-gold"
    elif step.card == L.GOLD:
        key = story.option("gold_discardable")
    story.table.discard(step.seat, step.card)
    text = f"discards {NAMES[step.card]}{', the last card in hand' if last else ''}"
    story.tell(step, text, key)


def no_discard(story: Story, step: Step) -> None:
    """An empty hand."""
    story.tell(step, "has no card left to discard", "discard-none")


# --- the end ------------------------------------------------------------------------------------


def winter_came(story: Story, step: Step) -> None:
    """The round is over."""
    text = f"Winter ends the round, with {plural(step.amount, 'card')} left in the deck"
    story.tell(step, text, "winter-ends", "highlight")


def scored(story: Story, step: Step) -> None:
    """The score of a player, and what it is made of."""
    if not story.scores:
        story.end_turn()
        story.plain("Scores", "heading")
    story.scores[step.seat] = step.amount
    hand, sets = story.table.hands[step.seat], story.table.stored[step.seat]
    points = story.table.points(step.seat)
    parts = [f"sets {spell([*sets, 0, 0])} = {points}" if points else "no sets"]
    parts += [f"Gold +{story.gold_points}"] * hand[L.GOLD]
    parts += [f"Lead {signed(story.lead_points)}"] * hand[L.LEAD]
    special = hand[L.GOLD] or hand[L.LEAD]
    text = (
        f"{story.full[step.seat]}: {plural(step.amount, 'point')} "
        f"({', '.join(parts)}), left in hand: {spell(hand)}"
    )
    story.tell(step, text, "score-special" if special else "score-sets", "score")


def close(story: Story) -> None:
    """What is left to say when the events are over: open decisions, cards, winners."""
    for seat, choice in sorted(story.asked.items()):
        key = "hoard-race" if choice.action in (L.RACE, L.HOLD) else "quarrel-all"
        step = Step(L.ASKED, seat, choice.action, choice.number, (choice.row,), ())
        text = f"{story.short[seat]} has decided, not yet shown: {L.ACTIONS[choice.action]}"
        story.tell(step, text, key, indent=2)
    story.end_turn()
    if len(story.scores) < len(story.full):
        return
    best = max(story.scores.values())
    winners = [seat for seat, score in sorted(story.scores.items()) if score == best]
    verb, key = ("shares the win", "tie-shared") if winners[1:] else ("wins", "most-points")
    for seat in winners:
        text = f"{story.full[seat]} {verb} with {plural(best, 'point')}"
        story.tell(None, text, key, "winner", seat=seat)
