"""Sentences about Action cards: false slaps, Quarrel, Hoard, Ambush, Whirlwind."""

from __future__ import annotations

from squirrelstats.games._narration import Step, join
from squirrelstats.games._words import plural, verb
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels._story import Story
from squirrelstats.games.squarrels._table import spell

#: Cards of a Quarrel, lowest first.
RANKING = (L.LEAD, L.ONE, L.TWO, L.THREE, L.FOUR, L.FIVE, L.GOLD)


# --- false slaps ----------------------------------------------------------------------------------


def false_slapped(story: Story, step: Step) -> None:
    """Somebody took the card for a Hoard."""
    penalty = story.rules.false_slap_penalty
    if penalty == "sit_out":
        story.sitting.add(step.seat)
        cost = " and will sit out the next race"
    elif step.card < 0:
        cost = f", but has no {'Number card' if penalty == 'highest_card' else 'card'} to pay with"
    else:
        story.table.discard(step.seat, step.card)
        down = ", face down" if story.rules.hoard_visibility == "face_down" else ""
        cost = f" and pays {story.card(step.card)} to the Hoard pile{down}"
    text = f"{story.short[step.seat]} slaps at the {story.action.title()}{cost}"
    story.tell(step, text, story.option("false_slap_penalty"), indent=2)


# --- Quarrel ------------------------------------------------------------------------------------


def quarrel_begun(story: Story, step: Step) -> None:
    """Who takes part."""
    story.shown, story.subround = {}, 0
    holders = [story.short[seat] for seat in story.table.seats if story.table.size(seat)]
    if len(holders) == len(story.full):
        text = "everybody picks a card"
    elif len(holders) > 1:
        text = f"{join(holders)} pick a card; nobody else has one"
    else:
        text = f"only {holders[0]} has cards" if holders else "nobody has a card"
    story.tell(step, text, "quarrel-all")


def quarrel_cancelled(story: Story, step: Step) -> None:
    """Nobody to quarrel with."""
    key = story.option("quarrel_single") if step.amount else "quarrel-nobody"
    story.tell(step, "the Quarrel is cancelled", key)
    _no_winner(story)


def played(story: Story, step: Step) -> None:
    """A card is turned over."""
    if step.amount != story.subround:
        story.shown, story.subround = {}, step.amount
    story.shown[step.seat] = step.card
    story.table.play(step.seat, step.card)
    last = not story.table.size(step.seat)
    key = "quarrel-reveal"
    if step.card == L.LEAD:
        key = story.rule("lead-lowest", "lead_rank")
    elif step.card == L.GOLD:
        key = "gold-kept" if last else "gold-trumps"
    text = f"{story.short[step.seat]} shows {story.card(step.card)}"
    story.tell(step, f"{text}, the last card in hand" if last else text, key, indent=2)


def gold_lost(story: Story, step: Step) -> None:
    """The Gold was played, or stored in a set, and goes out of the round."""
    story.table.lose_gold(step.seat)
    stored = story.lines[-1].event == "STORED_WITH_GOLD"
    key = story.option("gold_in_hoard") if stored else "gold-lost"
    text = f"the Gold of {story.short[step.seat]} goes to the Discard pile, lost"
    if story.rules.gold_lost_scope == "game":
        text += " for the match"
    story.tell(step, text, story.rule(key, "gold_lost_scope"), "highlight")


def _top(story: Story) -> list[int]:
    """Seats that showed the highest card."""
    best = max(RANKING.index(kind) for kind in story.shown.values())
    return [seat for seat, kind in sorted(story.shown.items()) if RANKING.index(kind) == best]


def quarrel_won(story: Story, step: Step) -> None:
    """The winner takes what lies on the table."""
    cards = story.table.take_played(step.seat)
    who = story.short[step.seat]
    takes = f"takes {plural(step.amount, 'card')}: {spell(cards)}"
    if not story.shown:
        text, key = f"{who} wins without playing", story.option("quarrel_single")
    elif len(_top(story)) > 1:
        text = f"{who} alone of those tied has a card left, wins and {takes}"
        key = story.option("quarrel_partial_tie")
    else:
        text, key = f"{who} wins and {takes}", "quarrel-highest"
    story.tell(step, text, key)


def quarrel_tied(story: Story, step: Step) -> None:
    """The highest cards match."""
    top = _top(story)
    able = [story.short[seat] for seat in top if story.table.size(seat)]
    text = f"{join([story.short[seat] for seat in top])} tie with {story.card(story.shown[top[0]])}"
    if len(able) == len(top):
        text += " and pick again"
    else:
        text += f"; {join(able)} have cards left and pick again"
    story.tell(step, text, "quarrel-tie", "highlight")


