"""Read a player's evenings and tables, and a club's records, from the database. Knows no page."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import BooleanField, Count, ExpressionWrapper, Q, Sum

from scoring import TotalUnit
from tournaments.models import Club, Entry, Tournament
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.tallies import filter_entries_that_played, get_counted_lines, get_counted_sums
from tournaments.standings.careers import CareerTable
from tournaments.standings.tournament_results import TournamentResults

from .played_evenings import PlayedEvening, find_played_evenings

BEST_FIGURES = 3  # how many figures each club record has
MOST_EQUAL = 12  # with those that equal the last of them


@dataclass(frozen=True)
class CareerEvening:
    """One evening of a player.

    entry: the id of his entry.
    rank: his rank in the evening's final order; players: how many are ranked there.
    total: his gain.
    tables: the tables that he played.
    """

    tournament: Tournament
    entry: int
    rank: int
    players: int
    total: int
    tables: tuple[CareerTable, ...]

    @cached_property
    def unit(self) -> TotalUnit:
        """The unit in which `total` counts: jetons, points or coups won."""
        return get_game_figures(self.tournament).unit


def list_career_evenings(player: int) -> tuple[list[CareerEvening], list[Tournament]]:
    """Return (the player's public evenings that are closed and at which he is ranked; the tournaments under way at
    which he has played a coup, of which nothing is in his career yet), the earliest first."""
    played = filter_entries_that_played(get_counted_sums().filter(seat__entry__player=player)).values("tournament")
    counted = Q(status=Tournament.Status.CLOSED) | Q(status=Tournament.Status.OPEN, pk__in=played)
    his = Tournament.objects.visible().filter(entries__player=player)
    # a condition would keep PostgreSQL from finding them by his entries
    annotated = his.annotate(counted=ExpressionWrapper(counted, BooleanField()))
    events = [event for event in annotated if event.counted]
    closed = [event for event in events if event.status == Tournament.Status.CLOSED]
    evenings = find_played_evenings(closed)
    history = [past for event in closed if (past := build_career_evening(player, event, evenings[event.pk]))]
    return history, [event for event in events if event.status == Tournament.Status.OPEN]


def build_career_evening(player: int, tournament: Tournament, evening: PlayedEvening) -> CareerEvening | None:
    """Return the player's line for one tournament (rank, gain, tables); None where he is not ranked there."""
    entry = evening.entry_of[player]
    mine = evening.row_of.get(entry)
    if mine is None:
        return None
    tables = tuple(_iter_career_tables(tournament, entry, evening.player_of, evening.results))
    return CareerEvening(tournament, entry, mine.rank, len(evening.ranked), mine.total, tables)


def _iter_career_tables(
    tournament: Tournament, entry: int, player_of: dict[int, int], results: TournamentResults
) -> Iterable[CareerTable]:
    """Yield the tables that an entry played. `player_of`: the player of each entry; `results`: all results of the
    tournament."""
    for result in results.get_entry_results(entry):
        others = results.list_opponents(result)
        yield CareerTable(
            tournament.pk,
            tournament.game,
            result.place == 1,
            tuple(player_of[other.entry] for other in others if other.place > result.place),
            tuple(player_of[other.entry] for other in others if other.place == result.place),
            tuple(player_of[other.entry] for other in others if other.place < result.place),
            tuple(player_of[mate.entry] for mate in results.list_partners(result)),
        )


@dataclass(frozen=True)
class BestFigure:
    """One figure of a club record: its rank, which equal figures share, the player, the figure, and the tournament at
    which he reached it."""

    rank: int
    player: int
    figure: int
    tournament: Tournament

    @property
    def unit(self) -> TotalUnit:
        """The unit in which the figure's tournament counts totals: jetons, points or coups won."""
        return get_game_figures(self.tournament).unit


def list_best_coups(tournaments: Iterable[Tournament], game: str) -> list[BestFigure]:
    """Return the largest gains from single coups; none where a coup is worth one point.

    Corrected coups count as they stand now.
    """
    lines = get_counted_lines().filter(seat__table__round__tournament__in=_list_played(tournaments, game))
    each = lines.values("record__table", "record__position", "seat__entry")
    return _list_best_figures(
        each.annotate(figure=Sum("net"), counted=Sum("coups")).filter(counted=1, figure__gt=1), tournaments
    )


def list_best_evenings(tournaments: Iterable[Tournament], game: str, key: str = "net") -> list[BestFigure]:
    """Return the largest sums in one evening: of the gains, or of the statistic of that game with this key."""
    each = get_counted_sums().filter(seat__table__round__tournament__in=_list_played(tournaments, game))
    sums = each.values("seat__entry").annotate(figure=Sum(key))
    return _list_best_figures(sums.filter(figure__gt=0), tournaments)


def _list_played(tournaments: Iterable[Tournament], game: str) -> list[int]:
    """Return the ids of the tournaments that play this game."""
    return [tournament.pk for tournament in tournaments if tournament.game == game]


def _list_best_figures(found: Any, tournaments: Iterable[Tournament]) -> list[BestFigure]:
    """Return the first BEST_FIGURES figures, the largest first, and those equal to the last of them. The same figure of
    the same entry is listed once. `found`: a queryset of figures by entry; `tournaments`: those of these entries."""
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    ordered = found.order_by("-figure", "seat__entry").values_list("seat__entry", "figure").distinct()
    first = list(ordered[:MOST_EQUAL])
    rows = [row for row in first if row[1] >= first[:BEST_FIGURES][-1][1]]
    entries = {each.pk: each for each in Entry.objects.filter(pk__in=[entry for entry, _ in rows])}
    figures = [figure for _entry, figure in rows]
    return [
        BestFigure(figures.index(figure) + 1, entries[entry].player_id, figure, by_pk[entries[entry].tournament_id])
        for entry, figure in rows
    ]


def list_most_frequent(club: Club) -> list[tuple[int, int, int]]:
    """Return (rank, player id, number of closed evenings at which he played a coup) of the club's most frequent
    players, the most frequent first. Only players who came more than once are listed. Players with the same number
    share a rank, and all who share the last rank are listed."""
    sums = get_counted_sums().filter(
        seat__entry__tournament__in=Tournament.objects.visible().closed().filter(club=club).values("pk")
    )
    counts = (
        filter_entries_that_played(sums).values("player").annotate(evenings=Count("tournament")).filter(evenings__gt=1)
    )
    ordered = counts.order_by("-evenings", "player").values_list("player", "evenings")
    frequent: list[tuple[int, int, int]] = []
    for n, (player, evenings) in enumerate(ordered, 1):
        rank = frequent[-1][0] if frequent and frequent[-1][2] == evenings else n
        if rank > BEST_FIGURES:
            break
        frequent.append((rank, player, evenings))
    return frequent
