"""S'Quarrels as a state machine; ``docs/contract.md`` describes it, ``layout.py`` names its parts.

Rule texts: the publisher's rulebook of 2007 with its updates of 2008 (Hoard) and 2009 (Quarrel).
"""

from __future__ import annotations

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import inline
from squirrelstats.games import _packed as pk
from squirrelstats.games._machine import (
    AT_CHANCE,
    AT_DECISION,
    AT_END,
    emit,
    is_single,
    left_of,
    lowest_bit,
)
from squirrelstats.games.squarrels import layout as L

U = np.uint64
ZERO, ONE_BIT = U(0), U(1)

K_GOLD, K_LEAD = U(L.GOLD), U(L.LEAD)
K_QUARREL, K_HOARD, K_AMBUSH = U(L.QUARREL), U(L.HOARD), U(L.AMBUSH)
K_WHIRLWIND, K_WINTER = U(L.WHIRLWIND), U(L.WINTER)
HAND_KINDS = U(L.HAND_KINDS)
OBSERVERS = U(8)
SCRATCH = U(L.SCRATCH)

P_DRAW, P_STORE, P_DISCARD = U(L.PHASE_DRAW), U(L.PHASE_STORE), U(L.PHASE_DISCARD)
P_QUARREL, P_RACE = U(L.PHASE_QUARREL), U(L.PHASE_RACE)

A_DRAW, A_STOP, A_STORE, A_DONE = U(L.DRAW), U(L.STOP), U(L.STORE_ONE), U(L.DONE)
A_DISCARD, A_PLAY, A_RACE = U(L.DISCARD_ONE), U(L.PLAY_ONE), U(L.RACE)
NUMBER_MASK = U(0b0011111)
GOLD_MASK, LEAD_MASK = U(1 << L.GOLD), U(1 << L.LEAD)
RACE_MASK = U(1 << L.RACE | 1 << L.HOLD)

O_DRAW_RULE, O_HOARD_ELIGIBLE, O_AFTER_AMBUSH, O_QUARREL_DRAW, O_PARTIAL_TIE, O_SINGLE, O_GOLD = (
    U(i) for i in range(len(L.OPTION_VALUES))
)

# Stages: what the machine does next.
(
    S_TURN, S_DRAW, S_CHOOSE, S_STORE, S_DISCARD, S_QUARREL, S_PICK, S_HOARD, S_RACE, S_AMBUSH,
    S_WHIRLWIND, S_END, S_OVER,
) = (U(i) for i in range(13))  # fmt: skip


# --- the deal -----------------------------------------------------------------------------------


@inline
def shuffle(state, streams, first, cards):
    """Durstenfeld's shuffle of ``state.deck[first : first + cards]``."""
    i = cards
    while i > ONE_BIT:
        j = _rng.below(streams, i)
        i -= ONE_BIT
        kept = state.deck[first + i]
        state.deck[first + i] = state.deck[first + j]
        state.deck[first + j] = kept


@inline
def no_longer_unseen(state, kind):
    if kind < U(8):
        state.unseen[ZERO] -= pk.lane(kind)
    else:
        state.unseen[ONE_BIT] -= pk.lane(kind - U(8))


@inline
def clear(state, rules):
    """An empty table. ``seats`` and ``player`` are the caller's."""
    state.stage = S_TURN
    state.held = ZERO
    state.fixed[ZERO] = ZERO
    state.phase = ZERO
    state.actor = ZERO
    state.drawer = ZERO
    state.legal = ZERO
    state.mini = ZERO
    state.hoard = pk.EMPTY
    state.table = pk.EMPTY
    state.contest = ZERO
    state.waiting = ZERO
    state.racing = ZERO
    state.subround = ZERO
    state.turned = ZERO
    state.unseen[ZERO] = rules.unseen[ZERO]
    state.unseen[ONE_BIT] = rules.unseen[ONE_BIT]
    state.turns = ZERO
    state.mini_turns = ZERO
    state.decisions = ZERO
    state.forced = ZERO
    state.truncated = ZERO
    for s in range(OBSERVERS):
        seat = U(s)
        state.hand[seat] = pk.EMPTY
        state.opening[seat] = pk.EMPTY
        state.stored[seat] = pk.EMPTY
        state.points[seat] = 0
        state.played[seat] = pk.EMPTY
        state.pick[seat] = ZERO
        state.score[seat] = 0
        state.share60[seat] = ZERO
    forget(state)


