"""The words of this project, each with its meaning: the registry behind ``docs/glossary.md``."""

from __future__ import annotations

from collections.abc import Mapping

#: Words that are about all games, by topic.
TERMS: Mapping[str, Mapping[str, str]] = {
    "Games and play": {
        "game": "a set of rules, such as S'Quarrels; never one playing of it",
        "rules": "the values of all options of a game",
        "preset": "rules that have a name, such as `rulebook_2009`",
        "variant": "rules that differ from a preset; they are printed by their differences",
        "house rule": "an option that no rulebook has, or a value that none of them means",
        "reading": "one of the ways to understand a printed sentence that is open to several",
        "match": "a whole playing to its final winner: one round or more",
        "round": "one deal up to its scoring; what players call a hand is the cards they hold here",
        "turn": "one go of a seat; each game says what counts",
        "decision": "one call of a policy: a choice among two legal actions or more",
        "forced decision": "a decision with a single legal action, carried out without asking",
        "deal": "the shuffled allocation of cards that opens a round; in match runs, the number of "
        "the match",
        "truncated": "cut by the turn cap, or by the most rounds of a match, and not ended by the "
        "rules",
    },
    "Who plays": {
        "seat": "a place at the table, from 0; seat 0 acts first in the round",
        "policy": "a function from what a seat sees to an action",
        "player": "who plays a policy, with traits; also its number: the slot in the line-up",
        "trait": "what differs between players beside their policies: speed, attention, eyes",
        "parameter": "a named number of a policy, with bounds and a default",
        "line-up": "the players of a table, in order",
        "rotation": "the seatings of a line-up that are played on each deal: `cyclic`, `balanced`, "
        "`all`, or `none`",
        "seating": "who sits where in one playing of a deal",
        "playing": "one seating of a deal played to its end; also its number",
        "pool": "the policies that opponents are drawn from, or that contend for being the best",
    },
    "Results": {
        "score": "points by the rulebook; in some games few of them are good",
        "win share": "1 for a win alone, 1/k for each of k players who tie for first, else 0",
        "even share": "the win share of equal players: 1/S among S of them",
        "payoff": "a result turned so that more of it is better",
        "seat advantage": "win share of a seat minus an even share, the same player in every seat",
        "opening hand": "the cards held before the first turn",
        "plan": "game, rules, players, seed, rotation and columns: all that decides the results, "
        "and not how many deals, threads or chunks",
        "run": "a plan and what was played of it",
        "dataset": "a folder with a run in Parquet files",
        "shard": "one of these files",
        "playthrough": "a round told move by move, with the rule behind each",
        "seed": "the number that all randomness follows from; the same plan and seed give the same "
        "bits",
        "common deals": "the same deals for everything compared, so that luck cancels; bridge "
        "players call it duplicate",
    },
    "Statistics": {
        "block": "all playings of one deal, or of one match: what is independent of each other",
        "n": "the number of blocks behind a number, unless it says hands or rounds",
        "estimate": "a value with its standard error, 95 % interval and n",
        "95 % interval": "made so that 19 of 20 such intervals hold the true value",
        "paired": "compared block by block on common deals",
        "Holm": "a correction for making several comparisons: the chance of any false claim among "
        "them stays below 5 % (Holm, 1979)",
        "settled": "claimed after that correction; what is not settled may be either way",
        "TOST": "two one-sided tests, which show that a number lies within limits (Schuirmann, "
        "1987)",
        "confidence sequence": "an interval that holds at every look at once, so that one may "
        "watch and stop",
        "observational": "seen where chance dealt it; what goes along with it is in the number too",
        "causal": "seen by changing one thing and leaving the rest of the deal as it is",
        "luck": "the part of a result, or of its variance, that does not go back to who plays",
        "equilibrium": "a mixture of policies against which no single policy does better",
        "contract": "limits for the numbers of a table, each answered by pass, fail or not enough "
        "rounds",
    },
    "How it is made": {
        "kernel": "compiled rules, on plain records",
        "face": "what a user calls: it checks, calls the kernel and labels the results",
        "naive engine": "a second, plain Python engine of the rules that shares no code with the "
        "package; tests compare every event and view",
        "view": "what a seat may see at its decision",
        "ledger": "what a watchful player would remember, kept for every seat and shown in views",
    },
}
