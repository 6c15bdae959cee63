"""Sentences about the end of a round, and about the match it belongs to."""

from __future__ import annotations

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games._narration import Step
from squirrelstats.games._words import credit, plural
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._plays import sources
from squirrelstats.games.squirrels._story import Story
from squirrelstats.games.squirrels._table import SHORT, spell

#: Fields that say what a special card counts, by kind.
_POINTS = {
    L.WILD: "wild_points",
    L.PUSH: "push_points",
    L.SKIP: "skip_points",
    L.SQUIRREL: "squirrel_points",
}

# --- what ends a round --------------------------------------------------------------------------


def first_out(story: Story, step: Step) -> None:
    """Somebody has no card left."""
    story.out, story.safe = True, step.seat
    who = f"{story.short[step.seat]} has no card left"
    if story.rules.final_turns:
        text = f"{who} and is safe, {plural(step.amount, 'final turn')} to come"
    else:
        text = f"{who}: the round ends"
    story.tell(step, text, story.rule("first-out", "final_turns"), "highlight")


def out(story: Story, step: Step) -> None:
    """Somebody else has no card left."""
    text = f"{story.short[step.seat]} has no card left, either"
    story.tell(step, text, "out-later", "highlight")


def truncated(story: Story, step: Step) -> None:
    """The round has reached its limit."""
    story.truncated, story.safe = True, -1
    text = f"the round is cut after {plural(step.amount, 'turn')}"
    story.tell(step, text, story.option("max_turns_per_round"), "highlight", seat=-1)


# --- scores -------------------------------------------------------------------------------------


def scored(story: Story, step: Step) -> None:
    """The score of a player, and what it is made of; after the last one who wins."""
    if not story.over:
        story.end_turn()
        story.over = True
        story.plain("Scores", "heading")
    story.scores[step.seat] = step.amount
    text = f"{story.full[step.seat]}: {plural(step.amount, 'point')} ({_parts(story, step)})"
    story.tell(step, text, _why_scored(story, step.seat), "score")
    if len(story.scores) == len(story.full):
        _winners(story)


def _parts(story: Story, step: Step) -> str:
    """What a score is made of; each part ends with its points."""
    seat, table = step.seat, story.table
    if seat == story.safe:
        bonus = story.rules.first_out_bonus
        return f"out first, bonus {credit(-bonus)}" if bonus else "out first"
    hand, tops = table.hands[seat], [kind for kind in table.tops[seat] if kind >= 0]
    in_hand = sum(copies * story.points[kind] for kind, copies in enumerate(hand))
    on_top = sum(story.points[kind] for kind in tops)
    parts = []
    if any(hand):
        parts.append(f"hand {spell(hand)} = {in_hand}")
    if tops:
        parts.append(f"tops {' '.join(SHORT[kind] for kind in tops)} = {on_top}")
    down, factor = table.face_down(seat), story.rules.face_down_factor
    if down:
        times = "" if factor == 1 else f", counted {plural(factor, 'time')}"
        parts.append(f"{plural(down, 'card')} face down{times} = {step.amount - in_hand - on_top}")
    return ", ".join(parts) or "no card left"


def _why_scored(story: Story, seat: int) -> str:
    """Key of the rule behind a score: a changed one first."""
    if seat == story.safe:
        return story.rule("first-out-zero", "first_out_bonus")
    table = story.table
    shown = [k for k in _POINTS if table.hands[seat][k] or k in table.tops[seat]]
    fields = [_POINTS[kind] for kind in shown]
    if table.face_down(seat):
        fields.insert(0, "face_down_factor")
    return story.rule("score-cards", *fields)


def _winners(story: Story) -> None:
    if story.safe >= 0:
        score = plural(story.scores[story.safe], "point")
        text = f"{story.full[story.safe]} wins with {score}"
        story.tell(None, text, "first-out-wins", "winner", seat=story.safe)
        return
    best = min(story.scores.values())
    winners = [seat for seat, score in sorted(story.scores.items()) if score == best]
    won = "shares the win" if winners[1:] else "wins"
    for seat in winners:
        text = f"{story.full[seat]} {won} with {plural(best, 'point')}"
        story.tell(None, text, "cut-lowest", "winner", seat=seat)


# --- the match ----------------------------------------------------------------------------------


def _match_rule(story: Story) -> str:
    return story.option("match_rounds" if story.rules.match_rounds else "target_points")


def totalled(story: Story, step: Step) -> None:
    """The score is added to those of the earlier rounds."""
    if not story.totals:
        story.plain("Totals", "heading")
    story.totals[step.seat] = step.amount
    text = f"{story.full[step.seat]}: {plural(step.amount, 'point')} in all"
    story.tell(step, text, _match_rule(story))


def next_starter(story: Story, step: Step) -> None:
    """The match goes on."""
    key = story.option("starter_next_round")
    text = f"{story.full[step.seat]} starts round {step.amount + 1}"
    story.tell(step, text, key)
    story.next_round(step.seat, key)
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
    if not story.totals:
        return _match_rule(story)
    best = min(story.totals.values())
    tied = [seat for seat, total in story.totals.items() if total == best]
    if len(tied) > 1:
        last = sorted(story.scores.get(seat, 0) for seat in tied)
        return story.option("final_tie_first_out") if last[0] == last[1] else "final-round-tie"
    if not story.rules.match_rounds and max(story.totals.values()) < story.rules.target_points:
        return story.option("max_rounds")
    return _match_rule(story)


# --- the end of the transcript ------------------------------------------------------------------

#: By kind: the printed rule of a special card, and fields that replace it.
_SPECIALS = {
    L.WILD: ("wild-declared", "wild_in_sets"),
    L.PUSH: ("push-pile", "push_target", "push_needs_pile"),
    L.SKIP: ("skip-laid", "skip_target"),
    L.SQUIRREL: ("squirrel-clears", "squirrel_ends_turn"),
}


def _why_asked(story: Story, seat: int, action: int) -> str:
    """Key of the rule by which an action is allowed whose effect has not shown."""
    if not story.turns:
        return story.option("swap_tops")
    if action == L.PICK_UP:
        return story.rule("pick-up", "voluntary_pickup")
    if action == L.PASS:
        return story.option("final_turn_must_pickup")  # on an open table nobody is asked
    if L.BLIND_0 <= action < L.PICK_UP:
        return "blind-turn"
    kind = action
    if action >= L.DONE:
        kind = story.table.turned
    elif action >= L.TOP_0:
        kind = story.table.tops[seat][action - L.TOP_0]
    if kind in _SPECIALS:
        return story.rule(*_SPECIALS[kind])
    return story.rule("play-fits", "equal_allowed") if story.table.pile else "play-open"


def close(story: Story) -> None:
    """What is left to say when the events are over: open decisions, cards."""
    if story.table.laid and story.sources:
        step = Step(L.LAID_HAND, story.actor, -1, -1, (), ())
        story.act(step, f"lays {sources(story)}", "play-together")
    for seat, choices in sorted(story.asked.items()):
        actions = ", ".join(L.ACTIONS[choice.action] for choice in choices)
        step = Step(L.ASKED, seat, choices[-1].action, choices[-1].number, (), ())
        text = f"{story.short[seat]} has decided, not yet shown: {actions}"
        story.tell(step, text, _why_asked(story, seat, choices[0].action), indent=2)
    story.end_turn()
