"""Tournaments with tables that are not played, and the figures that they count."""

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.round_builders import draw_and_publish
from tests.web.organiser_builders import DAY, NAMES
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.seating import seat_round
from tournaments.models import Club, Table, Tournament
from tournaments.reading.phases import Phase
from tournaments.reading.tallies import get_standings
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales


def read_figures(tournament: Tournament, key: str) -> dict[str, int]:
    """Return this figure of each player's standing, by name."""
    return {row.tally.player: int(row.figures[key]) for row in get_standings(tournament)}


def set_scales(tournament: Tournament, **scales: object) -> None:
    """Rank by victories and totals, with these scales."""
    set_ranking(tournament, RankingOrder(("left", "victory", "total"), Scales(**scales)))


def create_two_rounds() -> Tournament:
    """Create an evening: Anne, Basile and Chloé played (+42, −15, −27), Denis, Édith and Flore too (twice: +84, −30,
    −54); the second round has one table, of Anne, Basile and Denis."""
    tournament = create_evening(3, 3, tours=1)
    record_events(get_table(tournament, 1), build_coup())
    record_events(get_table(tournament, 2), build_coup(), build_coup())
    people = {entry.shown_name: entry for entry in tournament.entries.all()}
    seat_round(tournament, 2, [[people[name] for name in ("Anne", "Basile", "Denis")]])
    return tournament


def get_second_table(tournament: Tournament) -> Table:
    """Return the table of the second round."""
    return Table.objects.get(round__tournament=tournament, round__n=2)


def create_open_cup(club: Club) -> tuple[Tournament, Table, Table]:
    """Create an open knockout of four, in which nothing is played yet. Return it with its first two tables."""
    tournament = lifecycle.create_tournament(club, name="Coupe", date=DAY, players=NAMES[:4])
    plan_rounds(tournament, format="knockout", phase=Phase("knockout", 0, seeding="list"))
    draw_and_publish(tournament, 1, sizes=(2,))
    open_tournament(Tournament.objects.get(pk=tournament.pk))
    first, second = Table.objects.filter(round__tournament=tournament).order_by("n")
    return Tournament.objects.get(pk=tournament.pk), first, second
