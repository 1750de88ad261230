"""Photographed sheets at the organiser's: what was read fills in the page where a sheet is typed, and nothing is
recorded before somebody has sent it."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import load_sheet
from tournaments.forms.events.declared_coup import set_nested
from tournaments.models import Club, Record, SheetPhoto, Table
from tournaments.scanning.layout import Coup, PageCode
from tournaments.scanning.pages import ReadCell, ReadCoup, ReadPage
from tournaments.views.organiser.table.photographs import lay_out_sheet
from tournaments.views.organiser.table.waiting_photos import WaitingPage, find_waiting_pages, keep_waiting_page

pytestmark = pytest.mark.django_db
Untyped = Any
TEXTS = {"points.1": "58", "points.2": "37", "points.3": "25", "brusquembilles.1.aces_won": "2"}
TEXTS |= {"brusquembilles.1.aces_lost": "1", "brusquembilles.1.tens_won": "1", "brusquembilles.1.tens_lost": "1"}
TEXTS |= {"brusquembilles.2.aces_won": "1", "brusquembilles.2.tens_won": "1", "brusquembilles.3.tens_lost": "1"}
DIGEST = "ab" * 32


def read_coup(coup: Coup, texts: dict[str, str], asked: frozenset[str]) -> ReadCoup:
    cells = (
        ReadCell(cell.path, texts.get(cell.path, ""), 1.0, cell.path in asked, (100, 200, 160, 240))
        for cell in coup.cells
    )
    return ReadCoup(coup.n, tuple(cells), asked=False)


def photograph(table: Table, coups: int = 1, asked: frozenset[str] = frozenset()) -> None:
    """Keep a page of the table's sheet as if it were read: its first coups all alike, these cells doubtful."""
    page = lay_out_sheet(load_sheet(table.pk))[0]
    read = tuple(read_coup(coup, TEXTS if coup.n <= coups else {}, asked) for coup in page.coups)
    code = PageCode(table.pk, table.round.n, page.n, page.fingerprint)
    keep_waiting_page(table.pk, WaitingPage(ReadPage(code, None, read, b"\xff\xd8picture"), DIGEST))


def open_table() -> tuple[Untyped, Table, str]:
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club))
    return client, table, reverse("desk-paper", args=[table.pk])


def list_texts(page: Untyped, row: int = 0) -> dict[str, str]:
    return {cell.path: cell.text for cell in page.context["grid"].form.rows[row].cells if cell.text}


def gather_fields(page: Untyped) -> dict[str, str]:
    """Return what the page sends if nobody changes anything."""
    form = page.context["grid"].form
    sent = {f"key.{at}": row.key for at, row in enumerate(form.rows)} | {"number": str(form.expected_number)}
    return sent | {f"{at}.{cell.path}": cell.text for at, row in enumerate(form.rows) for cell in row.cells}


def test_what_was_read_fills_in_the_rows_and_records_nothing() -> None:
    client, table, address = open_table()
    photograph(table, coups=2)
    page = client.get(address)
    assert [list_texts(page, row) for row in range(3)] == [TEXTS, TEXTS, {}]
    assert not Record.objects.filter(table=table).exists()


def test_each_cell_shows_its_crop_and_a_doubtful_one_is_marked() -> None:
    client, table, address = open_table()
    photograph(table, asked=frozenset({"points.2"}))
    page = client.get(address)
    photos = {cell.path: cell.photo for cell in page.context["grid"].form.rows[0].cells}
    assert photos["points.1"].box == "100 200 60 40"
    assert [path for path, photo in photos.items() if photo.is_asked] == ["points.2"]


def test_an_impossible_coup_says_so_before_it_is_sent() -> None:
    client, table, address = open_table()
    page = lay_out_sheet(load_sheet(table.pk))[0]
    read = (read_coup(page.coups[0], TEXTS | {"points.1": "57"}, frozenset()),)
    code = PageCode(table.pk, 1, 1, page.fingerprint)
    keep_waiting_page(table.pk, WaitingPage(ReadPage(code, None, read, b""), DIGEST))
    assert client.get(address).context["grid"].form.rows[0].has_errors


