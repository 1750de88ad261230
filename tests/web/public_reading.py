"""The public pages of an evening, and how they are read."""

import datetime

from django.test import Client

from tests.book.evening_builders import build_coup, correct_event, get_table, record_events
from tournaments.actions.evenings.lifecycle import change_tournament, close_tournament
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.models import Club, Tournament


def list_addresses(tournament: Tournament) -> list[str]:
    """Return the addresses of the evening's public pages."""
    code, entry = tournament.code, tournament.entries.first().pk
    pages = ("", "/standings", "/standings.csv", "/table/1", "/round/1/table/2", f"/player/{entry}", "/screen")
    return [f"/{code}{page}" for page in pages]


def read_page(address: str, client: Client | None = None, **headers: str) -> str:
    """Return the HTML of the page, which must exist."""
    answer = (client or Client()).get(address, headers=headers)
    assert answer.status_code == 200, address
    return answer.content.decode()


CHANGES = {
    "a coup": lambda event: record_events(get_table(event), build_coup()),
    "a correction": lambda event: correct_event(get_table(event), 1, build_coup(37, 58, 25)),
    "a name": lambda event: rename_entry(event.entries.first(), "Zoé"),
    "the evening's name": lambda event: change_tournament(event, name="Autre", date=datetime.date(2026, 11, 22)),
    "a player": lambda event: add_entries(event, ["Zoé"]),
    "the end": lambda event: close_tournament(event),
    "initials": lambda event: Club.objects.update(initials=True),
    "how many rounds": lambda event: Tournament.objects.update(planned_rounds=3),
}
