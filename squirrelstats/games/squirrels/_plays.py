"""Sentences about what is played: cards, Blind Cards, what they do, and what goes to a hand."""

from __future__ import annotations

from squirrelstats.games._narration import Step, join
from squirrelstats.games._words import plural, verb, word
from squirrelstats.games.squirrels import layout as L
from squirrelstats.games.squirrels._story import Story
from squirrelstats.games.squirrels._table import NAMES, PLURALS, named, spell


def laid(story: Story, step: Step) -> None:
    """Where the cards of a play come from: told with its effect."""
    from_hand = step.code == L.LAID_HAND
    for kind, amount in step.cards:
        for _ in range(amount if from_hand else 1):
            story.table.lay(step.seat, kind, -1 if from_hand else amount)
    story.sources += step.rows


def sources(story: Story) -> str:
    """The cards of this play and where they come from."""
    hand = [kind for kind, stack in story.table.laid if stack < 0]
    tops = [f"{NAMES[kind]} off stack {stack}" for kind, stack in story.table.laid if stack >= 0]
    return join([named(hand), *tops] if hand else tops)


def _run(story: Story) -> str:
    """The cards on top of the pile."""
    run, kind = story.table.run, story.table.top - 1
    return NAMES[kind] if run == 1 else f"{word(run)} {PLURALS[kind]}"


def played(story: Story, step: Step) -> None:
    """Number cards and Wilds lie on the pile."""
    table, value = story.table, step.card + 1
    under = f"on {_run(story)}" if table.pile else "on the open table"
    joins = table.top == value
    turned, added = table.turned, sources(story)
    wild = any(kind == L.WILD for kind, _ in table.laid)
    count = len(table.laid) + (turned >= 0)
    is_open = not table.pile
    table.close(value)
    if turned >= 0:
        as_value = f" as {NAMES[step.card]}" if turned == L.WILD else ""
        text = f"lays it{as_value} {under}"
        text += f" and adds {added}" if added else ""
        key = story.option("blind_add_wild") if added else _why_fits(story, "blind-fits")
    else:
        as_value = f" as {NAMES[step.card]}" if wild and count == 1 else ""
        if wild and count > 1:
            as_value = f" as {PLURALS[step.card]}"
        text = f"plays {added}{as_value} {under}"
        if wild:
            key = story.rule("wild-declared", "wild_in_sets")
        elif count > 1:
            key = "play-together"
        else:
            key = "play-open" if is_open else _why_fits(story, "play-fits")
    if table.run > 1 and (joins or turned >= 0 or added != named([step.card] * count)):
        text += f": {_run(story)}"
    story.act(step, text, key)


def _why_fits(story: Story, printed: str) -> str:
    return story.rule(printed, "equal_allowed")


def cleared(story: Story, step: Step) -> None:
    """A run clears the pile."""
    key = story.rule(
        "four-clear",
        *("clear_ends_turn", "natural_fours", "wild_can_complete_four", "clear_size"),
    )
    if story.table.run > story.rules.clear_size:
        key = story.option("four_limit")
    story.table.pile = []
    text = f"the pile of {plural(step.amount, 'card')} is cleared"
    story.act(step, text + _again(story, "clear_ends_turn"), key, "highlight")


def squirreled(story: Story, step: Step) -> None:
    """A Squirrel clears the pile."""
    how = _how(story, "plays")
    story.table.pile = []
    story.table.spend()
    what = f"the pile of {plural(step.amount, 'card')} is cleared" if step.amount > 0 else ""
    text = f"{how}{': ' if what else ' on the open table'}{what}"
    key = story.rule("squirrel-clears", "squirrel_ends_turn")
    story.act(step, text + _again(story, "squirrel_ends_turn"), key, "highlight")


def _again(story: Story, ends_turn: str) -> str:
    """What follows when the pile is cleared."""
    if getattr(story.rules, ends_turn) or not story.table.cards(story.actor):
        return ""
    return ", another Action follows"


def _how(story: Story, does: str) -> str:
    """A special card is played, or the Blind Card turned up is used."""
    return "uses it" if story.table.turned >= 0 else f"{does} {sources(story)}"


# --- Push and Skip --------------------------------------------------------------------------------