def test_the_confirmed_rows_name_their_picture_in_the_log_and_are_read_no_more() -> None:
    client, table, address = open_table()
    photograph(table)
    assert client.post(address, gather_fields(client.get(address))).status_code == 302
    record = Record.objects.get(table=table)
    assert record.reason == f"photo sha256:{DIGEST}"
    assert find_waiting_pages(table.pk) == {}


@pytest.mark.parametrize("wished", [False, True])
def test_the_picture_stays_with_its_table_only_if_the_club_wishes_it(wished: bool) -> None:
    client, table, address = open_table()
    club = Club.objects.get()
    typed = {"club": club.pk, "name": club.name, "cards": club.cards, "currency": club.currency}
    client.post(reverse("club"), typed | ({"photos_kept": "on"} if wished else {}))
    photograph(table)
    client.post(address, gather_fields(client.get(address)))
    assert SheetPhoto.objects.filter(table=table, digest=DIGEST).exists() is wished


def keep_photo() -> tuple[Untyped, Table, SheetPhoto]:
    client, table, address = open_table()
    Club.objects.update(photos_kept=True)
    photograph(table)
    client.post(address, gather_fields(client.get(address)))
    return client, table, SheetPhoto.objects.get()


def test_the_coup_s_story_leads_to_the_picture() -> None:
    client, table, photo = keep_photo()
    address = reverse("desk-photo", args=[photo.pk])
    assert f'href="{address}"' in client.get(reverse("desk-story", args=[table.pk])).content.decode()
    assert client.get(address).content == b"\xff\xd8picture"


def test_the_picture_goes_when_the_name_of_somebody_of_its_table_is_erased() -> None:
    _client, table, _photo = keep_photo()
    elsewhere = table.round.tables.exclude(pk=table.pk).get()
    forget_name(elsewhere.seats.all()[0].entry.player, actor="user:1")
    assert SheetPhoto.objects.exists()
    forget_name(table.seats.all()[0].entry.player, actor="user:1")
    assert not SheetPhoto.objects.exists()


def test_the_next_sheet_that_was_photographed_follows() -> None:
    client, table, address = open_table()
    other = table.round.tables.exclude(pk=table.pk).get()
    photograph(table, coups=3)
    photograph(other)
    answer = client.post(address, gather_fields(client.get(address)))
    assert answer.url == reverse("desk-paper", args=[other.pk])


def test_coups_that_stand_in_the_book_are_not_proposed_again() -> None:
    client, table, address = open_table()
    body: dict[str, Any] = {"type": "coup"}
    for path, text in TEXTS.items():
        set_nested(body, path.split("."), int(text))
    record_event(table.pk, body, key="k" * 22, number=1, actor="table")
    photograph(table, coups=2)
    page = client.get(address)
    assert page.context["grid"].form.rows[0].n == 2
    assert [list_texts(page, row) for row in range(2)] == [TEXTS, {}]


def test_the_page_holds_the_picture_and_its_address_is_nowhere() -> None:
    client, table, address = open_table()
    photograph(table)
    [waiting] = client.get(address).context["photos"].values()
    assert waiting.picture == "data:image/jpeg;base64,/9hwaWN0dXJl"


def test_what_is_no_picture_is_refused_with_its_name() -> None:
    client, table, _address = open_table()
    address = reverse("tournament-photos", args=[table.round.tournament_id])
    answer = client.post(address, {"photo": SimpleUploadedFile("liste.txt", b"Anne;Bob")})
    assert answer.status_code == 422
    assert [(line.file, line.table) for line in answer.context["lines"]] == [("liste.txt", None)]


def test_nothing_chosen_is_said() -> None:
    client, table, _address = open_table()
    assert client.post(reverse("tournament-photos", args=[table.round.tournament_id])).status_code == 422