@inline
def deal(state, rules, streams, log):
    """Shuffle, deal and complete the hands (rulebook, Game Setup)."""
    clear(state, rules)
    size = rules.deck_size
    for i in range(size):
        state.deck[U(i)] = rules.deck[U(i)]
    _rng.start(streams, _rng.DEAL, ZERO, ZERO)
    shuffle(state, streams, ZERO, size)
    position = ZERO
    winter = False
    for s in range(state.seats):
        seat = U(s)
        hand = pk.EMPTY
        while pk.total(hand) < rules.hand_size:
            kind = U(state.deck[position])
            position += ONE_BIT
            if kind < HAND_KINDS:
                hand += pk.card(kind)
            else:
                winter = winter or kind == K_WINTER
                no_longer_unseen(state, kind)
                emit(log, L.SETUP_TURNED, seat, kind, -1)
        state.hand[seat] = hand
        state.opening[seat] = hand
        if log.capacity != ZERO:
            emit_hand(log, L.DEALT, seat, hand)
    if winter:
        end = size
        for i in range(position):
            kind = U(state.deck[U(i)])
            if kind >= HAND_KINDS:
                state.deck[end] = kind
                end += ONE_BIT
        size = end
        state.unseen[ZERO] = rules.unseen[ZERO]
        state.unseen[ONE_BIT] = rules.unseen[ONE_BIT]
        _rng.start(streams, _rng.SETUP, ZERO, ZERO)
        shuffle(state, streams, position, size - position)
        emit(log, L.RESHUFFLED, -1, -1, size - position)
    state.deck_next = position
    state.deck_end = size


@inline
def emit_hand(log, code, seat, hand):
    for k in range(HAND_KINDS):
        copies = pk.count(hand, U(k))
        if copies != ZERO:
            emit(log, code, seat, k, copies)


# --- the ledger: what each observer knows to be in each hand ---------------------------------------


@inline
def forget(state):
    for i in range(OBSERVERS * OBSERVERS):
        state.known[U(i)] = pk.EMPTY


@inline
def seen_leaving(state, seat, kind):
    """All see a card of that kind leave the hand of ``seat``."""
    for o in range(OBSERVERS):
        index = seat * OBSERVERS + U(o)
        state.known[index] = pk.less_one(state.known[index], kind)


@inline
def seen_arriving(state, seat, cards):
    """All see these cards go into the hand of ``seat``."""
    for o in range(OBSERVERS):
        state.known[seat * OBSERVERS + U(o)] += cards


@inline
def ambush_known(state, victim, thief, kind):
    """Thief and victim see which card moves; for the others an unknown card left."""
    for o in range(OBSERVERS):
        index = victim * OBSERVERS + U(o)
        if U(o) == thief:
            state.known[index] = pk.less_one(state.known[index], kind)
        else:
            state.known[index] = pk.less_one_of_each(state.known[index])
    state.known[thief * OBSERVERS + victim] += pk.card(kind)


# --- steps --------------------------------------------------------------------------------------


@inline
def sets_held(state, rules, seat):
    """Mask of the values of which a set could be stored."""
    return pk.at_least(state.hand[seat], rules.set_size) & NUMBER_MASK


@inline
def store(state, rules, log, kind):
    """Store one set of ``kind`` (rulebook, Storing Cards: three matching Number Cards)."""
    seat = state.actor
    for _ in range(rules.set_size):
        state.hand[seat] -= pk.card(kind)
        state.unseen[ZERO] -= pk.lane(kind)
        seen_leaving(state, seat, kind)
    state.stored[seat] += pk.card(kind)
    state.points[seat] += np.int64(kind) + 1
    emit(log, L.STORED, seat, kind, pk.count(state.stored[seat], kind))


