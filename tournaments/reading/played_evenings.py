"""A tournament as careers and seasons read it. While all pages of a site are made, each tournament is read once,
whatever careers it is part of; a single page reads it anew, as things are."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property

from tournaments.models import Entry, Tournament
from tournaments.reading.tallies import get_results, get_standings
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.tournament_results import TournamentResults

from .final_order import read_final_order


class PlayedEvening:
    """What a tournament came to; each part is read when it is first asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    @cached_property
    def player_of(self) -> dict[int, int]:
        """The player of each entry."""
        return dict(Entry.objects.filter(tournament=self._tournament).values_list("pk", "player"))

    @cached_property
    def rows(self) -> Sequence[StandingsRow]:
        """The standings in the final order: that of the matches, where they decided it."""
        return read_final_order(self._tournament, get_standings(self._tournament)).rows

    @cached_property
    def results(self) -> TournamentResults:
        """The results of all its tables."""
        return get_results(self._tournament)


_kept: ContextVar[dict[int, PlayedEvening] | None] = ContextVar("kept evenings", default=None)


@contextmanager
def keep_evenings() -> Iterator[None]:
    """Context manager: inside, each tournament is read once, as it was when it was first asked for."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


def find_played_evening(tournament: Tournament) -> PlayedEvening:
    """Return what the tournament came to: as it was kept inside `keep_evenings`, else as it is now."""
    kept = _kept.get()
    found = PlayedEvening(tournament)
    return found if kept is None else kept.setdefault(tournament.pk, found)
