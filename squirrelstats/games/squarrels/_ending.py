"""Sentences about the end of a round, and about the match it belongs to."""

from __future__ import annotations

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games._narration import Step
from squirrelstats.games._words import credit, plural, signed
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story
from squirrelstats.games.squarrels._table import spell

# --- what ends a round --------------------------------------------------------------------------


def winter_came(story: Story, step: Step) -> None:
    """The round is over."""
    story.ending = "told"
    key = story.option("winters") if story.rules.winters > 1 else ""
    text = f"Winter ends the round, with {plural(step.amount, 'card')} left in the deck"
    story.tell(step, text, key or story.rule("winter-ends", "winter_store"), "highlight")


def truncated(story: Story, step: Step) -> None:
    """The round has reached a limit."""
    story.ending = "told"
    after = f"after {plural(step.amount, 'full turn')}"
    if story.reshuffles >= L.MAX_RESHUFFLES and not story.deck:
        text = f"the deck has run out once more than it may: the round is cut {after}"
        key = story.option("deck_exhausted")
    else:
        text, key = f"the round is cut {after}", story.option("max_turns_per_round")
    story.tell(step, text, key, "highlight", seat=_wanted_a_card(story))


def _wanted_a_card(story: Story) -> int:
    """Who decided to draw, and gets no card; −1 if nobody did."""
    return story.actor if story.actor in story.asked else -1


def _over(story: Story) -> None:
    """Nothing more is played. If nobody has said why, the deck had no card for a turn or a draw."""
    if story.ending == "over":
        return
    if not story.ending:
        piles = "the deck has run out"
        if story.rules.deck_exhausted == "reshuffle_discard":
            piles = "the deck has run out, and so has the Discard pile"
        text, key = f"{piles}: the round ends", story.option("deck_exhausted")
        who = _wanted_a_card(story)
        asked = Step(L.ASKED, who, -1, -1, (), ()) if who >= 0 else None
        story.tell(asked, text, key, "highlight", seat=who)
    story.end_turn()
    story.ending = "over"


def stored(story: Story, step: Step) -> None:
    """When all is over a set in hand still goes to storage."""
    if story.ending != "over":
        _over(story)
        story.plain("Complete sets in hand", "heading")
    text = f"{story.full[step.seat]} stores {story.set_of(step.card)}"
    story.table.store(step.seat, step.card)
    story.tell(step, text, story.option("winter_store"))


# --- scores -------------------------------------------------------------------------------------


def scored(story: Story, step: Step) -> None:
    """The score of a player, and what it is made of; after the last one who wins."""
    if not story.scores:
        _over(story)
        story.plain("Scores", "heading")
    story.scores[step.seat] = step.amount
    text = (
        f"{story.full[step.seat]}: {plural(step.amount, 'point')} "
        f"({', '.join(_parts(story, step.seat))}), "
        f"left in hand: {spell(story.table.hands[step.seat])}"
    )
    story.tell(step, text, _why_scored(story, step.seat), "score")
    if len(story.scores) == len(story.full):
        _winners(story)


def _parts(story: Story, seat: int) -> list[str]:
    """What a score is made of; each part ends with its points."""
    hand, sets = story.table.hands[seat], story.table.stored[seat]
    parts = ["no sets"]
    if any(sets):
        parts = [f"sets {spell([*sets, 0, 0])}{_worth(story, sets)} = {story.table.points(seat)}"]
    for kind, name in ((L.GOLD, "Gold"), (L.LEAD, "Lead")):
        if hand[kind]:
            what = name if hand[kind] == 1 else f"{hand[kind]} {name}s"
            parts.append(f"{what} {credit(hand[kind] * story.hand_points[kind])}")
    numbers = hand[: L.NUMBER_KINDS]
    if story.rules.cards_left != "nothing" and any(numbers):
        lost = sum(n * story.hand_points[kind] for kind, n in enumerate(numbers))
        parts.append(f"{plural(sum(numbers), 'Number card')} {signed(lost)}")
    return parts


