"""Sentences about the end of a round, and about the match it belongs to."""

from __future__ import annotations

from squirrelstats.columns import SHARE_UNITS
from squirrelstats.games._narration import Step
from squirrelstats.games._words import plural
from squirrelstats.games.squirrel_away import layout as L
from squirrelstats.games.squirrel_away._story import Story

# --- what ends a round --------------------------------------------------------------------------


def cards_out(story: Story, step: Step) -> None:
    """Cards are gone."""
    story.end_turn()
    text = f"the cards are played: the game is over after {plural(step.amount, 'turn')}"
    key = story.rule("end-cards", "card_end_scope")
    if story.rules.token_end == "off" and not any(story.table.tokens):
        key = story.option("token_end")
    story.tell(step, text, key, "highlight", 0)


def tokens_out(story: Story, step: Step) -> None:
    """Tokens are gone."""
    story.end_turn()
    who = story.short[step.seat]
    after = f"the game is over after {plural(step.amount, 'turn')}"
    text = f"nobody could call {who}: {after}"
    story.tell(step, text, story.rule("end-tokens", "token_end", "token_end_when"), "highlight", 0)


def truncated(story: Story, step: Step) -> None:
    """The round has reached its limit."""
    story.end_turn()
    story.tell(step, f"the game is cut after {plural(step.amount, 'turn')}", "cut", "highlight", 0)


def tie_broken(story: Story, step: Step) -> None:
    """Who of those tied wins, by lot or as the youngest."""
    story.drawn.append(step.seat)
    how = "is the youngest" if story.rules.final_tie == "youngest" else "is drawn"
    text = f"{story.short[step.seat]} {how} of {plural(step.amount, 'player')} who tie"
    story.tell(step, text, story.option("final_tie"), "highlight", 0)


# --- scores -------------------------------------------------------------------------------------


def scored(story: Story, step: Step) -> None:
    """The score of a player, and what it is made of; after the last one who wins."""
    if not story.over:
        story.over = True
        story.end_turn()
        story.plain("Scores", "heading")
        for seat, front in enumerate(story.table.fronts):
            story.front_totals[seat] += sum(front)
    story.scores[step.seat] = step.amount
    table, seat = story.table, step.seat
    acorns = f"{plural(sum(table.fronts[seat]), 'acorn')} in Front"
    parts = f"{plural(table.sets[seat], 'set')}, {acorns}"
    text = f"{story.full[seat]}: {plural(step.amount, 'point')} ({parts})"
    story.tell(step, text, story.rule("score-sets", "leftover_quarters"), "score")
    if len(story.scores) == len(story.full):
        _winners(story)


def _winners(story: Story) -> None:
    acorns = {seat: sum(story.table.fronts[seat]) for seat in story.scores}
    winners, key = _best(story, story.scores, acorns)
    if winners[1:] and story.drawn:
        winners = story.drawn
    won = "shares the win" if winners[1:] else "wins"
    for seat in winners:
        text = f"{story.full[seat]} {won} with {plural(story.scores[seat], 'point')}"
        story.tell(None, text, key, "winner", seat=seat)


def _best(story: Story, points: dict[int, int], acorns: dict[int, int]) -> tuple[list[int], str]:
    """Seats with most points, of these with most acorns; and the key of the rule that decides."""
    first = [seat for seat in sorted(points) if points[seat] == max(points.values())]
    most = max(acorns[seat] for seat in first)
    best = [seat for seat in first if acorns[seat] == most]
    if best[1:]:
        return best, story.option("final_tie")
    return best, "most-acorns" if first[1:] else "most-points"


# --- the match ----------------------------------------------------------------------------------


def totalled(story: Story, step: Step) -> None:
    """The score is added to those of the earlier rounds."""
    if not story.totals:
        story.plain("Totals", "heading")
    story.totals[step.seat] = step.amount
    text = f"{story.full[step.seat]}: {plural(step.amount, 'point')} in all"
    story.tell(step, text, story.option("match_rounds"))


def next_starter(story: Story, step: Step) -> None:
    """The match goes on."""
    text = f"{story.full[step.seat]} starts round {step.amount + 1}"
    story.tell(step, text, story.option("match_rounds"))
    story.next_round(step.seat)
    if story.coming >= 0:
        story.plain(f"Round {step.amount + 1}", "heading")


def match_won(story: Story, step: Step) -> None:
    """The match is over."""
    won = "wins the match" if step.amount == SHARE_UNITS else "shares the match"
    total = story.totals.get(step.seat)
    points = "" if total is None else f" with {plural(total, 'point')}"
    key = story.option("match_rounds")
    if story.totals:
        _, rule = _best(story, story.totals, dict(enumerate(story.front_totals)))
        key = key if rule == "most-points" else rule
    story.tell(step, f"{story.full[step.seat]} {won}{points}", key, "highlight")


# --- the end of the transcript ------------------------------------------------------------------


def _why_asked(story: Story, action: int) -> str:
    """Key of the rule by which an action is allowed whose effect has not shown."""
    if action < L.GRAB_RED:
        return "card-first"
    if action <= L.GRAB_DONE:
        return story.rule("grab", "grab_limit")
    if action < L.GOOD:
        return "claim"
    if action == L.GOOD:
        return story.rule("verdict", "verdict_mode")
    if action <= L.CALL_FIST:
        return story.rule("call", "call_targets", "verdict_mode")
    if action < L.TAKE_RED:
        return story.rule("caught-one", "caught_keeps", "bust_keep")
    if action <= L.TAKE_CLEAR:
        if story.right_callers:
            return story.rule("caller-takes", "caller_reward", "caller_acorns")
        return story.rule("match-bonus", "bonus")
    return story.option("sneaky_turns")


def close(story: Story) -> None:
    """What is left to say when the events are over: open decisions, acorns."""
    for seat, choices in sorted(story.asked.items()):
        actions = ", ".join(named(story, choice.action) for choice in choices)
        step = Step(L.ASKED, seat, choices[-1].action, choices[-1].number, (), ())
        text = f"{story.short[seat]} has decided, not yet shown: {actions}"
        story.tell(step, text, _why_asked(story, choices[0].action), indent=2)
    story.end_turn()


def named(story: Story, action: int) -> str:
    """An action in words, faces as the rules have them."""
    faces = story.table.faces
    if action < len(faces):
        return f"lay down {faces[action].card}"
    if 0 <= action - L.CLAIM_0 < len(faces):
        return f"claim {faces[action - L.CLAIM_0].title}"
    return L.ACTIONS[action]
