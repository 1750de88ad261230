"""A club's own presets: created, offered, changed, retired, exported and imported; another club's presets are
missing."""

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

import scoring
from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.presets import change_preset, make_preset
from tournaments.actions.people.members import add_member
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Club, ClubPreset, Tournament
from tournaments.models.rights import Role
from tournaments.printing.documents import PRINTABLES_BY_NAME

pytestmark = pytest.mark.django_db

LITERAL_SEQUENCE_VALUES = next(o for o in scoring.get_game("briscan").options if o.key == "sequence_values").start
PRESET_FORM = {
    "name": "Notre jeudi",
    "base": "brusquembille/academie-1718",
    "option.tours": "3",
    "option.exhausted": "recave",
}


def create_preset(client: Client, club: Club, **fields: str) -> ClubPreset:
    """Create the preset of THURSDAY with these other fields and return it."""
    answer = client.post("/desk/preset/new", {"club": str(club.pk), **PRESET_FORM, **fields})
    assert answer.status_code == 302, answer.context["form"].errors
    return ClubPreset.objects.order_by("pk").last()


def import_preset(client: Client, club: Club, content: object):
    """Send this content as a preset file to import. Return the response."""
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post("/desk/presets/import", {"club": club.pk, "file": SimpleUploadedFile("r.json", raw)})


def test_only_options_that_differ_from_the_base_preset_are_stored():
    client, club = sign_in_organiser()
    preset = create_preset(client, club, **{"option.mode": "fiches", "option.follow_after_talon": "true"})
    assert (preset.club, preset.game, preset.base, preset.name) == (
        club,
        "brusquembille",
        "academie-1718",
        "Notre jeudi",
    )
    assert preset.options == {"tours": 3, "exhausted": "recave", "follow_after_talon": True}
    page = client.get(f"/desk/preset/{preset.pk}")
    assert [row.field.name for row in page.context["form"].list_changed_rows()] == [
        "option.tours",
        "option.follow_after_talon",
        "option.exhausted",
    ]


def test_BRC_06_a_value_table_left_empty_has_the_values_written_in_grey():
    client, club = sign_in_organiser()
    preset = create_preset(client, club, **{"base": "brisque/brisque", "option.sequences": "libre"})
    literal = {row: dict(cells) for row, cells in LITERAL_SEQUENCE_VALUES.items()}
    assert preset.options == {"sequences": "libre", "sequence_values": literal}


def test_BRC_06_empty_cells_of_a_value_table_keep_the_literal_values():
    client, club = sign_in_organiser()
    fields = {
        "base": "brisque/brisque",
        "option.sequences": "libre",
        "option.sequence_values.quinte.A": "500",
        "option.cards": "6",
        "option.tours": "",
        "option.exhausted": "",
    }
    preset = create_preset(client, club, **fields)
    expected = {row: dict(cells) for row, cells in LITERAL_SEQUENCE_VALUES.items()}
    expected["quinte"]["A"] = 500
    assert preset.options == {"sequences": "libre", "sequence_values": expected, "cards": 6}
    listed = client.get("/desk/presets").content.decode()
    assert "Quinte A 500" in listed
    assert re.search(r": six, .* cinq\b", listed)
    again = client.get(f"/desk/preset/{preset.pk}").context["form"]
    assert again["option.sequence_values.quinte.A"].value() == 500
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert '<th scope="row">K</th>' in client.get(f"/desk/preset/{preset.pk}").content.decode()


def test_all_problems_are_reported_at_their_fields_and_nothing_is_written():
    client, club = sign_in_organiser()
    sent = {
        "club": club.pk,
        "base": "briscan/briscan-1752",
        "name": "",
        "option.target": "0",
        "option.sequence_values.quinte.A": "501",
        "option.sequence_values.tierce.9": "x",
    }
    form = client.post("/desk/preset/new", sent).context["form"]
    assert set(form.errors) == {
        "name",
        "option.target",
        "option.sequence_values",
        "option.sequence_values.quinte.A",
        "option.sequence_values.tierce.9",
    }
    assert not ClubPreset.objects.exists()


