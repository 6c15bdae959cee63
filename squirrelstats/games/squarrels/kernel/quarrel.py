"""Quarrel: everybody shows a card, the highest takes all (rulebook, update of 6/28/09)."""

from __future__ import annotations

from squirrelstats._jit import inline, part
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import emit, lowest_bit
from squirrelstats.games.squarrels import layout as L
from squirrelstats.games.squarrels.kernel.steps import (
    K_GOLD,
    K_LEAD,
    LEAD_MASK,
    M_QUARREL,
    O_LEAD,
    O_PARTIAL_TIE,
    O_QUARREL_DRAW,
    O_SINGLE,
    OBSERVERS,
    ONE_BIT,
    S_PICK,
    ZERO,
    U,
    begin_mini_turn,
    drawer_stores,
    resume,
    seen_arriving,
    seen_leaving,
    tally,
)


@part
def begin_quarrel(state, rules, log):
    """Everybody with a card takes part (rulebook, Quarrel of 6/28/09)."""
    contest = ZERO
    contestants = ZERO
    for s in range(state.seats):
        if state.hand[U(s)] != pk.EMPTY:
            contest |= ONE_BIT << U(s)
            contestants += ONE_BIT
    state.fought = contest
    emit(log, L.QUARREL_BEGUN, state.drawer, -1, contestants)
    if contestants >= U(2):
        state.contest = contest
        state.waiting = contest
        state.subround = ONE_BIT
        return S_PICK
    if contestants == ONE_BIT and rules.options[O_SINGLE] == ONE_BIT:
        return win_quarrel(state, rules, log, lowest_bit(contest))
    emit(log, L.QUARREL_CANCELLED, state.drawer, -1, contestants)
    return after_no_winner(state, rules)


@inline
def after_no_winner(state, rules):
    """A Quarrel without a winner: the drawer goes on, or stores."""
    if rules.options[O_QUARREL_DRAW] == ZERO:
        return resume(state)
    return drawer_stores(state)


@inline
def playable(state, rules, seat):
    """Mask by kind of the cards that may be shown."""
    held = pk.at_least(state.hand[seat], ONE_BIT)
    if rules.options[O_LEAD] != ZERO and held != LEAD_MASK:
        held &= ~LEAD_MASK
    return held


@inline
def rank(kind):
    """Gold > Five > … > One > Lead."""
    if kind == K_LEAD:
        return ZERO
    return kind + ONE_BIT


@part
def reveal(state, rules, log):
    """All picks are turned over; find the winner, a tie, or a draw."""
    best = ZERO
    leaders = ZERO
    lead_count = ZERO
    for s in range(state.seats):
        seat = U(s)
        if (state.contest >> seat) & ONE_BIT != ZERO:
            kind = state.pick[seat]
            state.hand[seat] -= pk.card(kind)
            state.unseen[ZERO] -= pk.lane(kind)
            state.table += pk.card(kind)
            state.played[seat] += pk.card(kind)
            seen_leaving(state, seat, kind, ONE_BIT)
            emit(log, L.PLAYED, seat, kind, state.subround)
            if lead_count == ZERO or rank(kind) > best:
                best = rank(kind)
                leaders = ONE_BIT << seat
                lead_count = ONE_BIT
            elif rank(kind) == best:
                leaders |= ONE_BIT << seat
                lead_count += ONE_BIT
    if best == rank(K_GOLD):
        lose_gold(state, log)
    if lead_count == ONE_BIT:
        return win_quarrel(state, rules, log, lowest_bit(leaders))
    able = ZERO
    able_count = ZERO
    for s in range(state.seats):
        if (leaders >> U(s)) & ONE_BIT != ZERO and state.hand[U(s)] != pk.EMPTY:
            able |= ONE_BIT << U(s)
            able_count += ONE_BIT
    if able_count >= U(2):
        state.contest = able
        state.waiting = able
        state.subround += ONE_BIT
        emit(log, L.QUARREL_TIED, -1, -1, able_count)
        return S_PICK
    if able_count == ONE_BIT and rules.options[O_PARTIAL_TIE] == ZERO:
        return win_quarrel(state, rules, log, lowest_bit(able))
    return draw_quarrel(state, rules, log)


@inline
def lose_gold(state, log):
    """A Gold that was not the last card goes to the discard pile (rulebook, Gold Acorn)."""
    for s in range(state.seats):
        seat = U(s)
        shown = (state.contest >> seat) & ONE_BIT != ZERO and state.pick[seat] == K_GOLD
        if shown and state.hand[seat] != pk.EMPTY:
            state.table -= pk.card(K_GOLD)
            state.played[seat] -= pk.card(K_GOLD)
            state.gold_lost += ONE_BIT
            emit(log, L.GOLD_LOST, seat, K_GOLD, -1)


@inline
def clear_table(state):
    """The Quarrel is over."""
    for s in range(OBSERVERS):
        state.played[U(s)] = pk.EMPTY
    state.table = pk.EMPTY
    state.contest = ZERO
    state.subround = ZERO


@inline
def win_quarrel(state, rules, log, winner):
    """The winner takes all cards played, stores and discards."""
    cards = state.table
    state.hand[winner] += cards
    state.unseen[ZERO] += cards & pk.CARDS
    seen_arriving(state, winner, cards)
    emit(log, L.QUARREL_WON, winner, -1, pk.total(cards))
    tally(state, winner, U(0), ONE_BIT)
    for s in range(state.seats):
        if U(s) != winner and (state.fought >> U(s)) & ONE_BIT != ZERO:
            tally(state, U(s), U(1), ONE_BIT)
    clear_table(state)
    return begin_mini_turn(state, rules, log, winner, M_QUARREL)


@inline
def draw_quarrel(state, rules, log):
    """Nobody wins: all cards return to those who played them."""
    cards = state.table
    state.unseen[ZERO] += cards & pk.CARDS
    for s in range(state.seats):
        seat = U(s)
        state.hand[seat] += state.played[seat]
        seen_arriving(state, seat, state.played[seat])
    emit(log, L.QUARREL_DRAWN, state.drawer, -1, pk.total(cards))
    clear_table(state)
    return after_no_winner(state, rules)
