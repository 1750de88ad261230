"""Coups of every game on the organiser's pages: entered in totals and corrected; a coup recorded by tricks keeps its
tricks."""

import re
from random import Random

import pytest

import scoring
from tests.book.evening_builders import record_events
from tests.web.sheet_forms import COUPS, SIZES, OrganiserAtTable
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.presentation.tags.corbillon import mark_words
from tournaments.presentation.tags.form_faults import list_faults
from tournaments.presentation.text.cards import describe_wrong_card

pytestmark = pytest.mark.django_db

PRESETS = {"marque": "belote"}  # another than the game's first


CORRECTIONS = {
    "briscan": {"coup-last_five": "", "coup-announcements": "Anne : mariage ♠"},
    "briscola": {"coup-points.1": "60", "coup-points.2": "60"},
    "chiamata": {"coup-points": "74"},
    "marque": {"coup-points.1": "100", "coup-points.2": "62"},
}
LOG_SENTENCES = {
    "briscan": "retourne 9♥ · Anne : mariage ♠ · Basile : séquence V♦ D♦ R♦ · Anne : mariage de rencontre ♣ · levées",
    "briscola": "Anne et Chloé 61 · Basile et Denis 59",
    "chiamata": "Denis · 75 · R♥ · avec Édith · 78 points",
    "marque": "Anne et Chloé 112 · Basile et Denis 50 · Belote Chloé",
}
NO_CHANGE_MESSAGE = "ne change rien"


@pytest.mark.parametrize("game", COUPS)
def test_a_coup_in_totals_is_entered_shown_again_and_corrected(game: str) -> None:
    desk = OrganiserAtTable(game, preset=PRESETS.get(game))
    assert desk.send("mark/coup", **COUPS[game]).status_code == 302
    written = desk.sheet.events[0]
    assert NO_CHANGE_MESSAGE in str(desk.correct().context["form"].errors)
    assert desk.correct(**CORRECTIONS[game]).status_code == 302
    changed = desk.sheet.events[0]
    assert changed != written
    assert set(written) - set(changed) <= {"last_five"}
    page = desk.client.get(f"/desk/table/{desk.table.pk}/story").content.decode()
    assert "Corrigé" in page
    assert mark_words(LOG_SENTENCES[game], ()) in page.replace("\u202f", " ")


def test_partners_have_one_row_in_both_their_names() -> None:
    desk = OrganiserAtTable("briscola")
    form = desk.client.get(f"/desk/table/{desk.table.pk}/mark/coup").context["form"]
    rows = [(names, [bound.name for bound in bounds]) for names, bounds, _ticks in form.list_side_inputs()]
    first, second, third, fourth = desk.sheet.names
    assert rows == [((first, third), ["points.1"]), ((second, fourth), ["points.2"])]
    assert form.describe_input("points.2") == f"Points pour {second} et {fourth}"


def test_an_invalid_card_or_announcement_is_reported_at_its_field() -> None:
    desk = OrganiserAtTable("briscan")
    wrong = COUPS["briscan"] | {"coup-announcements": "Anne : carré 9", "coup-retourne": "6C"}
    errors = desk.send("mark/coup", **wrong).context["form"].errors
    assert set(errors) == {"announcements", "retourne"}
    unread = desk.send("mark/coup", **COUPS["briscan"] | {"coup-announcements": "Zoé : mariage ♠"})
    assert "commencez par" in str(unread.context["form"].errors["announcements"])
    assert not desk.sheet.events


def test_what_is_no_card_is_said_together_with_what_is_no_number() -> None:
    desk = OrganiserAtTable("chiamata")
    form = desk.send("mark/coup", **COUPS["chiamata"] | {"coup-called": "3 coppe", "coup-bid": "cent"}).context["form"]
    assert form.errors["called"] == [describe_wrong_card("3 coppe")]
    assert "bid" in form.errors
    assert form["called"].value() == "3 coppe"


@pytest.mark.parametrize(("game", "field"), [("briscola", "retourne"), ("chiamata", "bid")])
def test_what_is_missing_of_a_coup_card_by_card_is_asked_for_without_the_record_s_own_word(
    game: str, field: str
) -> None:
    form = OrganiserAtTable(game).send("mark/tricks", kind="tricks").context["form"]
    assert form.errors[field] == ["À remplir."]
    assert [str(form[name].label) for name in ("caller", "bid") if name in form.fields] in (
        [],
        ["Demandeur", "Enchère"],
    )


def test_a_card_of_another_pack_stands_without_quotes() -> None:
    desk = OrganiserAtTable("chiamata")
    form = desk.send("mark/coup", **COUPS["chiamata"] | {"coup-called": "8C"}).context["form"]
    assert form.errors["called"][0].startswith("8♥ n’est pas")


FIELD_GIVEN_BY_TRICKS = {
    "brusquembille": "coup-points.1",
    "briscan": "coup-tricks_won.1",
    "brisque": "coup-card_points.1",
    "briscola": "coup-points.1",
    "chiamata": "coup-points",
}


def test_each_game_has_its_table_here_and_those_with_tricks_a_field() -> None:
    games = scoring.list_games()
    assert set(SIZES) == {game.key for game in games}
    assert set(FIELD_GIVEN_BY_TRICKS) == {game.key for game in games if game.tricks_form_keys}


