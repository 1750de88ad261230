"""A knockout bracket for paper: its matches numbered in the order in which they can be played, each side given as a
seed's number or as the match that it comes from. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .knockout import FINAL, NOBODY, SEED, Bracket, KnockoutScheme, MatchSource, build_bracket

RETURN_MATCH = 2
"""The stage of double elimination's second final, which may not be needed."""


@dataclass(frozen=True)
class PaperMatch:
    """One match on paper.

    n: its number.
    round: the first round in which it can be played, from 1.
    sides: each a seed (`kind` SEED), or a player of match number `n` on paper.
    conditional: True for a second final, played only if the unbeaten finalist loses the first one.
    """

    n: int
    round: int
    sides: tuple[MatchSource, MatchSource]
    conditional: bool = False


def list_paper_matches(players: int, scheme: KnockoutScheme) -> list[PaperMatch]:
    """Return all matches of a bracket of so many players; those with a bye are left out."""
    built = build_bracket(range(1, players + 1), scheme)
    real = [match for match in built.matches.values() if match.is_real]
    turns: dict[int, int] = {}
    for match in real:
        turns[match.n] = 1 + max((turns[n] for n in _iter_matches_before(built, match.n)), default=0)
    order = sorted(real, key=lambda match: (turns[match.n], match.n))
    number = {match.n: n for n, match in enumerate(order, 1)}
    matches = []
    for match in order:
        first, second = (_build_side(built, source, number) for source in match.sources)
        perhaps = match.part == FINAL and match.stage == RETURN_MATCH
        matches.append(PaperMatch(number[match.n], turns[match.n], (first, second), perhaps))
    return matches


def _iter_matches_before(built: Bracket, n: int) -> Iterator[int]:
    """Yield the numbers of the matches of two players from which the sides of match n come."""
    for source in built.matches[n].sources:
        if source.kind != SEED:
            yield from [source.n] if built.matches[source.n].is_real else _iter_matches_before(built, source.n)


def _build_side(built: Bracket, source: MatchSource, number: dict[int, int]) -> MatchSource:
    """Return the side that stands for this source on paper; a bye is replaced by the player or match behind it.
    `number`: by match of the bracket, its number on paper."""
    if source.kind == SEED:
        return MatchSource(SEED, source.n)
    match = built.matches[source.n]
    if match.is_real:
        return MatchSource(source.kind, number[match.n])
    known = next((side for side in match.sides if side), None)
    if known:
        return MatchSource(SEED, known)
    there = next(each for each, side in zip(match.sources, match.sides, strict=True) if side != NOBODY)
    return _build_side(built, there, number)