@inline
def discard(state, log, kind):
    seat = state.actor
    state.hand[seat] -= pk.card(kind)
    state.unseen[ZERO] -= pk.lane(kind)
    state.hoard += pk.card(kind)
    seen_leaving(state, seat, kind)
    emit(log, L.DISCARDED, seat, kind, pk.total(state.hoard))
    end_turn(state)


@inline
def end_turn(state):
    """Play goes on to the left of whoever stored and discarded."""
    state.drawer = left_of(state.actor, state.seats)
    state.mini = ZERO
    state.stage = S_TURN


@inline
def discards_allowed(state, rules, seat):
    """Mask by kind; empty for an empty hand (rulebook, Lead Acorn and the closing note)."""
    held = pk.at_least(state.hand[seat], ONE_BIT)
    allowed = held
    if (held & NUMBER_MASK) != ZERO:
        allowed &= ~LEAD_MASK
    if rules.options[O_GOLD] == ONE_BIT and state.hand[seat] != pk.card(K_GOLD):
        allowed &= ~GOLD_MASK
    return allowed


@inline
def begin_mini_turn(state, log, winner):
    """The winner of a Quarrel or Hoard stores and discards, without drawing."""
    state.actor = winner
    state.mini = ONE_BIT
    state.mini_turns += ONE_BIT
    emit(log, L.MINI_TURN, winner, -1, state.mini_turns)
    state.stage = S_STORE


@inline
def resume(state):
    state.actor = state.drawer
    state.stage = S_CHOOSE


@inline
def drawer_stores(state):
    state.actor = state.drawer
    state.stage = S_STORE


# --- Quarrel --------------------------------------------------------------------------------------


@inline
def begin_quarrel(state, rules, log):
    """Everybody with a card takes part (rulebook, Quarrel of 6/28/09)."""
    contest = ZERO
    contestants = ZERO
    for s in range(state.seats):
        if state.hand[U(s)] != pk.EMPTY:
            contest |= ONE_BIT << U(s)
            contestants += ONE_BIT
    emit(log, L.QUARREL_BEGUN, state.drawer, -1, contestants)
    if contestants >= U(2):
        state.contest = contest
        state.waiting = contest
        state.subround = ONE_BIT
        state.stage = S_PICK
    elif contestants == ONE_BIT and rules.options[O_SINGLE] == ONE_BIT:
        win_quarrel(state, log, lowest_bit(contest))
    else:
        emit(log, L.QUARREL_CANCELLED, state.drawer, -1, contestants)
        after_no_winner(state, rules)


@inline
def after_no_winner(state, rules):
    if rules.options[O_QUARREL_DRAW] == ZERO:
        resume(state)
    else:
        drawer_stores(state)


@inline
def rank(kind):
    """Gold > Five > … > One > Lead."""
    if kind == K_LEAD:
        return ZERO
    return kind + ONE_BIT


@inline
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
            seen_leaving(state, seat, kind)
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
        win_quarrel(state, log, lowest_bit(leaders))
        return
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
        state.stage = S_PICK
    elif able_count == ONE_BIT and rules.options[O_PARTIAL_TIE] == ZERO:
        win_quarrel(state, log, lowest_bit(able))
    else:
        draw_quarrel(state, rules, log)


@inline
def lose_gold(state, log):
    """A Gold that was not the last card goes to the discard pile (rulebook, Gold Acorn)."""
    for s in range(state.seats):
        seat = U(s)
        shown = (state.contest >> seat) & ONE_BIT != ZERO and state.pick[seat] == K_GOLD
        if shown and state.hand[seat] != pk.EMPTY:
            state.table -= pk.card(K_GOLD)
            state.played[seat] -= pk.card(K_GOLD)
            emit(log, L.GOLD_LOST, seat, K_GOLD, -1)