def quarrel_drawn(story: Story, step: Step) -> None:
    """Nobody wins."""
    top = _top(story)
    able = [story.short[seat] for seat in top if story.table.size(seat)]
    story.table.return_played()
    tied = f"{join([story.short[seat] for seat in top])} tie with {story.card(story.shown[top[0]])}"
    back = f"nobody wins, {verb(step.amount, 'goes', 'go')} back"
    if able:
        text = f"{tied} and only {able[0]} has a card left: {back}"
        story.tell(step, text, story.option("quarrel_partial_tie"), "highlight")
    else:
        text = f"{tied} and have no card left: {back}"
        story.tell(step, text, "quarrel-draw", "highlight")
    _no_winner(story)


def _no_winner(story: Story) -> None:
    """What follows a Quarrel that nobody won."""
    who, key = story.short[story.actor], story.option("quarrel_draw_next")
    if story.rules.quarrel_draw_next == "resume_turn":
        story.tell(None, f"{who} goes on with the turn", key, seat=story.actor)
    else:
        story.drawing = False
        story.tell(None, f"{who} goes on to store and discard", key, seat=story.actor)


# --- Hoard --------------------------------------------------------------------------------------


def hoard_empty(story: Story, step: Step) -> None:
    """No pile, no race."""
    text = "the Hoard pile is empty: no race"
    if story.rules.hoard_empty == "fizzle_resume":
        text += f", {story.short[step.seat]} goes on with the turn"
    else:
        story.drawing = False
    story.tell(step, text, story.option("hoard_empty"))


def _race(story: Story) -> dict[int, bool]:
    """Who races and who holds back, so far; before the first has said so, who sits out."""
    if story.race is None:
        story.race = {}
        everybody = story.rules.hoard_eligible == "all"
        for seat in sorted(story.sitting):
            if everybody or seat != story.actor:
                text = f"{story.short[seat]} sits this race out"
                story.tell(None, text, story.option("false_slap_penalty"), indent=2, seat=seat)
        story.sitting.clear()
    return story.race


def raced(story: Story, step: Step) -> None:
    """Who raced and who held back."""
    _race(story)[step.seat] = bool(step.amount)
    key = "hoard-hold"
    if step.amount:
        key = story.rule("hoard-race", "hoard_eligible")
    does = "races" if step.amount else "holds back"
    story.tell(step, f"{story.short[step.seat]} {does}", key, indent=2)


def lapsed(story: Story, step: Step) -> None:
    """Somebody wanted to race and did not look."""
    text = f"{story.short[step.seat]} is not attentive and misses it"
    story.tell(step, text, "trait-vigilance", indent=2)


def race_won(story: Story, step: Step) -> None:
    """The first hand takes the pile."""
    cards = spell(story.table.take_hoard(step.seat))
    who = f"{story.short[step.seat]} is first"
    unsaid = ("hoard_visibility",) if "discards" in story.changed else ()
    key = story.rule("hoard-first", "slap_race", *unsaid)
    if step.amount:
        text = f"{who} and takes {plural(step.amount, 'card')}: {cards}"
    else:
        text, key = f"{who}, at an empty pile", story.option("hoard_empty")
    story.tell(step, text, key)


def race_none(story: Story, step: Step) -> None:
    """Nobody's hand came down."""
    race = _race(story)
    story.drawing = False
    if not race:
        text, key = "nobody is left to race", story.option("false_slap_penalty")
    elif any(race.values()):
        text, key = "all who race miss it", "trait-vigilance"
    else:
        text, key = "nobody races", "hoard-nobody"
    stays = f"{verb(step.amount, 'stays', 'stay')} in the Hoard pile"
    story.tell(step, f"{text}, {stays if step.amount else 'the Hoard pile stays empty'}", key)


# --- Ambush and Whirlwind -------------------------------------------------------------------------


def ambushed(story: Story, step: Step) -> None:
    """A card changes hands."""
    story.table.gain(step.seat, step.card, -1)
    story.table.gain(step.amount, step.card)
    text = f"takes {story.card(step.card)} from {story.short[step.seat]}"
    story.tell(step, text, "ambush-take", indent=2)


def after_ambush(story: Story) -> None:
    """The Ambush is over."""
    story.action = ""
    if story.lines[-1].event != "AMBUSHED":
        text = "nobody else has a card to lose"
        story.tell(None, text, "ambush-nobody", indent=2, seat=story.actor)
    key = story.option("after_ambush")
    if story.rules.after_ambush == "resume_draw":
        story.tell(None, "goes on with the turn", key, seat=story.actor)
    else:
        story.drawing = False
        story.tell(None, "goes on to store and discard", key, seat=story.actor)


def whirled(story: Story, step: Step) -> None:
    """All hands into one pool."""
    story.table.pool()
    story.whirled = True
    text = f"all hands, {plural(step.amount, 'card')}, are shuffled and dealt again"
    if not step.amount:
        text = "all hands are empty: there is nothing to deal again"
    story.tell(step, text, "whirlwind-pool")


def redealt(story: Story, step: Step) -> None:
    """A new hand."""
    for kind, copies in step.cards:
        story.table.gain(step.seat, kind, copies)
    hand = spell(story.table.hands[step.seat])
    story.tell(step, f"{story.short[step.seat]} gets {hand}", "whirlwind-deal", indent=2)
