"""The organiser's evenings: created on one page, listed, their rules changed until the first coup."""

import json
import re

import pytest

from tests.web.organiser_builders import (
    DAY,
    NAMES,
    VALID_FORM,
    create_draft_evening,
    create_open_evening,
    enter_coup,
    get_first_table,
    post_new_evening,
    sign_in_organiser,
)
from tournaments.actions.evenings.lifecycle import create_tournament, hide_tournament
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.people.clubs import add_player
from tournaments.models import Entry, Player, Tournament
from tournaments.presentation.text.rule_book import describe_provenance

pytestmark = pytest.mark.django_db

HOSTILE_NAMES = ("<script>alert(1)</script>", "🂡 Zoé", "عائشة")


def test_the_start_page_without_evenings_offers_to_prepare_one():
    client, _club = sign_in_organiser()
    page = client.get("/desk/").content.decode()
    assert re.findall(r'class="btn"\s+href="([^"]*)"', page) == ["/desk/event/new"]


def test_one_page_creates_an_evening_with_its_players():
    client, club = sign_in_organiser()
    answer = post_new_evening(client)
    tournament = Tournament.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/desk/event/{tournament.pk}/tables")
    assert (tournament.club, tournament.name, tournament.date, tournament.preset) == (
        club,
        "Soirée",
        DAY,
        "academie-1718",
    )
    assert tournament.options == {"tours": 2}
    assert sorted(entry.shown_name for entry in tournament.entries.all()) == sorted(NAMES)


def test_an_evening_of_rounds_goes_on_to_their_plan_with_drawn_rounds_chosen_and_so_does_the_next():
    client, _club = sign_in_organiser()
    answer = post_new_evening(client, seating="rounds")
    tournament = Tournament.objects.get()
    plan = client.get(answer.url).context["plan"]
    assert answer.url.startswith(f"/desk/event/{tournament.pk}/rounds")
    assert plan["format"].value() == "random"
    assert client.get("/desk/event/new").context["form"]["seating"].value() == "one"
    Tournament.objects.update(format="random")
    assert client.get("/desk/event/new").context["form"]["seating"].value() == "rounds"


def test_an_evening_without_players_asks_for_players_and_is_not_made() -> None:
    client, _club = sign_in_organiser()
    answer = post_new_evening(client, typed="")
    assert answer.status_code == 422
    assert [*answer.context["form"].errors] == ["typed"]
    assert not Tournament.objects.exists()


def test_who_is_written_twice_is_two_people_and_the_next_page_says_so() -> None:
    client, _club = sign_in_organiser()
    for typed, numbered in (("Paul Petit\nZoé\nPaul Petit", True), ("Anne\nBasile", False)):
        page = client.get(post_new_evening(client, typed=typed).url)
        assert any("Paul Petit 2" in str(each) for each in page.context["messages"]) == numbered


def test_the_form_proposes_a_name_today_and_the_first_preset():
    client, club = sign_in_organiser()
    form = client.get("/desk/event/new").context["form"]
    assert str(form["name"].value()).startswith("Soirée du ")
    assert form["preset"].value() == "academie-1718"
    name = str(form["name"].value())
    for expected in (name, f"{name} (2)", f"{name} (3)"):
        assert client.get("/desk/event/new").context["form"]["name"].value() == expected
        create_tournament(club, name=expected, date=DAY)


def test_the_next_evening_starts_from_the_rules_of_the_last():
    client, club = sign_in_organiser()
    create_draft_evening(club, tours=4)
    form = client.get("/desk/event/new").context["form"]
    assert form["option.tours"].value() == 4


def test_options_equal_to_the_preset_are_not_stored():
    client, _club = sign_in_organiser()
    post_new_evening(client, **{"preset": "encyclopedie-1751", "option.tours": "1", "option.sevens": "any"})
    assert Tournament.objects.get().options == {}


