"""One form an event kind: an event from a table's phone or from the organiser's page is recorded alike, refused in the
same words, and called the same on every page."""

import html
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.test import Client

from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tests.web.phone_client import Phone, read_html
from tournaments.models import Record, Table

pytestmark = pytest.mark.django_db

NARROW_SPACE = "\u202f"
OPTIONS = {"exhausted": "recave"}
Fields = dict[str, str]
Answer = tuple[bool, str]
_ids = count(1)


class Hall:
    """An open table of three, with a phone and a signed-in organiser."""

    def __init__(self) -> None:
        self.desk, club = sign_in_organiser()
        self.tournament = create_open_evening(club, **OPTIONS)
        self.table: Table = get_first_table(self.tournament)
        self.phone = Phone(self.table)

    @property
    def bodies(self) -> list[Any]:
        """What is recorded, in order."""
        return list(Record.objects.filter(table=self.table).order_by("number").values_list("body", flat=True))


def write_on_phone(hall: Hall, kind: str, fields: Fields) -> Answer:
    """Send an event from the table's phone. Return whether it was written, and the page that says so."""
    answer = hall.phone.send(kind, **fields)
    return answer.status_code == 303, read_html(answer)


def write_at_the_desk(hall: Hall, kind: str, fields: Fields) -> Answer:
    """Send an event from the organiser's page, whose inputs begin with the kind. Return as `write_on_phone` does."""
    sent = {f"{kind}-{name}": value for name, value in fields.items()}
    sent |= {"number": str(hall.phone.sheet.next_number), "key": f"at-the-desk-{next(_ids):09d}"}
    answer = hall.desk.post(f"/desk/table/{hall.table.pk}/mark/{kind}", sent)
    return answer.status_code == 302, read_html(answer)


EVERYWHERE = pytest.mark.parametrize("write", [write_on_phone, write_at_the_desk])
Writer = Callable[[Hall, str, Fields], Answer]

RECORDED: tuple[tuple[str, Fields, dict[str, Any]], ...] = (
    ("penalty", {"rule": "PEN-08", "player": "3"}, {"rule": "PEN-08", "player": "3"}),
    ("penalty", {"rule": "PEN-06", "player": "2", "to": "3"}, {"rule": "PEN-06", "player": "2", "to": "3"}),
    ("penalty", {"rule": "PEN-08", "player": "2", "to": "3"}, {"rule": "PEN-08", "player": "2"}),
    ("recave", {"player": "2", "fiches": "3"}, {"player": "2", "fiches": 3}),
    ("recave", {"player": "2", "fiches": " 1000 "}, {"player": "2", "fiches": 1000}),
    ("recave", {"player": "2", "fiches": "٣"}, {"player": "2", "fiches": 3}),
    ("void", {"reason": " mal donné "}, {"reason": "mal donné"}),
    ("void", {}, {}),
    ("leave", {"player": "2"}, {"player": "2"}),
    ("end", {}, {}),
)


@EVERYWHERE
@pytest.mark.parametrize(("kind", "fields", "body"), RECORDED)
def test_the_same_event_is_recorded_from_either_page(
    write: Writer, kind: str, fields: Fields, body: dict[str, Any]
) -> None:
    hall = Hall()
    written, _page = write(hall, kind, fields)
    assert written
    assert hall.bodies == [{"type": kind, **body}]


REFUSED: tuple[tuple[str, Fields, str], ...] = (
    ("penalty", {"player": "3"}, "Dites quelle faute a été faite."),
    ("penalty", {"rule": "PEN-09", "player": "3"}, "PEN-09"),
    ("penalty", {"rule": "PEN-08"}, "Dites de quel joueur il s’agit."),
    ("penalty", {"rule": "PEN-06", "player": "2"}, "Dites à qui était la carte : c’est lui qui reçoit."),
    ("penalty", {"rule": "PEN-06", "player": "2", "to": "2"}, "c’est lui qui reçoit."),
    ("recave", {"player": "2", "fiches": ""}, "Écrivez un nombre entier, en chiffres."),
    ("recave", {"player": "2", "fiches": "trois"}, "Écrivez un nombre entier, en chiffres."),
    ("recave", {"player": "2", "fiches": "0"}, "Il faut un nombre de 1 à 1 000."),
    ("recave", {"player": "2", "fiches": "9" * 400}, "Il faut un nombre de 1 à 1 000."),
    ("recave", {"fiches": "2"}, "Dites de quel joueur il s’agit."),
    ("leave", {}, "Dites de quel joueur il s’agit."),
    ("leave", {"player": "4"}, "4"),
)


@EVERYWHERE
@pytest.mark.parametrize(("kind", "fields", "words"), REFUSED)
def test_the_same_event_is_refused_in_the_same_words_on_either_page(
    write: Writer, kind: str, fields: Fields, words: str
) -> None:
    hall = Hall()
    written, page = write(hall, kind, fields)
    assert not written
    assert not hall.bodies
    assert words in re.sub(r'<span class="unbroken">(.*?)</span>', r"\1", page.replace(NARROW_SPACE, " "))