@inline
def clear_table(state):
    for s in range(OBSERVERS):
        state.played[U(s)] = pk.EMPTY
    state.table = pk.EMPTY
    state.contest = ZERO
    state.subround = ZERO


@inline
def win_quarrel(state, log, winner):
    """The winner takes all cards played, stores and discards."""
    cards = state.table
    state.hand[winner] += cards
    state.unseen[ZERO] += cards & pk.CARDS
    seen_arriving(state, winner, cards)
    emit(log, L.QUARREL_WON, winner, -1, pk.total(cards))
    clear_table(state)
    begin_mini_turn(state, log, winner)


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
    after_no_winner(state, rules)


# --- Hoard, Ambush, Whirlwind -------------------------------------------------------------------


@inline
def begin_hoard(state, rules, log):
    """Everyone but the drawer may race for the pile (rulebook, Hoard of 12/2/08)."""
    if state.hoard == pk.EMPTY:
        emit(log, L.HOARD_EMPTY, state.drawer, -1, -1)
        drawer_stores(state)
        return
    everyone = (ONE_BIT << state.seats) - ONE_BIT
    if rules.options[O_HOARD_ELIGIBLE] == ZERO:
        everyone &= ~(ONE_BIT << state.drawer)
    state.contest = everyone
    state.waiting = everyone
    state.racing = ZERO
    state.stage = S_HOARD


@inline
def race_decided(state, log):
    """Everybody has chosen: show it."""
    for s in range(state.seats):
        if (state.contest >> U(s)) & ONE_BIT != ZERO:
            emit(log, L.RACED, s, -1, (state.racing >> U(s)) & ONE_BIT)
    state.contest = ZERO
    if state.racing == ZERO:
        emit(log, L.RACE_NONE, state.drawer, -1, pk.total(state.hoard))
        drawer_stores(state)
    else:
        state.stage = S_RACE


@inline
def race(state, streams, log):
    """The fastest hand takes the pile; equal speeds."""
    winner = ZERO
    if state.fixed[ZERO] != ZERO:
        winner = state.fixed[ONE_BIT]
        state.fixed[ZERO] = ZERO
    else:
        occurrence = pk.count(state.turned, K_HOARD - K_QUARREL) - ONE_BIT
        fastest = ZERO
        none = True
        seat = state.drawer
        for _ in range(state.seats):
            seat = left_of(seat, state.seats)
            if (state.racing >> seat) & ONE_BIT != ZERO:
                _rng.start(streams, _rng.RACE, seat, occurrence)
                speed = _rng.bits(streams)
                if none or speed > fastest:
                    fastest = speed
                    winner = seat
                    none = False
    pile = state.hoard
    state.hand[winner] += pile
    state.unseen[ZERO] += pile & pk.CARDS
    state.hoard = pk.EMPTY
    state.racing = ZERO
    seen_arriving(state, winner, pile)
    emit(log, L.RACE_WON, winner, -1, pk.total(pile))
    begin_mini_turn(state, log, winner)


@inline
def ambush_victim(state):
    """Next victim of the Ambush (clockwise, with a card), or the number of seats."""
    while state.waiting < state.seats:
        victim = state.drawer + state.waiting
        if victim >= state.seats:
            victim -= state.seats
        if state.hand[victim] != pk.EMPTY:
            return victim
        state.waiting += ONE_BIT
    return state.seats


@inline
def ambush(state, streams, log, victim):
    """The drawer takes one random card from the victim."""
    hand = state.hand[victim]
    if state.fixed[ZERO] != ZERO:
        kind = state.fixed[ONE_BIT]
        state.fixed[ZERO] = ZERO
    else:
        occurrence = pk.count(state.turned, K_AMBUSH - K_QUARREL) - ONE_BIT
        _rng.start(streams, _rng.AMBUSH, victim, occurrence)
        kind = pk.nth(hand, _rng.below(streams, pk.total(hand)))
    state.hand[victim] = hand - pk.card(kind)
    state.hand[state.drawer] += pk.card(kind)
    ambush_known(state, victim, state.drawer, kind)
    emit(log, L.AMBUSHED, victim, kind, state.drawer)
    state.waiting += ONE_BIT


