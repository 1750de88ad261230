"""A phone at a table for the tests of the table's pages: it sends what the page in a browser would send."""

import json
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.book.evening_builders import NAMES, create_table, new_key
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.book.table_keys import table_key
from tournaments.models import Record, Table
from tournaments.views.phone.page import Page

CARDS = ("AP", "AC", "AK", "AT", "10P", "10C", "10K", "10T")
EXAMPLE = ("1+", "1+", "1-", "2+", "1+", "1-", "2+", "3-")
"""Worked example 4: Anne won two aces and a ten, lost one of each; Basile won one of each; Chloé lost a ten."""


def build_card_fields(fates: Iterable[str]) -> dict[str, str]:
    """Return the form fields that give each brusquembille's fate: who played it («1»), its trick won («+») or lost
    («-»)."""
    return {f"card.{card}": fate for card, fate in zip(CARDS, fates, strict=False)}


def build_point_fields(*numbers: object) -> dict[str, object]:
    """Return the form fields of the points, in the order of the seats."""
    return {f"points.{place}": number for place, number in enumerate(numbers, 1)}


COUP = build_point_fields(58, 37, 25) | build_card_fields(EXAMPLE)


class Phone:
    """A phone at a table; `seat` is the seat of its owner (0: looks only, None: not said yet)."""

    def __init__(self, table: Table, seat: int | str | None = 1) -> None:
        self.table = table
        self.client = Client(headers=self.headers(seat))

    def headers(self, seat: int | str | None) -> dict[str, str]:
        """Return the headers that every request from this table and seat carries."""
        who = {} if seat is None else {"X-Table-Seat": str(seat)}
        return {"X-Table-Key": table_key(self.table), **who}

    @property
    def sheet(self) -> Sheet:
        return load_sheet(self.table.pk)

    @property
    def bodies(self) -> list[Any]:
        """The bodies of all records of the table, in their order."""
        return [record.body for record in Record.objects.filter(table=self.table).order_by("number")]

    def read_sheet(self) -> str:
        """Return the HTML of the table's sheet."""
        return self.client.get("/t/sheet").content.decode()

    def read_facts(self) -> Page:
        """Return the facts that the table's sheet shows."""
        return self.client.get("/t/sheet").context["page"]

    def send(self, where: str, **fields: object) -> HttpResponse:
        """Send a form to an address under /t/, with the current number and a new key unless the fields give others."""
        sent = {"number": self.sheet.next_number, "key": new_key()} | fields
        return self.client.post(f"/t/{where}", sent)

    def send_coup(self, **changes: object) -> HttpResponse:
        """Send the coup of COUP; `changes` overrides fields."""
        return self.send("coup", **(COUP | changes))

    def preview(self, **fields: object) -> HttpResponse:
        """Return the response that previews these fields."""
        return self.client.post("/t/preview", fields)

    def read_preview(self, **fields: object) -> str:
        """Return the HTML of the preview of these fields."""
        return self.preview(**fields).content.decode()


def open_phone(size: int = 3, seat: int | str | None = 1, **options: Any) -> Phone:
    """A phone at the one table of an open evening."""
    return Phone(create_table(size, **options), seat)


def create_table_of_game(game: str, size: int, **options: Any) -> Table:
    """The one table of an open evening of another game."""
    return create_table(size, game=game, **options)


def read_html(answer: HttpResponse) -> str:
    return answer.content.decode()


def open_phone_of_game(game: str, size: int, **options: Any) -> Phone:
    """Return a phone at the one table of an open evening of this game."""
    return open_phone(size, game=game, **options)


def build_tricks_fields(coup: dict, cards: int | None = None) -> dict[str, object]:
    """Return the form fields of a coup of which so many cards are tapped (None: all)."""
    flat = [card for trick in coup["tricks"] for card in trick]
    sent = {key: coup[key] for key in ("retourne", "called", "bid") if key in coup}
    if "caller" in coup:
        sent["caller"] = NAMES.index(coup["caller"]) + 1
    places = [{**call, "player": str(NAMES.index(call["player"]) + 1)} for call in coup.get("announcements", [])]
    if places:
        sent["announcements"] = json.dumps(places)
    return {**sent, "cards": " ".join(flat[:cards])}
