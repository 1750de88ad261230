"""The languages of the pages, chosen at the foot of each."""

import datetime
import re
from types import SimpleNamespace

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext, override

import scoring
from scoring import RankingRow, TotalUnit
from tests.book.evening_builders import NAMES, build_coup, create_club, create_evening, get_table, record_events
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament
from tournaments.forms.games.lesson_text import MOVES
from tournaments.forms.organiser.tournament import propose_name
from tournaments.presentation.tags.corbillon import bind_name, join_names, localise_briefly, localise_html
from tournaments.presentation.text.cards import FACES
from tournaments.presentation.text.elision import say_de
from tournaments.presentation.text.metric_text import format_reckoning, join_texts
from tournaments.presentation.text.unit_text import format_score
from tournaments.standings.opponents import FigureTerms


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "name"), [("it", "Italiano"), ("en", "English"), ("fr", "Français")])
def test_every_language_can_be_chosen(client: Client, code: str, name: str) -> None:
    assert f">{name}</button>" in client.get("/").content.decode()
    kept = client.post(reverse("set_language"), {"language": code, "next": "/"}).cookies["django_language"]
    assert int(kept["max-age"]) > 300 * 24 * 3600  # not forgotten when the browser is closed
    assert f'<html lang="{code}"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_a_language_chosen_while_signed_in_is_found_on_another_device() -> None:
    member, _club = sign_in_organiser()
    member.post(reverse("set_language"), {"language": "en", "next": "/"})
    member.post(reverse("set_language"), {"language": "it", "next": "/"})
    member.post(reverse("set_language"), {"language": "es", "next": "/"})  # not a language of the program
    other = Client(headers={"accept-language": "fr"})
    answer = other.post("/accounts/login/", {"login": "nadia", "password": "quatre-vingts-as"}, follow=True)
    assert answer.status_code == 200
    assert '<html lang="it"' in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "said"), [("Élodie", "d’"), ("«Anne»", "d’"), ("Yves", "d’"), ("Yann", "de "), ("Henri", "de ")]
)
def test_french_elides_de_before_a_vowel_and_no_other_language_says_it(name: str, said: str) -> None:
    with override("fr"):
        assert say_de(name) == said
    with override("it"):
        assert say_de(name) == ""


@pytest.mark.django_db
def test_italian_counts_evenings_and_tables_each_in_its_gender() -> None:
    tournament = create_evening(3, coups=1)
    record_events(get_table(tournament), build_coup())
    close_tournament(tournament)
    career = reverse("career", args=(tournament.club_id, tournament.entries.first().player_id))
    page = Client(headers={"accept-language": "it"}).get(career).content.decode()
    evenings, tables = (part.partition("</dd>")[0] for part in page.split("<dd>")[1:3])
    assert [" ".join(part.split()) for part in (evenings, tables)] == ["1 giocata, 1 vinta", "1 giocato, 1 vinto"]


@pytest.mark.parametrize(("language", "trumps", "cups"), [("en", "trumps", "cups"), ("it", "taglia", "coppe")])
def test_to_trump_is_no_suit(language: str, trumps: str, cups: str) -> None:
    with override(language):
        assert (MOVES["trumped"], FACES["italian"].suits["♥"].name) == (trumps, cups)


@pytest.mark.parametrize(
    ("language", "joined"), [("it", "Anna ed Elisa"), ("fr", "Anna et Elisa"), ("en", "Anna and Elisa")]
)
def test_names_are_joined_as_each_language_says_and(language: str, joined: str) -> None:
    with override(language):
        shown = join_names(["Anna", "Elisa"])
        assert join_texts(["Anna", "Elisa"]) == joined == shown.replace("<bdi>", "").replace("</bdi>", "")


