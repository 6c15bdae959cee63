"""Result columns that only Squirrel Away has."""

from __future__ import annotations

import functools

from squirrelstats.columns import Column
from squirrelstats.games import _columns
from squirrelstats.games.squirrel_away import layout as L

tally = functools.partial(_columns.tally, L, dtype="int16")


def by_face(prefix: str, meaning: str) -> tuple[Column, ...]:
    """A column for each face; ``{}`` in the meaning is the face."""
    return _columns.by_kind(L, prefix, L.MAX_FACES, "int16", meaning)


def of_seat(name: str, unit: str, meaning: str, source: str, lane: int | None = None) -> Column:
    """A column of a seat that is always kept."""
    return Column(name, "seats", "int16", unit, meaning, source=source, lane=lane)


def of_round(name: str, unit: str, meaning: str, level: str = "core") -> Column:
    """A column of the whole round."""
    return Column(name, "rounds", "int16", unit, meaning, level=level, source=name)


COLUMNS = (
    of_seat("sets", "sets", "complete sets of four colours in the stash", "sets"),
    of_seat("acorns_left", "acorns", "acorns in Front when the round ended", "front", L.TOTAL),
    of_seat("tokens_left", "tokens", "Scoundrel tokens left", "tokens_left"),
    of_round("ended_by", "code", "how the round ended: 0 cards, 1 tokens, 2 the turn cap"),
    of_round("calls", "calls", "calls made"),
    of_round("calls_right", "calls", "calls at something that did not match the claim"),
    of_round("turns_skipped", "turns", "turns passed over for want of a card"),
    *by_face("opening", "copies of {} in the opening hand"),
    *by_face("final", "copies of {} in hand when the round ended"),
    *(
        Column(
            f"front_{colour}",
            "seats",
            "int16",
            "acorns",
            f"{L.COLOUR_TITLES[lane]} acorns in Front when the round ended",
            level="all",
            source="front",
            lane=lane,
        )
        for lane, colour in enumerate(L.COLOURS)
    ),
    tally("turns_taken", "turns", "turns in which a card was laid down"),
    tally("turns_skipped", "turns", "own turns passed over for want of a card"),
    tally("early_starts", "turns", "turns started early, fouls included"),
    tally("fouls", "turns", "early starts that were fouls"),
    tally("cards_exposed", "cards", "hand cards shown by accident"),
    tally("acorns_intended", "acorns", "acorns meant to be taken in own turns"),
    tally("acorns_slipped", "acorns", "acorns of own fists that were others than meant"),
    tally("acorns_kept", "acorns", "acorns of own fists kept"),
    tally("bonus_acorns", "acorns", "acorns taken for being called wrongly"),
    tally("caller_acorns", "acorns", "acorns taken for right calls"),
    tally("acorns_paid_back", "acorns", "acorns returned for wrong calls"),
    tally("honest_turns", "turns", "own turns in which card and fist matched the claim"),
    tally("fist_lies", "turns", "own turns in which only the fist did not, slips included"),
    tally("card_lies", "turns", "own turns in which only the card did not"),
    tally("double_lies", "turns", "own turns in which neither did"),
    tally("caught", "turns", "own turns with a right call"),
    tally("accused_wrongly", "turns", "own turns with calls, none of them right"),
    tally("judged", "verdicts", "verdicts given while holding a token"),
    tally("judged_fist_false", "verdicts", "those of them on a fist that did not match"),
    tally("judged_card_false", "verdicts", "those of them on a card that did not match"),
    tally("calls_card", "calls", "calls of a card"),
    tally("calls_card_right", "calls", "right calls of a card"),
    tally("calls_fist", "calls", "calls of a fist"),
    tally("calls_fist_right", "calls", "right calls of a fist"),
    of_round("loot_left", "acorns", "acorns left in the Loot", level="all"),
)
