"""Marks that a club declares, one of the kinds of options: their rows in the forms of a preset and of an evening, a
preset's file, and what is recorded of them when they are moved."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import scoring
from tests.web.organiser_builders import sign_in_organiser
from tests.web.sheet_forms import COUPS, OrganiserAtTable
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.tables.book_check import check_book
from tournaments.models import ClubPreset, Table, Tournament

pytestmark = pytest.mark.django_db
BELOTE = list(scoring.get_game("marque").presets[1].sets["marks"])
DECLARED = {
    "play": "singly",
    "sum": 180,
    "least": -500,
    "most": 700,
    "multiple_of": 5,
    "target": 2000,
    "deals": 12,
    "marks": [
        {"key": "zero", "name": "Zéro", "points": -30, "who": "each"},
        {"key": "capot", "name": "Générale", "points": 250, "who": "one"},
        {"key": "belote", "name": "Belote", "points": 20, "who": "one"},
        {"key": "prime_2", "name": "𝔓oignée (10)", "points": 10, "who": "each"},
    ],
}


def fill_marks(*rows: tuple[str, str, str]) -> dict[str, str]:
    """Return the fields of rows of marks: (key that the row had, name, points)."""
    return {
        f"option.marks.{n}.{part}": text
        for n, row in enumerate(rows)
        for part, text in zip(("key", "name", "points"), row, strict=True)
    }


def test_a_preset_keeps_the_keys_of_marks_that_are_moved_renamed_and_added() -> None:
    client, club = sign_in_organiser()
    fields = {"club": str(club.pk), "base": "marque/belote", "name": "Coinche"}
    rows = fill_marks(("belote", "Capot", "250"), ("capot", "Belote", "20"), ("", "Dix de der", "10"))
    assert client.post("/desk/preset/new", fields | rows).status_code == 302
    preset = ClubPreset.objects.get()
    kept = [(mark["key"], mark["name"], mark["points"]) for mark in preset.options["marks"]]
    assert kept == [("capot", "Capot", 250), ("belote", "Belote", 20), ("dix_de_der", "Dix de der", 10)]
    rows = fill_marks(("capot", "Générale", "250"), ("belote", "Belote", "20"), ("dix_de_der", "", ""))
    assert client.post(f"/desk/preset/{preset.pk}", fields | rows).status_code == 302
    preset.refresh_from_db()
    assert [(mark["key"], mark["name"]) for mark in preset.options["marks"]] == [
        ("capot", "Générale"),
        ("belote", "Belote"),
    ]
    shown = client.get(f"/desk/preset/{preset.pk}").context["form"]
    assert [shown[f"option.marks.{n}.name"].value() for n in range(3)] == ["Générale", "Belote", None]


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ((("", "Belote", "0"),), "option.marks.0.points"),
        ((("", "", "10"),), "option.marks.0.name"),
        ((("", "", ""), ("", "Belote", "")), "option.marks.1.points"),
        ((("", "Belote", "1"), ("", "belote", "2")), "option.marks.1.name"),
    ],
)
def test_a_wrong_mark_is_told_at_its_row(rows: Any, field: str) -> None:
    client, club = sign_in_organiser()
    fields = {"club": str(club.pk), "base": "marque/belote", "name": "Jeudi"} | fill_marks(*rows)
    answer = client.post("/desk/preset/new", fields)
    assert answer.status_code != 302
    assert field in answer.context["form"].errors
    assert not ClubPreset.objects.exists()


def test_marks_in_another_order_change_no_recorded_coup() -> None:
    desk = OrganiserAtTable("marque", preset="belote")
    desk.send("mark/coup", **COUPS["marque"])
    tournament = desk.table.round.tournament
    address = f"/desk/event/{tournament.pk}/rules"
    sent = {"preset": "belote"} | fill_marks(("belote", "Capot", "90"), ("capot", "Belote", "20"))
    page = desk.client.post(address, sent)
    sent |= {"write": "yes", "reason": "ordre", "key": page.context["key"], "seen": page.context["change"].digest}
    assert desk.client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert [mark["key"] for mark in tournament.options["marks"]] == ["capot", "belote"]
    assert desk.sheet.state is not None
    assert list(desk.sheet.state.totals.values()) == [132, 50, 132, 50]
    assert check_book(Table.objects.all()).difference is None


def make_declared_preset(club: Any) -> ClubPreset:
    """Make a preset in which each option differs from those of its base."""
    return make_preset(club, game="marque", base="belote", name="Coinche", options=DECLARED)


def read_form(page: Any) -> dict[str, str]:
    """Return the fields of a page's form as a browser sends them back."""
    form = page.context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    return {name: str(value) for name, value in values.items() if value not in (None, False)}