@inline
def after_ambush(state, rules):
    state.waiting = ZERO
    if rules.options[O_AFTER_AMBUSH] == ZERO:
        drawer_stores(state)
    else:
        resume(state)


@inline
def lay_out(state, word, end):
    """Write the cards of a packed count by kind from ``state.deck[end]`` on; the new end."""
    for k in range(HAND_KINDS):
        for _ in range(pk.count(word, U(k))):
            state.deck[end] = k
            end += ONE_BIT
    return end


@inline
def whirlwind(state, streams, log):
    """All hands are shuffled together and dealt out again from the drawer clockwise."""
    pool = pk.EMPTY
    for s in range(state.seats):
        pool += state.hand[U(s)]
        state.hand[U(s)] = pk.EMPTY
    cards = lay_out(state, pool, SCRATCH) - SCRATCH
    if state.fixed[ZERO] != ZERO:
        streams.state[ZERO] = state.fixed[ONE_BIT]
        streams.state[ONE_BIT] = state.fixed[U(2)]
        state.fixed[ZERO] = ZERO
    else:
        occurrence = pk.count(state.turned, K_WHIRLWIND - K_QUARREL) - ONE_BIT
        _rng.start(streams, _rng.WHIRLWIND, ZERO, occurrence)
    shuffle(state, streams, SCRATCH, cards)
    emit(log, L.WHIRLED, state.drawer, -1, cards)
    seat = state.drawer
    for i in range(cards):
        state.hand[seat] += pk.card(U(state.deck[SCRATCH + U(i)]))
        seat = left_of(seat, state.seats)
    if log.capacity != ZERO:
        seat = state.drawer
        for _ in range(state.seats):
            emit_hand(log, L.REDEALT, seat, state.hand[seat])
            seat = left_of(seat, state.seats)
    forget(state)
    resume(state)


# --- drawing and the end of the round ---------------------------------------------------------------


@inline
def draw_card(state, rules, log):
    """The drawer draws one card; an Action card is played at once."""
    if state.deck_next == state.deck_end:
        state.stage = S_END
        return
    kind = U(state.deck[state.deck_next])
    state.deck_next += ONE_BIT
    emit(log, L.DRAWN, state.drawer, kind, state.deck_end - state.deck_next)
    if kind < HAND_KINDS:
        state.hand[state.drawer] += pk.card(kind)
        state.stage = S_CHOOSE
        return
    no_longer_unseen(state, kind)
    state.turned += pk.lane(kind - K_QUARREL)
    if kind == K_QUARREL:
        state.stage = S_QUARREL
    elif kind == K_HOARD:
        begin_hoard(state, rules, log)
    elif kind == K_AMBUSH:
        state.waiting = ONE_BIT
        state.stage = S_AMBUSH
    elif kind == K_WHIRLWIND:
        state.stage = S_WHIRLWIND
    else:
        emit(log, L.WINTER_CAME, state.drawer, K_WINTER, state.deck_end - state.deck_next)
        state.stage = S_END


@inline
def score_round(state, rules, log):
    """Stored points, plus the Gold and minus the Lead in hand (rulebook, End of Game)."""
    best = -(1 << 30)
    tied = ZERO
    for s in range(state.seats):
        seat = U(s)
        score = state.points[seat]
        score += np.int64(pk.count(state.hand[seat], K_GOLD)) * rules.gold_points
        score += np.int64(pk.count(state.hand[seat], K_LEAD)) * rules.lead_points
        state.score[seat] = score
        emit(log, L.SCORED, seat, -1, score)
        if score > best:
            best = score
            tied = ONE_BIT
        elif score == best:
            tied += ONE_BIT
    for s in range(state.seats):
        if state.score[U(s)] == best:
            state.share60[U(s)] = U(60) // tied


# --- the machine ------------------------------------------------------------------------------------