LABELS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("penalty", ("Une faute, une pénalité", "Quelle faute ?", "Qui l’a faite ?", "À qui était la carte prise ?")),
    ("recave", ("Racheter des fiches", "Qui achète ?", "Combien de fiches ?")),
    (
        "void",
        (
            "Mal donné : le coup est à redonner",
            "Pourquoi, si vous voulez : tout le monde le lit, ne nommez personne",
        ),
    ),
    ("leave", ("Un joueur s’en va", "Qui s’en va ?")),
    ("end", ("Finir la partie maintenant",)),
)


@pytest.mark.parametrize(("kind", "labels"), LABELS)
def test_both_pages_ask_the_same(kind: str, labels: tuple[str, ...]) -> None:
    hall = Hall()
    desk = read_html(hall.desk.get(f"/desk/table/{hall.table.pk}/mark/{kind}"))
    for page in (hall.phone.read_sheet(), desk):
        assert [label for label in labels if label not in page.replace(NARROW_SPACE, " ")] == []


BUTTONS = dict.fromkeys(("penalty", "recave", "void"), "Noter")
BUTTONS |= {"coup": "Marquer", "leave": "Noter ce départ", "end": "Finir la partie"}


@pytest.mark.parametrize("kind", BUTTONS)
def test_the_desk_scores_a_coup_and_records_what_is_none(kind: str) -> None:
    hall = Hall()
    page = read_html(hall.desk.get(f"/desk/table/{hall.table.pk}/mark/{kind}"))
    assert re.search(rf'<button class="btn" type="submit">\s*{BUTTONS[kind]}\s*</button></div>', page)


TITLES: tuple[tuple[str, Fields, str], ...] = (
    ("coup", {"points.1": "120", "points.2": "0", "points.3": "0", "short_pack": "1"}, "Coup 1"),
    ("penalty", {"rule": "PEN-08", "player": "3"}, "Pénalité : Chloé d’Arès"),
    ("recave", {"player": "1", "fiches": "3"}, "Recave : Anne Lefèvre"),
    ("void", {}, "Donne annulée"),
    ("leave", {"player": "1"}, "Départ : Anne Lefèvre"),
    ("end", {}, "Fin de la partie"),
)


@pytest.mark.parametrize(("kind", "fields", "title"), TITLES)
def test_an_event_has_one_title_on_all_pages(kind: str, fields: Fields, title: str) -> None:
    hall = Hall()
    assert write_on_phone(hall, kind, fields)[0]
    pages = (
        hall.phone.read_sheet(),
        read_html(hall.desk.get(f"/desk/table/{hall.table.pk}")),
        read_html(Client().get(f"/{hall.tournament.code}/table/1")),
    )
    shown = re.compile(rf">{re.escape(title)}\s*<")
    assert [page for page in pages if not shown.search(html.unescape(page).replace(NARROW_SPACE, " "))] == []


def test_counts_and_the_agreement_are_posted_alike_from_either_page() -> None:
    hall = Hall()
    write_on_phone(hall, "end", {})
    counts = {f"{kind}.{n}": "17" for kind in ("fiches", "jetons") for n in (1, 2, 3)}
    assert hall.phone.send("count", **counts).status_code == 303
    page = hall.desk.get(f"/desk/table/{hall.table.pk}/count")
    assert page.context["form"]["fiches.2"].value() == 17, "the organiser sees what is counted already"
    assert hall.phone.read_sheet().count('value="17"') == 6, "a phone as well, once all have counted"
    address = f"/desk/table/{hall.table.pk}"
    assert hall.desk.post(f"{address}/count", counts | {"jetons.1": "4"}).status_code == 302
    missing = counts | {"fiches.1": "", "jetons.1": ""}
    for answer in (hall.phone.send("count", **missing), hall.desk.post(f"{address}/count", missing)):
        assert answer.status_code == 422
        assert "Écrivez 0" in read_html(answer)
    asked = hall.desk.get(f"{address}/confirm").context["counts"]
    assert asked["differ"], "what does not agree is seen before one confirms"
    for answer in (hall.phone.send("confirm"), hall.desk.post(f"{address}/confirm", {"number": "2"})):
        assert answer.status_code == 422
    assert hall.desk.post(f"{address}/confirm", {"position": "2"}).status_code == 302


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("penalty", {"rule": "PEN-06", "player": "2", "to": "3"}),
        ("recave", {"player": "2", "fiches": "3"}),
        ("void", {"reason": "mal donné"}),
        ("leave", {"player": "3"}),
    ],
)
def test_the_form_of_a_correction_is_filled_in_with_what_was_recorded(kind: str, fields: Fields) -> None:
    hall = Hall()
    write_on_phone(hall, kind, fields)
    page = hall.desk.get(f"/desk/table/{hall.table.pk}/correct/1")
    form = page.context["form"]
    assert {name: str(form[name].value()) for name in fields} == fields
    chosen = re.findall(r'<option value="(\d)" selected>', read_html(page))
    assert chosen == [value for name, value in fields.items() if name in ("player", "to")]