@pytest.mark.parametrize("game", FIELD_GIVEN_BY_TRICKS)
def test_a_coup_by_tricks_keeps_its_tricks_unless_they_are_dropped(game: str) -> None:
    desk = OrganiserAtTable(game)
    state = scoring.build_initial_state(desk.sheet.setting)
    record_events(desk.table, desk.sheet.to_seats(PARTS_BY_GAME[game].play_next_event(state, Random(7), 1.0)))
    before, totals = desk.sheet.events[0], desk.sheet.state.totals
    assert NO_CHANGE_MESSAGE in str(desk.correct().context["form"].errors)
    other = {FIELD_GIVEN_BY_TRICKS[game]: "3"}
    told = desk.correct(**other)
    assert told.status_code == 422
    assert "drop_tricks" in told.context["form"].errors
    assert desk.sheet.events[0] == before
    assert desk.correct(**{"coup-drop_tricks": "on"}).status_code == 302
    assert "tricks" not in desk.sheet.events[0]
    assert desk.sheet.state.totals == totals


def test_another_field_of_a_coup_by_tricks_is_corrected_and_its_tricks_stay() -> None:
    desk = OrganiserAtTable("chiamata")
    state = scoring.build_initial_state(desk.sheet.setting)
    record_events(desk.table, desk.sheet.to_seats(PARTS_BY_GAME["chiamata"].play_next_event(state, Random(3), 1.0)))
    tricks = desk.sheet.events[0]["tricks"]
    assert desk.correct(**{"coup-bid": "119"}).status_code == 302
    assert (desk.sheet.events[0]["bid"], desk.sheet.events[0]["tricks"]) == (119, tricks)


def test_a_club_that_has_only_the_example_is_led_to_an_evening_of_its_own() -> None:
    desk = OrganiserAtTable("briscola")
    club = desk.table.round.tournament.club
    own = desk.client.get("/desk/")
    club.demonstration = True
    club.save(update_fields=["demonstration"])
    example = desk.client.get("/desk/")
    assert "Soirée d’exemple" in example.content.decode()
    assert "Soirée d’exemple" not in own.content.decode()
    assert [page.context["has_own"] for page in (own, example)] == [True, False]


def test_what_is_missing_and_what_is_summed_are_called_as_on_the_page() -> None:
    form = OrganiserAtTable("chiamata").send("mark/coup").context["form"]
    faults = {fault.label: fault.words for fault in list_faults(form)}
    assert faults["Demandeur"] == faults["Enchère"] == "À remplir.", "the label says what, and says it once"


def test_what_a_coup_is_made_of_is_written_as_its_dealer_is() -> None:
    desk = OrganiserAtTable("chiamata")
    form = desk.client.get(f"/desk/table/{desk.table.pk}/mark/coup").context["form"]
    labels = [str(bound.label) for bound in form]
    assert labels[:2] == ["Qui donne", "Demandeur"]
    assert all(label[0].isupper() for label in labels)


def test_the_points_of_two_sides_are_summed_as_those_of_all() -> None:
    desk = OrganiserAtTable("briscola")
    page = desk.client.get(f"/desk/table/{desk.table.pk}/mark/coup").content.decode()
    assert 'data-total="120"' in page
    assert "Points pour" not in page.split('class="sums"')[1]


def test_the_running_sums_of_a_coup_are_named_after_what_they_add_up() -> None:
    desk = OrganiserAtTable("briscan")
    page = desk.client.get(f"/desk/table/{desk.table.pk}/mark/coup").content.decode()
    sums = dict(re.findall(r'data-total="(\d+)"\s+data-words="(\w+) ', page))
    assert sums == {"16": "Levées", "120": "Points"}


def test_at_a_table_for_points_nobody_counts_fiches_and_what_a_substitute_takes_over_has_no_name() -> None:
    desk = OrganiserAtTable("chiamata")
    assert desk.client.get(f"/desk/table/{desk.table.pk}/count").status_code == 404
    page = desk.client.get(f"/desk/table/{desk.table.pk}/substitute")
    assert page.context["words"]
    assert "jetons" not in page.content.decode()
    fiches = OrganiserAtTable("brusquembille", name="karl")
    assert fiches.client.get(f"/desk/table/{fiches.table.pk}/count").status_code == 200


def test_a_rule_that_has_the_name_of_its_game_is_named_once() -> None:
    desk = OrganiserAtTable("chiamata")
    page = desk.client.get(f"/desk/event/{desk.table.round.tournament.pk}").content.decode()
    assert "Jeu</dt><dd>Briscola chiamata</dd>" in " ".join(page.split()).replace(" </dd>", "</dd>")


@pytest.mark.parametrize(("game", "offered"), [("briscan", False), ("briscola", True)])
def test_a_sheet_that_cannot_be_copied_row_by_row_has_no_door(game: str, offered: bool) -> None:
    desk = OrganiserAtTable(game)
    page = desk.client.get(f"/desk/table/{desk.table.pk}").content.decode()
    assert (f"/desk/table/{desk.table.pk}/paper" in page) is offered
