"""The outcome of a tournament, as careers and seasons read it.

The outcome of a closed tournament is kept in a row (`KeptEvening`) and in this process's memory, with the change marks
that the tournament then had. The database writes these marks at each change; only once they differ is the outcome
computed again. While all pages of a site are made, each tournament is read once, however many careers it is part of.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any, NamedTuple

from django.conf import settings

from tournaments.models import ChangeMark, Entry, KeptEvening, Tournament
from tournaments.models.summaries import RecentItems
from tournaments.reading.tallies import get_ranking, get_results, get_standings
from tournaments.standings.ranking import list_ranked_rows
from tournaments.standings.tournament_results import TableResult, TournamentResults

from .final_order import read_final_order
from .taking_part import place_waiting_last
from .teams import read_team_standings, sum_points

MOST_EVENINGS = 1000  # of a process: some 10 kB each
MOST_PLAYERS = 100  # of an evening that is kept
NOT_COUNTED = ("name", "date", "hidden")
"""The fields of a tournament on which its outcome does not depend."""
Stamp = tuple[list[int], list[Any]]


class RankedPlayer(NamedTuple):
    """A player with his rank in the final order of a tournament (that of the matches, where they decided it).
    `counted_total`: his gain, with the bonuses and penalties given in the same unit."""

    entry: int
    rank: int
    total: int
    counted_total: int
    card_points: int


class RankedTeam(NamedTuple):
    """A team in the standings of a tournament. `total`: what all its players won."""

    team: int
    rank: int
    total: int


class PlayedEvening:
    """The outcome of a tournament: ranks, teams and results, each read when first asked for. `player_of`: the player of
    each entry; `stamp`: what the outcome depends on, as it was when read; `kept`: the stored row that holds the
    outcome, or None."""

    def __init__(
        self,
        tournament: Tournament,
        player_of: dict[int, int],
        stamp: Stamp | None = None,
        kept: KeptEvening | None = None,
    ) -> None:
        self._tournament, self.player_of, self.stamp, self._kept = tournament, player_of, stamp, kept

    @cached_property
    def entry_of(self) -> dict[int, int]:
        """The entry id of each player, by player id."""
        return {player: entry for entry, player in self.player_of.items()}

    @cached_property
    def ranked(self) -> Sequence[RankedPlayer]:
        """The players that have a rank, in the final order."""
        if self._kept:
            return [RankedPlayer(*values) for values in self._kept.ranked]
        rows = list_ranked_rows(read_final_order(self._tournament, get_standings(self._tournament)).rows)
        return [
            RankedPlayer(tally.entry, rank, tally.total, tally.counted_total, tally.card_points)
            for rank, _tied, tally, *_ in rows
        ]

    @cached_property
    def row_of(self) -> dict[int, RankedPlayer]:
        """The ranked players by entry id."""
        return {row.entry: row for row in self.ranked}

    @cached_property
    def teams(self) -> Sequence[RankedTeam]:
        """Its teams, the best first."""
        if self._kept:
            return [RankedTeam(*values) for values in self._kept.teams or ()]
        if not self._tournament.team_score:
            return []
        rows = place_waiting_last(self._tournament, get_ranking(self._tournament))
        standings = read_team_standings(self._tournament, {}, rows)
        return [RankedTeam(row.team, row.rank, sum_points(row)) for row in (standings.rows if standings else ())]

    @cached_property
    def results(self) -> TournamentResults:
        """The results of all its tables."""
        if self._kept:
            return TournamentResults(tuple(TableResult(*values) for values in self._kept.results))
        return get_results(self._tournament)


_recent: RecentItems[PlayedEvening] = RecentItems(MOST_EVENINGS)
_kept: ContextVar[dict[int, PlayedEvening] | None] = ContextVar("kept evenings", default=None)


@contextmanager
def keep_evenings() -> Iterator[None]:
    """Context manager: inside it, `find_played_evenings` reads each tournament once, and returns that same outcome
    again later."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def find_played_evenings(tournaments: Iterable[Tournament]) -> dict[int, PlayedEvening]:
    """Return the outcome of each of these tournaments, by id: the one already read inside `keep_evenings`, else the
    present one. One query for all where nothing has changed since they were last read."""
    wanted = {each.pk: each for each in tournaments}
    kept = _kept.get()
    evenings = {pk: kept[pk] for pk in wanted if pk in kept} if kept else {}
    if missing := {pk: each for pk, each in wanted.items() if pk not in evenings}:
        evenings |= _find_unchanged(missing)
    if kept is not None:
        kept.update(evenings)
    return evenings


def _find_unchanged(tournaments: dict[int, Tournament]) -> dict[int, PlayedEvening]:
    """Return the outcome of each of these tournaments, by id: from this process's memory or the stored row where the
    tournament has not changed since, else to be computed anew."""
    stamps = read_stamps(tournaments)
    found, changed = {}, {}
    for pk, tournament in tournaments.items():
        before = _recent.find(pk)
        if before and before.stamp == stamps[pk]:
            found[pk] = before
        else:
            changed[pk] = tournament
    if changed:
        evenings = find_kept_evenings(stamps, changed)
        players = _read_players(changed)
        for pk, tournament in changed.items():
            found[pk] = PlayedEvening(tournament, players[pk], stamps[pk], evenings.get(pk))
            if stamps[pk][0] and len(players[pk]) <= MOST_PLAYERS:
                _recent.keep(pk, found[pk])
    return found


def read_stamps(tournaments: Mapping[int, Tournament]) -> dict[int, Stamp]:
    """Return, by tournament id, (its change marks, the values of its fields without NOT_COUNTED): while both stay the
    same, so does its outcome."""
    marks: dict[int, list[int]] = defaultdict(list)
    rows = ChangeMark.objects.filter(tournament__in=tournaments).order_by("pk")
    for pk, mark in rows.values_list("tournament", "mark"):
        marks[pk].append(mark)
    fields = [each.attname for each in Tournament._meta.concrete_fields if each.attname not in NOT_COUNTED]
    return {pk: (marks[pk], [getattr(each, name) for name in fields]) for pk, each in tournaments.items()}


def compute_stamp_digest(stamp: Stamp) -> str:
    """Return the digest that is stored of a stamp. It also covers the program's own files, as another version may rank
    otherwise."""
    seen = json.dumps([str(settings.PROGRAM_FINGERPRINT), stamp], default=str, sort_keys=True)
    return hashlib.sha256(seen.encode()).hexdigest()


def find_kept_evenings(stamps: Mapping[int, Stamp], wanted: Iterable[int]) -> dict[int, KeptEvening]:
    """Return, by tournament id, the stored outcomes whose digest still fits the tournament's stamp. `wanted`: ids."""
    kept_evenings = KeptEvening.objects.in_bulk(list(wanted))
    return {
        pk: row for pk, row in kept_evenings.items() if stamps[pk][0] and row.stamp == compute_stamp_digest(stamps[pk])
    }


def _read_players(tournaments: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return, by tournament id, the player id of each entry id."""
    players: dict[int, dict[int, int]] = defaultdict(dict)
    entries = Entry.objects.filter(tournament__in=list(tournaments)).order_by("pk")
    for pk, entry, player in entries.values_list("tournament", "pk", "player"):
        players[pk][entry] = player
    return players