@inline
def ask(state, phase, seat, legal):
    state.phase = phase
    state.actor = seat
    state.legal = legal
    return AT_DECISION


@inline
def advance(state, rules, streams, log, stop_at_chance):
    """Run to the next decision, to a chance event if asked to stop there, or to the end."""
    while True:
        stage = state.stage
        if stage == S_DRAW or stage == S_TURN:
            if stage == S_TURN:
                if state.deck_next == state.deck_end:
                    state.stage = S_END
                    continue
                state.actor = state.drawer
                state.turns += ONE_BIT
                emit(log, L.TURN, state.drawer, -1, state.turns)
                state.stage = S_DRAW
            if stop_at_chance and state.held == ZERO and state.deck_next != state.deck_end:
                state.held = ONE_BIT
                return AT_CHANCE
            state.held = ZERO
            draw_card(state, rules, log)
        elif stage == S_CHOOSE:
            seat = state.drawer
            if pk.total(state.hand[seat]) >= rules.stop_level:
                state.stage = S_STORE
                continue
            legal = (ONE_BIT << A_DRAW) | (ONE_BIT << A_STOP)
            if rules.options[O_DRAW_RULE] == ZERO:
                legal = (ONE_BIT << A_DRAW) | (sets_held(state, rules, seat) << A_STORE)
            if not is_single(legal):
                return ask(state, P_DRAW, seat, legal)
            state.forced += ONE_BIT
            state.stage = S_DRAW
        elif stage == S_STORE:
            sets = sets_held(state, rules, state.actor)
            if sets != ZERO:
                return ask(state, P_STORE, state.actor, (sets << A_STORE) | (ONE_BIT << A_DONE))
            state.forced += ONE_BIT
            state.stage = S_DISCARD
        elif stage == S_DISCARD:
            allowed = discards_allowed(state, rules, state.actor)
            if allowed == ZERO:
                emit(log, L.NO_DISCARD, state.actor, -1, -1)
                end_turn(state)
            elif is_single(allowed):
                state.forced += ONE_BIT
                discard(state, log, lowest_bit(allowed))
            else:
                return ask(state, P_DISCARD, state.actor, allowed << A_DISCARD)
        elif stage == S_PICK:
            if state.waiting == ZERO:
                reveal(state, rules, log)
                continue
            seat = lowest_bit(state.waiting)
            held = pk.at_least(state.hand[seat], ONE_BIT)
            if not is_single(held):
                return ask(state, P_QUARREL, seat, held << A_PLAY)
            state.forced += ONE_BIT
            state.pick[seat] = lowest_bit(held)
            state.waiting &= state.waiting - ONE_BIT
        elif stage == S_HOARD:
            if state.waiting != ZERO:
                return ask(state, P_RACE, lowest_bit(state.waiting), RACE_MASK)
            race_decided(state, log)
        elif stage == S_QUARREL:
            begin_quarrel(state, rules, log)
        elif stage == S_END:
            score_round(state, rules, log)
            state.stage = S_OVER
        elif stage == S_OVER:
            return AT_END
        else:
            victim = ZERO
            if stage == S_AMBUSH:
                victim = ambush_victim(state)
                if victim == state.seats:
                    after_ambush(state, rules)
                    continue
            if stop_at_chance and state.held == ZERO:
                state.held = ONE_BIT
                return AT_CHANCE
            state.held = ZERO
            if stage == S_AMBUSH:
                ambush(state, streams, log, victim)
            elif stage == S_RACE:
                race(state, streams, log)
            else:
                whirlwind(state, streams, log)