def test_a_preset_s_file_brings_its_marks_to_another_club() -> None:
    client, club = sign_in_organiser()
    preset = make_declared_preset(club)
    content = client.get(f"/desk/preset/{preset.pk}.json").content
    other, theirs = sign_in_organiser("zoe", "Le cercle de Zoé")
    sent = {"club": theirs.pk, "file": SimpleUploadedFile("r.json", content)}
    assert other.post("/desk/presets/import", sent).status_code == 302
    brought = ClubPreset.objects.get(club=theirs)
    assert (brought.base, brought.name, brought.options) == (preset.base, preset.name, preset.options)
    assert brought.options["marks"] == DECLARED["marks"]


def test_a_wrong_mark_of_a_file_is_told_by_its_path() -> None:
    client, club = sign_in_organiser()
    preset = make_declared_preset(club)
    content = client.get(f"/desk/preset/{preset.pk}.json").content.replace(b'"zero"', b'"belote"')
    sent = {"club": club.pk, "file": SimpleUploadedFile("r.json", content)}
    errors = " ".join(client.post("/desk/presets/import", sent).context["form"].errors["file"])
    assert "options.marks[2].key" in errors
    assert ClubPreset.objects.count() == 1


def test_saving_a_preset_or_an_evening_as_it_is_shown_changes_nothing_that_was_declared() -> None:
    client, club = sign_in_organiser()
    preset = make_declared_preset(club)
    before = preset.options
    address = f"/desk/preset/{preset.pk}"
    assert client.post(address, read_form(client.get(address))).status_code == 302
    preset.refresh_from_db()
    assert preset.options == before
    new = {"club": club.pk, "name": "Vendredi", "date": "2026-11-27", "game": "marque", "typed": "A\nB\nC\nD"}
    assert client.post("/desk/event/new", new | {"preset": f"club:{preset.pk}"}).status_code == 302
    evening = Tournament.objects.get()
    assert evening.options == before
    address = f"/desk/event/{evening.pk}/setup"
    assert client.post(address, read_form(client.get(address))).status_code == 302
    evening.refresh_from_db()
    assert evening.options == before


def test_an_evening_keeps_the_marks_of_its_preset_when_that_is_changed() -> None:
    client, club = sign_in_organiser()
    preset = make_declared_preset(club)
    new = {"club": club.pk, "name": "Vendredi", "date": "2026-11-27", "game": "marque", "preset": f"club:{preset.pk}"}
    assert client.post("/desk/event/new", new | {"typed": "A\nB\nC\nD"}).status_code == 302
    sent = read_form(client.get(f"/desk/preset/{preset.pk}")) | fill_marks(("zero", "Zéro", "-90"))
    assert client.post(f"/desk/preset/{preset.pk}", sent).status_code == 302
    preset.refresh_from_db()
    assert preset.options["marks"][0]["points"] == -90
    assert Tournament.objects.get().options["marks"] == DECLARED["marks"]


def test_a_preset_may_declare_no_sum_where_its_base_has_one() -> None:
    _client, club = sign_in_organiser()
    options = {"sum": None, "multiple_of": 10, "target": None}
    preset = make_preset(club, game="marque", base="belote", name="Coinche", options=options)
    setting = scoring.build_setting("marque", [*"ABCD"], preset.base, preset.options)
    assert (setting.config.sum, setting.config.target) == (None, None)


@pytest.mark.parametrize(
    ("sent", "fits"),
    [
        ({"sum": 162, "multiple_of": 10}, False),
        ({"sum": 160, "multiple_of": 10}, True),
        ({"sum": 162, "least": 90}, False),
        ({"sum": 162, "most": 80}, False),
        ({"sum": 162, "least": 81, "most": 81}, True),
        ({"least": 20, "most": 10}, False),
        ({"least": -100_000, "sum": -30}, True),
        ({"least": 1, "most": 9, "multiple_of": 10}, False),
    ],
)
def test_a_rule_that_no_coup_can_keep_is_not_declared(sent: dict[str, int], fits: bool) -> None:
    client, club = sign_in_organiser()
    fields = {"club": str(club.pk), "base": "marque/points", "name": "Coinche", "option.play": "sides"}
    answer = client.post("/desk/preset/new", fields | {f"option.{key}": str(value) for key, value in sent.items()})
    assert (answer.status_code == 302) == fits == ClubPreset.objects.exists()
    assert fits or "option.sum" in answer.context["form"].errors
