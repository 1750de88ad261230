"""Forms of rounds at the organiser: a tournament for them, what he sends, and who is seated then."""

from collections.abc import Collection
from random import Random

from django.db.models import Q
from django.test import Client

from tests.web.organiser_builders import DAY, NAMES
from tournaments.actions.evenings import lifecycle
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.recording import play_tables
from tournaments.exchange.simulation import build_event_chooser
from tournaments.models import Club, Table, Tournament

PLAN = {"pairing": "single", "rounds": "3", "minutes": ""}


def create_tournament(club: Club, format: str = "fixed", rounds: int = 3, **options: object) -> Tournament:
    """Create a tournament of nine players with this plan."""
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=[*NAMES, "Gaël", "Hélène", "Inès"])
    return plan_rounds(tournament, format=format, rounds=rounds, **options)


def post_form(client: Client, tournament: Tournament, where: str, **what: object):
    """Send a form to a page of the tournament. Return the response."""
    return client.post(f"/desk/event/{tournament.pk}/{where}", what)


def open_page(client: Client, tournament: Tournament, where: str = "rounds"):
    """Return the response of a page of the tournament."""
    return client.get(f"/desk/event/{tournament.pk}/{where}")


def read_page(client: Client, tournament: Tournament, where: str = "rounds") -> str:
    """Return the HTML of a page of the tournament, with plain spaces."""
    return open_page(client, tournament, where).content.decode().replace("\u202f", " ")


def play_round(tournament: Tournament, n: int, tables: Collection[int] = range(1, 10)) -> None:
    """Play these tables of the round to their end, with random legal cards."""
    found = Table.objects.filter(round__tournament=tournament, round__n=n, n__in=tables).values_list("pk", flat=True)
    play_tables(found, build_event_chooser(tournament.game, Random(n), tricks=0), actor="table")


def list_seated_or_resting(tournament: Tournament, n: int) -> list[str]:
    """Return the sorted names of everybody who sits at a table of the round or rests."""
    there = Q(seats__table__round__n=n) | Q(rests__round__n=n)
    return sorted(tournament.entries.filter(there).values_list("shown_name", flat=True))