@inline
def apply(state, rules, log, action):
    """Carry out a legal action of ``state.actor``."""
    phase = state.phase
    if phase == P_DISCARD:
        discard(state, log, action - A_DISCARD)
    elif phase == P_STORE:
        if action == A_DONE:
            state.stage = S_DISCARD
        else:
            store(state, rules, log, action - A_STORE)
    elif phase == P_QUARREL:
        state.pick[state.actor] = action - A_PLAY
        state.waiting &= state.waiting - ONE_BIT
    elif phase == P_RACE:
        if action == A_RACE:
            state.racing |= ONE_BIT << state.actor
        state.waiting &= state.waiting - ONE_BIT
    elif action == A_DRAW:
        state.stage = S_DRAW
    elif action == A_STOP:
        emit(log, L.STOPPED, state.actor, -1, pk.total(state.hand[state.actor]))
        state.stage = S_STORE
    else:
        store(state, rules, log, action - A_STORE)
        state.stage = S_STORE


@inline
def observe(state, rules, view):
    """What ``state.actor`` may see; every field is written."""
    me = state.actor
    seats = state.seats
    hand = state.hand[me]
    view.phase = state.phase
    view.seat = me
    view.seats = seats
    ahead = state.drawer + seats - me
    view.drawer = ahead - seats if ahead >= seats else ahead
    view.mini_turn = state.mini
    view.deck_left = state.deck_end - state.deck_next
    view.subround = state.subround
    view.turn = state.turns
    view.hand = hand
    view.hoard = state.hoard
    view.table = state.table
    view.unseen[ZERO] = state.unseen[ZERO] - (hand & pk.CARDS)
    view.unseen[ONE_BIT] = state.unseen[ONE_BIT]
    sizes = ZERO
    contesting = ZERO
    seat = me
    for i in range(U(L.MAX_SEATS)):
        r = U(i)
        if r < seats:
            sizes |= pk.total(state.hand[seat]) << (r << U(3))
            contesting |= ((state.contest >> seat) & ONE_BIT) << (r << U(3))
            view.points[r] = state.points[seat]
            view.stored[r] = state.stored[seat]
            view.known[r] = state.known[seat * OBSERVERS + me]
            view.played[r] = state.played[seat]
            seat = left_of(seat, seats)
        else:
            view.points[r] = 0
            view.stored[r] = pk.EMPTY
            view.known[r] = pk.EMPTY
            view.played[r] = pk.EMPTY
    view.known[ZERO] = hand
    view.hand_sizes = sizes
    view.contesting = contesting


# --- chance, seen and steered from outside ------------------------------------------------------------


@inline
def chance(state, rules, outcomes):
    """Outcomes of the pending chance event as integer weights; its kind of event.

    ``outcomes`` is int64 (16,): by kind for a draw or an Ambush, by seat for a race, all 0 for the
    Whirlwind, which has too many.
    """
    for i in range(16):
        outcomes[i] = 0
    stage = state.stage
    if stage == S_DRAW:
        for i in range(state.deck_next, state.deck_end):
            outcomes[state.deck[U(i)]] += 1
        return L.CHANCE_DRAW
    if stage == S_AMBUSH:
        hand = state.hand[ambush_victim(state)]
        for k in range(HAND_KINDS):
            outcomes[k] = pk.count(hand, U(k))
        return L.CHANCE_AMBUSH
    if stage == S_RACE:
        for s in range(state.seats):
            outcomes[s] = (state.racing >> U(s)) & ONE_BIT
        return L.CHANCE_RACE
    return L.CHANCE_WHIRLWIND


@inline
def swap_to_front(state, index):
    kept = state.deck[state.deck_next]
    state.deck[state.deck_next] = state.deck[index]
    state.deck[index] = kept


@inline
def force(state, rules, outcome, streams):
    """Make a listed outcome (uint64) happen next; false if it cannot.

    A draw exchanges the front card with a uniformly chosen copy of the kind, by the stream in use.
    """
    stage = state.stage
    if stage == S_DRAW:
        copies = ZERO
        for i in range(state.deck_next, state.deck_end):
            if U(state.deck[U(i)]) == outcome:
                copies += ONE_BIT
        if copies == ZERO:
            return False
        chosen = _rng.below(streams, copies)
        for i in range(state.deck_next, state.deck_end):
            if U(state.deck[U(i)]) == outcome:
                if chosen == ZERO:
                    swap_to_front(state, U(i))
                    return True
                chosen -= ONE_BIT
    possible = False
    if stage == S_AMBUSH:
        possible = outcome < HAND_KINDS and pk.count(
            state.hand[ambush_victim(state)], outcome
        ) != ZERO
    elif stage == S_RACE:
        possible = outcome < state.seats and (state.racing >> outcome) & ONE_BIT != ZERO
    if possible:
        state.fixed[ZERO] = ONE_BIT
        state.fixed[ONE_BIT] = outcome
    return possible