@pytest.mark.parametrize("name", ["Notre JEUDI", str(scoring.get_game("brusquembille").presets[1].name)])
def test_a_name_that_another_preset_has_is_refused(name: str):
    client, club = sign_in_organiser()
    create_preset(client, club)
    answer = client.post("/desk/preset/new", {"club": club.pk, **PRESET_FORM, "name": name})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name"}


def test_a_preset_that_changes_keeps_its_name():
    club = Club.objects.create(name="Cercle")
    preset = make_preset(club, game="brusquembille", base="academie-1718", name="Notre jeudi", options={"tours": 3})
    change_preset(preset, name="Notre JEUDI", options={"tours": 4})
    assert ClubPreset.objects.values_list("name", "options__tours").get() == ("Notre JEUDI", 4)


def create_evening(client: Client, preset: str, **fields: str) -> Tournament:
    """Create an evening with this preset through the form and return it."""
    sent = {"name": "Soirée", "date": "2026-11-21", "preset": preset, "typed": "Anne\nBasile\nChloé", **fields}
    assert client.post("/desk/event/new", sent).status_code == 302
    return Tournament.objects.order_by("pk").last()


def test_an_evening_takes_over_the_preset_and_keeps_it_when_the_preset_changes():
    client, club = sign_in_organiser()
    preset = create_preset(client, club)
    page = client.get("/desk/event/new").content.decode()
    assert "Notre jeudi" in page
    assert re.search(r": 3, .* 1\b", page.partition("Notre jeudi")[2])
    tournament = create_evening(client, f"club:{preset.pk}", **{"option.exhausted": "debt"})
    assert (tournament.preset, tournament.options, tournament.house_rule) == (
        "academie-1718",
        {"tours": 3},
        "Notre jeudi",
    )
    client.post(f"/desk/preset/{preset.pk}", {"name": "Le jeudi", "option.tours": "5"})
    tournament.refresh_from_db()
    assert tournament.options == {"tours": 3}
    assert tournament.house_rule == "Notre jeudi"
    assert "Notre jeudi" in client.get(f"/desk/event/{tournament.pk}").content.decode()
    document = build_tournament_document(tournament)
    game = scoring.get_game("brusquembille")
    every_option = dict(game.presets[0].build_values(game.options))
    assert (document["preset"], document["options"]) == ("academie-1718", {**every_option, "tours": 3})
    assert document["house_rule"] == "Notre jeudi", "a name, which another club's page shows beside the rules"
    paper = PRINTABLES_BY_NAME["rules"].build_paper(tournament).render_html()
    assert paper.count("<h3>") == 1, "what it changes"
    assert "<bdi>Notre jeudi</bdi>" in paper


def test_the_setup_page_of_an_evening_finds_its_preset_even_when_retired():
    client, club = sign_in_organiser()
    preset = create_preset(client, club)
    tournament = create_evening(client, f"club:{preset.pk}", **{"option.tours": "2"})
    client.post(f"/desk/preset/{preset.pk}/retire")
    form = client.get(f"/desk/event/{tournament.pk}/setup").context["form"]
    assert form["preset"].value() == f"club:{preset.pk}"
    assert (form["option.tours"].value(), form["option.exhausted"].value()) == (2, None)
    sent = {"name": "Soirée", "date": "2026-11-21", "preset": f"club:{preset.pk}", "option.tours": "2"}
    client.post(f"/desk/event/{tournament.pk}/setup", sent)
    tournament.refresh_from_db()
    assert (tournament.options, tournament.house_rule) == ({"tours": 2, "exhausted": "recave"}, "Notre jeudi")
    assert "Notre jeudi" not in client.get("/desk/event/new").content.decode()


def test_an_evening_of_a_standard_preset_has_no_house_rule_name():
    _client, club = sign_in_organiser()
    assert create_draft_evening(club).house_rule == ""


