"""The functions of a kernel one at a time, for rounds that are steered move by move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from squirrelstats import _rng
from squirrelstats._jit import JIT_DISABLED, compiled, inline
from squirrelstats.games._machine import ASKED, emit
from squirrelstats.policies._loop import ask_policy, prepare_players

U = np.uint64


@dataclass(frozen=True)
class Steps:
    """Compiled entry points; all records come as arrays of length 1, as for the bulk loop.

    The last three draw from a stream of their own, started from ``seed`` in ``streams``.

    Attributes
    ----------
    deal : ``(state, rules, streams, log)``
    prepare : ``(state, players, lineup, streams)``; fresh memory and streams of the policies.
    advance : ``(state, rules, traits, streams, log, stop_at_chance) -> int``
    observe : ``(state, rules, view)``
    ask : ``(state, view, players, lineup) -> int``; the policy of the seat that decides.
    apply : ``(state, rules, log, action)``; counts and logs the decision first.
    chance : ``(state, rules, traits, outcomes) -> int``
    force : ``(state, rules, outcome, streams, seed) -> bool``
    resample : ``(state, rules, traits, streams, seed)``
    redeal_hidden : ``(state, rules, seat, streams, seed)``
    """

    deal: Callable[..., None]
    prepare: Callable[..., None]
    advance: Callable[..., int]
    observe: Callable[..., None]
    ask: Callable[..., int]
    apply: Callable[..., None]
    chance: Callable[..., int]
    force: Callable[..., bool]
    resample: Callable[..., None]
    redeal_hidden: Callable[..., None]


@inline
def start_own(streams: Any, seed: Any, use: Any) -> None:
    """Start the stream of a seed and a use, which are no part of the run's keys."""
    streams.hashed[_rng.FORCE] = _rng.mix(seed + _rng.GAMMA)
    _rng.start(streams, _rng.FORCE, U(0), use)


def build_steps(game: str, kernel: Any) -> Steps:
    """Compile (each on first call) the functions of a kernel.

    Parameters
    ----------
    game : str
        Name of the game, part of the cache key.
    kernel : module
        The functions of the contract.

    Returns
    -------
    steps : Steps
    """
    kernel_deal, kernel_advance, kernel_observe = kernel.deal, kernel.advance, kernel.observe
    kernel_apply, kernel_chance, kernel_force = kernel.apply, kernel.chance, kernel.force
    kernel_resample, kernel_redeal = kernel.resample, kernel.redeal_hidden

    def deal(states: Any, rule_sets: Any, stream_sets: Any, logs: Any) -> None:
        kernel_deal(states[0], rule_sets[0], stream_sets[0], logs[0])

    def prepare(states: Any, player_sets: Any, lineups: Any, stream_sets: Any) -> None:
        prepare_players(states[0], player_sets[0], lineups[0], stream_sets[0])

    def advance(
        states: Any, rule_sets: Any, trait_sets: Any, stream_sets: Any, logs: Any, stop: Any
    ) -> Any:
        return kernel_advance(states[0], rule_sets[0], trait_sets[0], stream_sets[0], logs[0], stop)

    def observe(states: Any, rule_sets: Any, views: Any) -> None:
        kernel_observe(states[0], rule_sets[0], views[0])

    def ask(states: Any, views: Any, player_sets: Any, lineups: Any) -> Any:
        state = states[0]
        seat = state.actor
        return ask_policy(
            lineups[0], player_sets[0], views[0], seat, state.player[seat], state.legal
        )

    def apply(states: Any, rule_sets: Any, logs: Any, action: Any) -> None:
        state, log = states[0], logs[0]
        state.decisions += U(1)
        emit(log, ASKED, state.actor, action, state.decisions)
        kernel_apply(state, rule_sets[0], log, action)

    def chance(states: Any, rule_sets: Any, trait_sets: Any, outcomes: Any) -> Any:
        return kernel_chance(states[0], rule_sets[0], trait_sets[0], outcomes)

    def force(states: Any, rule_sets: Any, outcome: Any, stream_sets: Any, seed: Any) -> Any:
        start_own(stream_sets[0], seed, U(0))
        return kernel_force(states[0], rule_sets[0], outcome, stream_sets[0])

    def resample(states: Any, rule_sets: Any, trait_sets: Any, stream_sets: Any, seed: Any) -> None:
        start_own(stream_sets[0], seed, U(1))
        kernel_resample(states[0], rule_sets[0], trait_sets[0], stream_sets[0])

    def redeal_hidden(states: Any, rule_sets: Any, seat: Any, stream_sets: Any, seed: Any) -> None:
        start_own(stream_sets[0], seed, U(2))
        kernel_redeal(states[0], rule_sets[0], seat, stream_sets[0])

    def entry(function: Any) -> Any:
        function.cache_label = game
        wrapped = compiled(function)
        return np.errstate(over="ignore")(wrapped) if JIT_DISABLED else wrapped

    return Steps(
        deal=entry(deal),
        prepare=entry(prepare),
        advance=entry(advance),
        observe=entry(observe),
        ask=entry(ask),
        apply=entry(apply),
        chance=entry(chance),
        force=entry(force),
        resample=entry(resample),
        redeal_hidden=entry(redeal_hidden),
    )