@inline
def resample(state, rules, streams):
    """Redraw the pending chance event from the stream in use."""
    stage = state.stage
    if stage == S_DRAW:
        left = state.deck_end - state.deck_next
        swap_to_front(state, state.deck_next + _rng.below(streams, left))
        return
    state.fixed[ZERO] = ONE_BIT
    if stage == S_AMBUSH:
        hand = state.hand[ambush_victim(state)]
        state.fixed[ONE_BIT] = pk.nth(hand, _rng.below(streams, pk.total(hand)))
    elif stage == S_RACE:
        racers = ZERO
        for s in range(state.seats):
            racers += (state.racing >> U(s)) & ONE_BIT
        chosen = _rng.below(streams, racers)
        mask = state.racing
        for _ in range(chosen):
            mask &= mask - ONE_BIT
        state.fixed[ONE_BIT] = lowest_bit(mask)
    else:
        state.fixed[ONE_BIT] = streams.state[ZERO]
        state.fixed[U(2)] = streams.state[ONE_BIT]


@inline
def redeal_hidden(state, rules, seat, streams):
    """Deal what ``seat`` cannot know again, by the stream in use; its view stays the same."""
    pool = pk.EMPTY
    for s in range(state.seats):
        if U(s) != seat:
            pool += state.hand[U(s)] - state.known[U(s) * OBSERVERS + seat]
    actions = ZERO
    for i in range(state.deck_next, state.deck_end):
        kind = U(state.deck[U(i)])
        if kind < HAND_KINDS:
            pool += pk.lane(kind)
        else:
            state.deck[state.deck_next + actions] = kind
            actions += ONE_BIT
    cards = lay_out(state, pool, SCRATCH) - SCRATCH
    shuffle(state, streams, SCRATCH, cards)
    position = SCRATCH
    for s in range(state.seats):
        other = U(s)
        if other != seat:
            known = state.known[other * OBSERVERS + seat]
            unknown = pk.total(state.hand[other]) - pk.total(known)
            state.hand[other] = known
            for _ in range(unknown):
                state.hand[other] += pk.card(U(state.deck[position]))
                position += ONE_BIT
            for o in range(OBSERVERS):
                if U(o) != seat:
                    index = other * OBSERVERS + U(o)
                    state.known[index] = pk.least(state.known[index], state.hand[other])
    end = state.deck_next + actions
    while position < SCRATCH + cards:
        state.deck[end] = state.deck[position]
        end += ONE_BIT
        position += ONE_BIT
    shuffle(state, streams, state.deck_next, state.deck_end - state.deck_next)
    for s in range(state.seats):
        other = U(s)
        decided = ((state.contest & ~state.waiting) >> other) & ONE_BIT != ZERO
        if decided and other != seat:
            if state.stage == S_PICK:
                hand = state.hand[other]
                state.pick[other] = pk.nth(hand, _rng.below(streams, pk.total(hand)))
            elif state.stage == S_HOARD:
                state.racing &= ~(ONE_BIT << other)
                state.racing |= _rng.below(streams, U(2)) << other


# --- results ----------------------------------------------------------------------------------------


@inline
def seat_result(state, seat, out):
    out.opening = state.opening[seat]
    out.score = state.score[seat]
    out.share60 = state.share60[seat]


@inline
def round_result(state, out):
    out.turns = state.turns
    out.mini_turns = state.mini_turns
    out.decisions = state.decisions
    out.forced = state.forced
    out.truncated = state.truncated