def test_a_typed_name_is_the_club_s_player_once_and_a_new_player_when_repeated():
    client, club = sign_in_organiser()
    known = add_player(club, "Marie")
    post_new_evening(client, typed="Marie\nMarie\n\n  \nMarie")
    shown = list(Entry.objects.values_list("shown_name", flat=True))
    assert sorted(shown) == ["Marie", "Marie 2", "Marie 3"]
    assert Entry.objects.get(player=known).shown_name == "Marie"


def test_ticked_players_and_typed_ones_are_both_entered():
    client, club = sign_in_organiser()
    known = add_player(club, "Marie")
    post_new_evening(client, players=str(known.pk), typed="Marie\nLéo")
    assert sorted(Entry.objects.values_list("shown_name", flat=True)) == ["Léo", "Marie", "Marie 2"]
    assert Player.objects.filter(name="Marie").count() == 2


def test_names_in_any_script_are_accepted_and_shown_escaped():
    client, _club = sign_in_organiser()
    post_new_evening(client, typed="\n".join(HOSTILE_NAMES), name="<b>Soirée</b>")
    tournament = Tournament.objects.get()
    page = client.get(f"/desk/event/{tournament.pk}").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "🂡 Zoé" in page
    assert "عائشة" in page
    assert "&lt;b&gt;Soirée&lt;/b&gt;" in page


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("name", "", "Écrivez un nom."),
        ("name", "   ", "Écrivez un nom."),
        ("name", "é" * 81, "80 caractères au plus"),
        ("name", "a\x00b", "caractère nul"),
        ("date", "", "Choisissez un jour"),
        ("date", "hier", "Choisissez un jour"),
        ("preset", "bridge", "choix"),
        ("option.tours", "9" * 400, "de 1 à 100"),
        ("option.tours", "0", "de 1 à 100"),
        ("option.tours", "deux", "nombre entier"),
        ("option.tours", "²", "nombre entier"),
        ("option.coups", "1001", "de 1 à 1\u202f000"),
        ("option.target", "-3", "de 1 à 1\u202f000\u202f000"),
        ("option.mode", "autre", "choix"),
        ("typed", "Anne\n" + "x" * 81, "Ligne 2"),
        ("typed", "pot", "réservé"),
        ("players", "999999", "choix"),
    ],
)
def test_invalid_input_is_reported_on_its_field_and_all_input_is_kept(field: str, typed: str, says: str):
    client, _club = sign_in_organiser()
    answer = post_new_evening(client, **{field: typed})
    form = answer.context["form"]
    assert answer.status_code == 422
    assert says in " ".join(form.errors[field])
    for other, value in (VALID_FORM | {field: typed}).items():
        assert form[other].value() == ([value] if other == "players" else value)
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_another_game_keeps_the_name_the_day_and_the_people():
    client, club = sign_in_organiser()
    anne = add_player(club, "Anne Lefèvre")
    sent = {"play": "briscola", "name": "Tournoi des rois", "date": "2026-12-05", "players": str(anne.pk)}
    answer = post_new_evening(client, **sent)
    form = answer.context["form"]
    assert answer.status_code == 200
    assert form.game.key == "briscola"
    assert not form.errors
    kept = {key: form[key].value() for key in ("name", "date", "typed", "players")}
    assert kept == {"name": sent["name"], "date": sent["date"], "typed": VALID_FORM["typed"], "players": [str(anne.pk)]}
    assert not Tournament.objects.exists()


def test_the_players_of_the_last_evening_are_ticked_at_once():
    client, club = sign_in_organiser()
    assert client.get("/desk/event/new").context["last"] is None
    tournament = create_draft_evening(club)
    page = client.get("/desk/event/new").content.decode()
    link, same, search = (page.index(it) for it in ('class="skip" href="#who-plays"', "Les mêmes que", "data-filter"))
    assert link < same < search
    form = post_new_evening(client, same="yes").context["form"]
    assert len(form["players"].value()) == tournament.entries.count()
    assert form["typed"].value() == VALID_FORM["typed"]


