"""The final places of a knockout, as far as its matches have decided them. Pure: players are numbers."""

from collections.abc import Iterator

from .knockout import LOSERS, MAIN, NOBODY, THIRD, Bracket, Match


def list_places(built: Bracket) -> list[tuple[int, tuple[int, ...]]]:
    """Return (place, the players who have it) as far as known, the best first. Players who go out in the same stage
    share a place. A consolation is ignored."""
    places: dict[int, list[int]] = {}
    if built.champion:
        places[1] = [built.champion]
    for place, stage in _iter_eliminations(built):
        out = [player for match in stage for player in match.losing_sides]
        if out and all(match.winner is not None for match in stage):
            places[place] = out
    if away := _list_absent(built):
        places.setdefault(len(built.seeds) - len(away) + 1, []).extend(away)
    third = next((match for match in built.matches.values() if match.part == THIRD), None)
    if third and third.winner and third.loser:
        places |= {3: [third.winner], 4: [third.loser]}
    return [(place, tuple(players)) for place, players in sorted(places.items())]


def _list_absent(built: Bracket) -> list[int]:
    """Return who stayed away from a match of the main part, where there is a losers' part: they do not appear in it."""
    main = built.list_stages(MAIN) if built.list_stages(LOSERS) else []
    return [player for stage in main for match in stage if match.winner == NOBODY for player in match.losing_sides]


def _iter_eliminations(built: Bracket) -> Iterator[tuple[int, list[Match]]]:
    """Yield (the place that its losers get, the matches) for each stage whose losers are out, the last stage first."""
    if len(built.seeds) > 1:
        yield 2, [built.deciding_match]
    place = 3
    part = LOSERS if built.scheme.losers and built.list_stages(LOSERS) else MAIN
    stages = built.list_stages(part)
    for stage in reversed(stages if part == LOSERS else stages[:-1]):
        real = [match for match in stage if match.is_real]
        yield place, real
        place += len(real) if part == LOSERS else len(stage)
