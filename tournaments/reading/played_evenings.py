"""A tournament as careers and seasons read it. What it came to is kept in this process's memory with its change marks,
which the database writes at each change: it is read again when these are others, and at no other time.

While all pages of a site are made, each tournament is read once, whatever careers it is part of and however many there
are.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any

from tournaments.models import ChangeMark, Entry, Tournament
from tournaments.models.summaries import RecentItems
from tournaments.reading.tallies import get_results, get_standings
from tournaments.standings.ranking import StandingsRow, list_ranked_rows
from tournaments.standings.tournament_results import TournamentResults

from .final_order import read_final_order

MOST_EVENINGS = 1000  # of a process: some 10 kB each
MOST_PLAYERS = 100  # of an evening that is kept


class PlayedEvening:
    """What a tournament came to; each part is read when it is first asked for. `player_of`: the player of each
    entry; `stamp`: its change marks and its own fields when it was met."""

    def __init__(self, tournament: Tournament, player_of: dict[int, int], stamp: Any = None) -> None:
        self._tournament, self.player_of, self.stamp = tournament, player_of, stamp

    @cached_property
    def entry_of(self) -> dict[int, int]:
        """The entry of each player."""
        return {player: entry for entry, player in self.player_of.items()}

    @cached_property
    def ranked(self) -> Sequence[StandingsRow]:
        """The rows of those who are ranked, in the final order: that of the matches, where they decided it."""
        return list_ranked_rows(read_final_order(self._tournament, get_standings(self._tournament)).rows)

    @cached_property
    def row_of(self) -> dict[int, StandingsRow]:
        """The row of each entry that is ranked."""
        return {row.tally.entry: row for row in self.ranked}

    @cached_property
    def results(self) -> TournamentResults:
        """The results of all its tables."""
        return get_results(self._tournament)


_recent: RecentItems[PlayedEvening] = RecentItems(MOST_EVENINGS)
_kept: ContextVar[dict[int, PlayedEvening] | None] = ContextVar("kept evenings", default=None)


@contextmanager
def keep_evenings() -> Iterator[None]:
    """Context manager: inside, each tournament is read once, as it was when it was first asked for."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def find_played_evenings(tournaments: Iterable[Tournament]) -> dict[int, PlayedEvening]:
    """Return what these tournaments came to, by id: as it was kept inside `keep_evenings`, else as it is now. One query
    for all where nothing has changed since they were read."""
    wanted = {each.pk: each for each in tournaments}
    kept = _kept.get()
    found = {pk: kept[pk] for pk in wanted if pk in kept} if kept else {}
    if missing := {pk: each for pk, each in wanted.items() if pk not in found}:
        found |= _find_unchanged(missing)
    if kept is not None:
        kept.update(found)
    return found


def _find_unchanged(tournaments: dict[int, Tournament]) -> dict[int, PlayedEvening]:
    """Return what these tournaments came to, by id: as it was read before where nothing of them has changed."""
    marks: dict[int, list[int]] = defaultdict(list)
    for pk, mark in (
        ChangeMark.objects.filter(tournament__in=tournaments).order_by("pk").values_list("tournament", "mark")
    ):
        marks[pk].append(mark)
    found, changed = {}, {}
    for pk, tournament in tournaments.items():
        stamp = (marks[pk], [getattr(tournament, field.attname) for field in tournament._meta.concrete_fields])
        before = _recent.find(pk)
        if before and before.stamp == stamp:
            found[pk] = before
        else:
            changed[pk] = PlayedEvening(tournament, {}, stamp)
    if changed:
        entries = Entry.objects.filter(tournament__in=changed).order_by("pk")
        for pk, entry, player in entries.values_list("tournament", "pk", "player"):
            changed[pk].player_of[entry] = player
    for pk, evening in changed.items():
        if marks[pk] and len(evening.player_of) <= MOST_PLAYERS:
            _recent.keep(pk, evening)
    return found | changed