def pushed(story: Story, step: Step) -> None:
    """The pile goes to a player, or a Push goes out of play."""
    how, key = _how(story, "plays"), "push-open"
    story.table.spend()
    if step.amount >= 0:
        cards = story.table.take(step.amount)
        who = _target(story, step)
        text = f"{how}: {verb(sum(cards), 'goes', 'go')} to {who}: {spell(cards)}"
        key = story.rule("push-pile", "push_target", "push_needs_pile")
        if step.amount == step.seat:
            key = story.option("self_target")
    elif story.table.pile:
        text = f"{how} on nobody, the pile stays"
        key = story.option("push_no_target_pile")
    else:
        text = f"{how} on the open table"
    story.act(step, text, key)


def skip_laid(story: Story, step: Step) -> None:
    """A Skip lies in front of a player, or goes out of play."""
    how = _how(story, "plays")
    story.table.spend()
    if step.amount < 0:
        story.act(step, f"{how} on nobody", story.option("skip_no_target"))
        return
    key = story.rule("skip-laid", "skip_target")
    if step.amount == step.seat:
        key = story.option("self_target")
    elif story.table.skips[step.amount]:
        key = story.option("skip_stack")
    story.table.skips[step.amount] += 1
    story.act(step, f"{how}: it lies in front of {_target(story, step)}", key)


def _target(story: Story, step: Step) -> str:
    own = step.amount == step.seat
    return f"{story.short[step.amount]} again" if own else story.short[step.amount]


# --- Blind Cards ----------------------------------------------------------------------------------


def blind_turned(story: Story, step: Step) -> None:
    """A Blind Card is turned up."""
    story.table.turn_up(step.seat, step.amount, step.card)
    text = f"turns up the Blind Card of stack {step.amount}: {NAMES[step.card]}"
    story.act(step, text, "blind-turn")


def blind_failed(story: Story, step: Step) -> None:
    """A Blind Card is too high."""
    kept, key = story.rules.blind_loss_includes_blind, _why_failed(story)
    wild = story.table.turned == L.WILD
    top = NAMES[story.table.top - 1] if story.table.pile else "the pile"
    cards = story.table.take(step.seat, blind=kept)
    takes = f"takes {plural(sum(cards), 'card')} into the hand: {spell(cards)}"
    text = f"{'the Wild' if wild else 'it'} does not fit on {top}"
    story.act(step, f"{text}: {takes}{'' if kept else '; it goes out of play'}", key, "highlight")


def _why_failed(story: Story) -> str:
    """Key of the rule by which a Blind Card does not fit."""
    turned = story.table.turned
    if turned == L.WILD:
        return story.option("blind_wild_value")
    if turned + 1 == story.table.top and story.rules.equal_allowed:
        return story.rule("blind-high", "natural_fours")
    return story.rule("blind-high", "blind_loss_includes_blind", "equal_allowed")


def blind_unusable(story: Story, step: Step) -> None:
    """A Push or Skip turned up has no use."""
    where = story.rules.blind_unusable
    turned = story.table.turned
    if where == "pickup_pile":
        cards = story.table.take(step.seat)
        text = f"cannot use it and takes {plural(sum(cards), 'card')} into the hand: {spell(cards)}"
    elif where == "retain_in_hand":
        story.table.gain(step.seat, turned)
        story.table.spend()
        text = "cannot use it and takes it into the hand"
    else:
        story.table.spend()
        text = "cannot use it: it goes out of play"
    story.act(step, text, story.option("blind_unusable"))


# --- cards that go to a hand ----------------------------------------------------------------------


def picked_up(story: Story, step: Step) -> None:
    """The pile goes to the hand, for want of a play or as the price of one."""
    tried = sources(story) if story.table.laid else ""
    cards = story.table.take(step.seat)
    up = f"{plural(sum(cards), 'card')}: {spell(cards)}"
    if tried:
        text = f"plays {tried}, which does not fit, and picks up {up}"
        story.act(step, text, story.option("higher_card"))
    else:
        story.act(step, f"picks up {up}", story.rule("pick-up", "voluntary_pickup"))


def uncovered(story: Story, step: Step) -> None:
    """A face-down card goes to the hand."""
    story.table.uncover(step.seat, step.amount, step.card)
    text = f"takes the card below, off stack {step.amount}: {NAMES[step.card]}"
    story.tell(step, text, story.rule("take-below", "depth"), indent=2)