def test_the_form_says_which_tables_so_many_make_and_goes_on_to_a_file_of_names():
    client, club = sign_in_organiser()
    mixes = json.loads(client.get("/desk/event/new").context["mixes"])
    tournament = create_draft_evening(club, sizes=())
    chosen = client.get(f"/desk/event/{tournament.pk}/tables").context["drawing"]["form"]
    usual = dict(chosen.fields["mix"].choices)[chosen["mix"].initial]
    assert mixes[:2] == ["", ""]
    assert mixes[len(NAMES)].endswith(f" · {usual}")
    answer = post_new_evening(client, typed="", file="yes")
    assert answer.url == "/desk/event/new/list"
    assert not Tournament.objects.filter(name="Soirée").exists()


def test_all_invalid_fields_are_reported_at_once():
    client, _club = sign_in_organiser()
    answer = post_new_evening(client, **{"name": "", "option.tours": "0", "typed": "pot"})
    assert set(answer.context["form"].errors) == {"name", "option.tours", "typed"}


def test_each_option_shows_its_help_its_provenance_and_where_presets_differ():
    client, _club = sign_in_organiser()
    page = client.get("/desk/event/new").content.decode()
    assert describe_provenance("src", "S0") in page
    assert describe_provenance("house") in page
    assert "Selon la règle" in page


def test_hidden_evenings_are_listed_separately():
    client, club = sign_in_organiser()
    create_open_evening(club)
    hide_tournament(create_draft_evening(club))
    shelves = client.get("/desk/").context["shelves"]
    assert (len(shelves["open"]), len(shelves["draft"]), len(shelves["hidden"])) == (1, 0, 1)


def test_name_day_and_rules_can_be_changed_before_the_first_coup():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    sent = {"name": "Grande soirée", "date": "2026-11-22", "preset": "aux-points", "option.target": "500"}
    assert client.post(f"/desk/event/{tournament.pk}/setup", sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.preset, tournament.options) == ("Grande soirée", "aux-points", {"target": 500})


def test_after_the_first_coup_the_rules_change_on_a_page_of_their_own():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    enter_coup(client, get_first_table(tournament))
    sent = {"name": "Grande soirée", "date": "2026-11-22", "preset": "aux-points"}
    assert client.post(f"/desk/event/{tournament.pk}/setup", sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.preset) == ("Grande soirée", "academie-1718")
    assert f"/desk/event/{tournament.pk}/rules" in client.get(f"/desk/event/{tournament.pk}/setup").content.decode()


def test_a_new_evening_begins_with_the_game_of_the_last_one_and_in_italian_with_briscola() -> None:
    client, club = sign_in_organiser()

    def proposed(language: str) -> str:
        return client.get("/desk/event/new", headers={"accept-language": language}).context["game"].key

    assert (proposed("fr"), proposed("it")) == ("brusquembille", "briscola")
    create_tournament(club, name="Mardi", date="2026-11-17", game="chiamata", players=list("ABCDE"))
    hidden = create_tournament(club, name="Essai", date="2026-11-18", game="briscan", players=["A", "B"])
    hide_tournament(hidden)
    assert (proposed("fr"), proposed("it")) == ("chiamata", "chiamata")


def test_a_new_evening_begins_with_no_game_and_no_preset_of_another_club() -> None:
    client, _club = sign_in_organiser()
    _other, foreign = sign_in_organiser("paul", "Autre cercle")
    create_tournament(foreign, name="Mardi", date="2026-11-17", game="chiamata", players=list("ABCDE"))
    make_preset(foreign, game="brusquembille", base="academie-1718", name="Règle d’ailleurs", options={})
    page = client.get("/desk/event/new")
    assert page.context["game"].key == "brusquembille"
    assert "ailleurs" not in page.content.decode()


def test_whoever_is_entered_is_not_said_to_be_there():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Soirée", date=DAY, players=NAMES)
    page = client.get(f"/desk/event/{tournament.pk}")
    assert page.context["todo"]["url"] == f"/desk/event/{tournament.pk}/tables", "each is to have a place"
    assert "sont là" not in page.content.decode()
