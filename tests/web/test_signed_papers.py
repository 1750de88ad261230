"""Sheets that the organiser copied from signed paper, confirmed together."""

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book import evening_builders as book
from tests.web.organiser_builders import NAMES, create_open_evening, sign_in_organiser
from tests.web.phone_client import read_html
from tests.web.sheet_forms import ROW, build_fields
from tournaments.actions.tables.calls import open_dispute
from tournaments.actions.tables.closing import save_token_counts
from tournaments.actions.tables.corrections import correct_event
from tournaments.book.loading import load_sheet
from tournaments.book.token_counts import SettledCounts
from tournaments.models import Confirmation, Table, TokenCount, Tournament
from tournaments.presentation.tables.comparisons import CountRow, DeskCountsTable
from tournaments.views.organiser.table.sheet import build_count_row

pytestmark = pytest.mark.django_db
Untyped = Any


def open_copied_evening(
    sizes: tuple[int, ...] = (3, 3), actor: str = "user:1", organiser: str = "nadia"
) -> tuple[Client, Tournament, str]:
    """Return an organiser's client, an open evening all of whose tables have ended, and the address of the page."""
    client, club = sign_in_organiser(organiser, organiser)
    names = tuple(f"Joueur {n}" for n in range(sum(sizes))) if sum(sizes) > len(NAMES) else NAMES
    tournament = create_open_evening(club, names=names, sizes=sizes)
    for table in list_tables(tournament):
        book.record_events(table, book.build_coup(), {"type": "end"}, actor=actor)
    return client, tournament, f"/desk/event/{tournament.pk}/signed-papers"


def list_tables(tournament: Tournament) -> list[Table]:
    """Return the tables of the evening, by number."""
    return list(Table.objects.filter(round__tournament=tournament).order_by("n"))


def list_ticks(page: Untyped) -> list[str]:
    """Return what each box of the page would send."""
    return [row.tick for row in page.context["rows"] if not row.obstacle]


def test_ticked_tables_are_counted_as_their_sheets_say_and_confirmed_by_everybody() -> None:
    client, tournament, address = open_copied_evening()
    first, second = list_tables(tournament)
    ticks = list_ticks(client.get(address))
    answer = client.post(address, {"signed": ticks[:1]}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert [each.level_tag for each in answer.context["messages"]] == ["success"]
    held = {count.position: 20 * count.fiches + count.jetons for count in TokenCount.objects.filter(table=first)}
    assert [held[n] for n in (1, 2, 3)] == [20 * fiches + jetons for fiches, jetons in first.summary.purses]
    assert Confirmation.objects.filter(table=first).count() == 3
    assert not second.confirmations.exists()
    assert client.post(address, {"signed": ticks}).url == f"/desk/event/{tournament.pk}"
    assert Confirmation.objects.count() == 6
    assert "n’attend" in read_html(client.get(address))
    caption = str(client.get(f"/desk/table/{first.pk}").context["counts"]["table"].caption)
    assert "papier" in caption, "nobody typed what was counted"
    call_command("recheck", stdout=StringIO())


def test_a_phone_s_sheet_is_not_offered_and_is_refused() -> None:
    client, tournament, address = open_copied_evening(actor="table:1")
    assert not client.get(address).context["rows"]
    sent = [f"{table.pk}.3" for table in list_tables(tournament)]
    assert client.post(address, {"signed": sent}).status_code == 422
    assert not Confirmation.objects.exists()


def test_a_count_that_differs_and_a_dispute_have_a_door_instead_of_a_box() -> None:
    client, tournament, address = open_copied_evening()
    first, second = list_tables(tournament)
    save_token_counts(first.pk, {1: (0, 1)}, actor="user:1")
    open_dispute(second, 1, actor="table:2")
    page = client.get(address)
    assert not list_ticks(page)
    assert f"/desk/table/{first.pk}/count" in read_html(page)
    refused = client.post(address, {"signed": [f"{first.pk}.3", f"{second.pk}.3"]})
    assert refused.status_code == 422
    assert not Confirmation.objects.exists()
    assert TokenCount.objects.count() == 1


def test_what_changed_since_the_page_and_what_is_not_here_are_refused() -> None:
    client, tournament, address = open_copied_evening()
    first = list_tables(tournament)[0]
    for wrong in ({}, {"signed": f"{first.pk}.2"}):
        assert client.post(address, wrong).status_code == 422
    for strange in ("x", "999999.3"):
        assert client.post(address, {"signed": strange}).status_code == 404
    assert not Confirmation.objects.exists()


def test_one_whole_sheet_is_copied_and_confirmed_at_once() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, tours=1)
    table = list_tables(tournament)[0]
    address = f"/desk/table/{table.pk}/paper"
    client.post(address, build_fields(client.get(address), ROW, ROW, ROW, signed="yes"))
    assert Confirmation.objects.filter(table=table).count() == 3
    assert TokenCount.objects.count() == 3
    assert client.get(f"/desk/event/{tournament.pk}/signed-papers").context["rows"] == []


def test_the_board_the_close_page_and_the_list_of_sheets_lead_there() -> None:
    client, tournament, address = open_copied_evening()
    for page, door in (("", address), ("/close", f"{address}?then=close"), ("/paper", address)):
        assert f'href="{door}"' in read_html(client.get(f"/desk/event/{tournament.pk}{page}")), page


def test_who_came_from_closing_goes_back_there_once_all_are_confirmed() -> None:
    client, tournament, address = open_copied_evening()
    address += "?then=close"
    ticks = list_ticks(client.get(address))
    assert client.post(address, {"signed": ticks[:1]}).url == address
    assert client.post(address, {"signed": ticks[1:]}).url == f"/desk/event/{tournament.pk}/close"


def test_the_page_asks_as_many_queries_for_four_tables_as_for_two() -> None:
    asked = []
    for name, sizes in (("nadia", (3, 3)), ("paul", (3, 3, 3, 3))):
        client, _tournament, address = open_copied_evening(sizes, organiser=name)
        with CaptureQueriesContext(connection) as found:
            client.get(address)
        asked.append(len(found))
    assert asked[0] == asked[1]


def test_what_a_signed_paper_says_follows_the_sheet_that_is_corrected_for_nobody_counted() -> None:
    client, tournament, address = open_copied_evening(sizes=(3,))
    [table] = list_tables(tournament)
    client.post(address, {"signed": list_ticks(client.get(address))})
    correct_event(table.pk, 1, book.build_coup(37, 58), key="mended-line", number=3, actor="user:1", reason="mal lu")
    page = client.get(f"/desk/table/{table.pk}")
    assert [row.difference for row in page.context["counts"]["table"].data] == [0, 0, 0]
    assert not page.context["counts"]["differ"]
    assert not page.context["counts"]["is_outdated"]
    assert not load_sheet(table.pk).settled_counts.debts
    call_command("recheck", stdout=StringIO())


def test_a_debt_counted_in_jetons_bears_a_true_minus():
    row = CountRow("Ada", SimpleNamespace(fiches=0, jetons=-30), 0, -30, 0, 30)
    table = DeskCountsTable([row], caption="Comptes", caption_id="counts")
    assert "-30" not in "".join(table.list_html_rows())


def test_a_row_of_counts_adds_up_where_somebody_owes_and_has_too_much():
    purse, count = SimpleNamespace(total=-44), TokenCount(position=1, fiches=0, jetons=30)
    row = build_count_row("Ada", count, purse, SettledCounts({"Ada": 30}, (), {"Ada": -14}))
    assert (row.total, row.expected, row.difference, row.owed) == (30, 0, 30, 44)