def test_an_exported_preset_is_imported_under_a_free_name():
    client, club = sign_in_organiser()
    preset = create_preset(client, club)
    document = client.get(f"/desk/preset/{preset.pk}.json").json()
    game = scoring.get_game("brusquembille")
    every_option = dict(game.presets[0].build_values(game.options))
    assert document == {
        "format": "corbillon.regle/1",
        "game": "brusquembille",
        "name": "Notre jeudi",
        "preset": "academie-1718",
        "options": {**every_option, "tours": 3, "exhausted": "recave"},
    }
    assert import_preset(client, club, document).status_code == 302
    document["options"] = {"tours": 3, "exhausted": "recave"}  # as a file written by hand
    assert import_preset(client, club, b"\xef\xbb\xbf" + json.dumps(document).encode()).status_code == 302
    assert [each.name for each in ClubPreset.objects.all()] == ["Notre jeudi", "Notre jeudi 2", "Notre jeudi 3"]
    assert all(each.options == preset.options for each in ClubPreset.objects.all())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", ["ne se lit pas"]),
        (b'"\\ud800"', ["ne se lit pas"]),
        (b"[" * 100 + b"]" * 100, ["règle de club"]),
        ({"format": "corbillon.partie/1"}, ["règle de club"]),
        (
            {"format": "corbillon.regle/1", "game": "x", "name": "", "preset": 3, "extra": 1},
            ["extra", "name", "preset", "game"],
        ),
        (
            {"format": "corbillon.regle/1", "game": "briscan", "name": "N", "preset": "brisque",
             "options": {"target": 0, "sequences": "libre"}},
            ["preset", "options.target", "options.sequence_values"],
        ),
    ],
)  # fmt: skip
def test_an_invalid_preset_file_is_refused_with_every_problem(content: object, told: list[str]):
    client, club = sign_in_organiser()
    answer = import_preset(client, club, content)
    assert answer.status_code == 422
    assert not ClubPreset.objects.exists()
    errors = " ".join(answer.context["form"].errors["file"])
    assert all(word in errors for word in told), errors


def test_another_club_s_presets_are_missing_on_every_page():
    client, club = sign_in_organiser()
    preset = create_preset(client, club)
    other, _club = sign_in_organiser("karl", "Autre cercle")
    for address in (f"/desk/preset/{preset.pk}", f"/desk/preset/{preset.pk}.json", f"/desk/presets?club={club.pk}"):
        assert other.get(address).status_code == 404
    assert other.post(f"/desk/preset/{preset.pk}", {"name": "À moi"}).status_code == 404
    assert other.post(f"/desk/preset/{preset.pk}/retire").status_code == 404
    assert other.post("/desk/preset/new", {"club": club.pk, **PRESET_FORM}).status_code == 404
    assert other.post("/desk/presets/import", {"club": club.pk}).status_code == 404
    assert "Notre jeudi" not in other.get("/desk/event/new").content.decode()
    sent = {"name": "S", "date": "2026-11-21", "preset": f"club:{preset.pk}", "typed": "Anne\nBasile"}
    assert other.post("/desk/event/new", sent).status_code == 422


def test_presets_are_offered_by_club_and_game_and_a_retired_one_by_its_name():
    _client, club = sign_in_organiser()
    user = get_user_model().objects.get()
    clubs = [club, *(Club.objects.create(name=name) for name in ("Amis", "Étrangers"))]
    add_member(user, clubs[1], Role.READER)
    for each in clubs:
        for name, game, retired in (
            ("B", "briscola", False),
            ("C", "briscan", False),
            ("A", "briscola", True),
            ("A", "brisque", False),
            ("D", "briscola", False),
        ):
            ClubPreset.objects.create(club=each, game=game, base="x", name=name, retired=retired)
    presets = ClubPreset.objects
    assert "".join(each.name for each in presets.for_club(club)) == "CBDAA"
    assert [each.name for each in presets.offered(club, "briscola")] == ["B", "D"]
    assert [each.name for each in presets.offered(club, "briscola", "A")] == ["A", "B", "D"]
    assert [(each.club.name, each.name) for each in presets.offered_to_member(user.pk, "briscola")] == [
        *(("Amis", name) for name in "BD"),
        *((club.name, name) for name in "BD"),
    ]