def _worth(story: Story, sets: list[int]) -> str:
    """The points of sets that are not worth the number on their cards."""
    if story.rules.set_scoring == "face" or sum(sets) == 1:
        return ""
    points = [f"{n}×{story.set_points[k]}" if n > 1 else f"{story.set_points[k]}"
              for k, n in enumerate(sets) if n]  # fmt: skip
    return f" = {' + '.join(points)}"


def _why_scored(story: Story, seat: int) -> str:
    """Key of the rule behind a score: a changed one first."""
    hand = story.table.hands[seat]
    applies = {
        "gold_points": hand[L.GOLD],
        "lead_points": hand[L.LEAD],
        "cards_left": any(hand[: L.NUMBER_KINDS]),
        "set_scoring": any(story.table.stored[seat]),
    }
    special = hand[L.GOLD] or hand[L.LEAD]
    printed = "score-special" if special else story.rule("score-sets", "set_scoring")
    return story.rule(printed, *(name for name, so in applies.items() if so))


def _winners(story: Story) -> None:
    best = max(story.scores.values())
    winners = [seat for seat, score in sorted(story.scores.items()) if score == best]
    verb, key = ("shares the win", "tie-shared") if winners[1:] else ("wins", "most-points")
    for seat in winners:
        text = f"{story.full[seat]} {verb} with {plural(best, 'point')}"
        story.tell(None, text, key, "winner", seat=seat)


# --- the match ----------------------------------------------------------------------------------


def _match_rule(story: Story) -> str:
    return story.rule(story.option("target_score"), "match_rounds")


def totalled(story: Story, step: Step) -> None:
    """The score is added to those of the earlier rounds."""
    if not story.totals:
        story.plain("Totals", "heading")
    story.totals[step.seat] = step.amount
    text = f"{story.full[step.seat]}: {plural(step.amount, 'point')} in all"
    story.tell(step, text, _match_rule(story))


def next_dealer(story: Story, step: Step) -> None:
    """The match goes on."""
    first = (step.seat + 1) % len(story.full)
    text = f"{story.full[step.seat]} deals round {step.amount + 1}, {story.full[first]} begins it"
    story.tell(step, text, story.option("next_dealer"))
    story.next_round(step.seat)
    if story.coming >= 0:
        story.plain(f"Round {step.amount + 1}", "heading")


def match_won(story: Story, step: Step) -> None:
    """The match is over."""
    won = "wins the match" if step.amount == SHARE_UNITS else "shares the match"
    total = story.totals.get(step.seat)
    points = "" if total is None else f" with {plural(total, 'point')}"
    story.tell(step, f"{story.full[step.seat]} {won}{points}", _why_won(story), "highlight")


def _why_won(story: Story) -> str:
    """Key of the rule by which the match is over and won."""
    target, totals = story.rules.target_score, sorted(story.totals.values())
    arrived = sum(total >= target for total in totals)
    tied = len(totals) > 1 and totals[-1] == totals[-2]
    if story.rules.match_rounds or not totals:
        return _match_rule(story)
    if not arrived or (tied and story.rules.target_multi == "play_on_if_tied"):
        return story.option("max_rounds")
    return story.option("target_multi" if arrived > 1 else "target_score")


# --- the end of the transcript ------------------------------------------------------------------


def close(story: Story) -> None:
    """What is left to say when the events are over: open decisions, cards."""
    for seat, choices in sorted(story.asked.items()):
        action = choices[-1].action
        step = Step(L.ASKED, seat, action, choices[-1].number, (), ())
        text = f"{story.short[seat]} has decided, not yet shown: {L.ACTIONS[action]}"
        story.tell(step, text, _why_asked(story, action), indent=2)
    story.end_turn()


def _why_asked(story: Story, action: int) -> str:
    """Key of the rule behind a decision that has had no effect yet."""
    if action in (L.DRAW, L.STOP):
        return story.why_draw()
    if action >= L.WILD_ONE:
        return story.option("gold_in_hoard")
    if action in (L.RACE, L.HOLD):
        return story.rule("hoard-race", "hoard_eligible")
    if action >= L.PLAY_ONE:
        return "quarrel-all"
    if action >= L.DISCARD_ONE:
        return story.rule("discard-one", "discards")
    return story.rule("store-three", "set_size")