def test_a_name_with_a_hyphen_stays_on_one_line_unless_it_would_not_fit() -> None:
    whole = '<span class="unbroken">Jean-Pierre</span> Roux'
    assert bind_name("Jean-Pierre Roux") == whole
    assert localise_html("À Jean-Pierre Roux - 4.", ["Jean-Pierre Roux"]) == f"À {whole} - 4."
    bound = f'<span class="unbroken">{whole.removesuffix(" Roux")} −1</span>.'
    assert localise_briefly("Jean-Pierre Roux −1.", ["Jean-Pierre Roux", "Anne"]) == bound
    assert (
        localise_briefly("Marie-Antoinette-Josèphe 40", ["Marie-Antoinette-Josèphe"]) == "Marie-Antoinette-Josèphe 40"
    )
    assert join_names(["<Anne-Lise>"]) == '<bdi>&lt;<span class="unbroken">Anne-Lise</span>&gt;</bdi>'
    assert bind_name("Marie-Antoinette-Josèphe") == "Marie-Antoinette-Josèphe"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "day", "name"),
    [
        ("it", 8, "Serata dell’8 novembre"),
        ("it", 11, "Serata dell’11 novembre"),
        ("it", 18, "Serata del 18 novembre"),
        ("fr", 1, "Soirée du 1er novembre"),
        ("en", 8, "Evening of 8 November"),
    ],
)
def test_the_name_proposed_for_an_evening_has_the_article_of_its_day(language: str, day: int, name: str) -> None:
    with override(language):
        assert propose_name(create_club(), datetime.date(2026, 11, day)) == name
        written = Template('{{ day|date:"j F" }}').render(Context({"day": datetime.date(2026, 11, day)}))
        assert name.endswith(written)


def test_whoever_leads_with_nothing_while_the_others_have_lost_is_told_with_the_figure():
    card = SimpleNamespace(complete=False, coups_played=1)
    view = SimpleNamespace(leaders=["Anne", "Basile"], lead=0, lead_in_words="", card=card)
    with override("en"):
        line = strip_tags(render_to_string("public/_leaders.html", {"view": view}))
    assert " ".join(line.split()) == "Anne and Basile lead with 0"


def test_the_words_of_libraries_are_put_right() -> None:
    with override("it"), pytest.raises(ValidationError) as refused:
        validate_password("abc")
    assert "Questa password è troppo corta: deve avere almeno 12 caratteri." in refused.value.messages
    for language, words in (("it", "Le sei cifre dell’applicazione"), ("fr", "Les six chiffres de l’application")):
        with override(language):
            assert gettext("Authenticator code") == words


def test_of_one_number_alone_there_is_nothing_to_add_up() -> None:
    with override("en"):
        told = [format_reckoning(FigureTerms(*terms), "2") for terms in (((2,),), ((2,), (0,)), ((3, -1),))]
    assert told == ["", "not counting 0", "3 − 1 = 2"]


@pytest.mark.django_db
def test_the_cards_of_the_tables_and_those_of_the_game_have_words_of_their_own() -> None:
    client, club = sign_in_organiser()
    evening = create_tournament(club, name="Evening", date=DAY, players=["Ann", "Bob", "Cat"])
    step = re.search("<li><b>([^<]*)</b>one code per table", read_english(client, f"/desk/event/{evening.pk}"))
    assert step
    assert step[1] != scoring.get_game("chiamata").chapters["BLA"].localise("en")


def read_english(client: Client, address: str) -> str:
    """Return a page in English."""
    return client.get(address, headers={"Accept-Language": "en"}).content.decode()


@pytest.mark.parametrize(
    ("totals", "words"),
    [
        ((2, 1), "Anne wins 2–1"),
        ((1, 2), "Anne wins: a player left the table before the end"),
        ((2, 1, 0), "Anne wins with 2"),
    ],
)
def test_who_wins_on_coups_won_is_told_with_the_score_of_both(totals: tuple[int, ...], words: str) -> None:
    ranking = [RankingRow(n, name, total) for n, (name, total) in enumerate(zip(NAMES, totals, strict=False), 1)]
    card = SimpleNamespace(complete=True, coups_played=3, ranking=ranking)
    with override("en"):
        view = SimpleNamespace(
            leaders=["Anne"],
            lead=totals[0],
            lead_in_words=str(totals[0]),
            card=card,
            score=format_score(ranking, TotalUnit.COUPS_WON),
            has_first_with_less=totals[0] < max(totals),
        )
        line = strip_tags(render_to_string("public/_leaders.html", {"view": view}))
    assert " ".join(line.split()) == words


def test_three_who_play_singly_have_no_score_of_two_sides() -> None:
    ranking = [RankingRow(1, "Anne", 2), RankingRow(2, "Basile", 1), RankingRow(2, "Chloé", 1)]
    assert format_score(ranking, TotalUnit.COUPS_WON) == ""
    assert format_score(ranking[:2], TotalUnit.POINTS) == ""
