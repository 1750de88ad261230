"""What pages of other sites, and spreadsheets, may read of the public files, and how they ask."""

from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.web.api_programs import API
from tests.web.organiser_builders import sign_in_organiser
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ORIGIN = {"origin": "https://www.exemple.fr"}


@pytest.fixture
def played() -> Tournament:
    """An evening whose table has played."""
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    return tournament


def ask_before(address: str, method: str = "GET", wanted: str = "if-none-match") -> Any:
    """Send the question of a browser that another site's page made ask."""
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": wanted}
    return Client().options(address, headers=ORIGIN | asked)


def test_the_public_files_are_for_pages_of_other_sites_and_the_desks_are_not(client: Client, played: Tournament):
    for ending in ("json", "csv"):
        answer = client.get(f"/{played.code}/standings.{ending}", headers=ORIGIN)
        assert answer.status_code == 200
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in answer["Access-Control-Expose-Headers"]
    assert client.get("/ZZZ/standings.csv")["Access-Control-Allow-Origin"] == "*", "why it failed is told as well"
    desk, _club = sign_in_organiser()
    for address in (f"/{played.code}/standings", f"/{played.code}/standings.xlsx", "/desk/club.csv", "/none.json"):
        assert "Access-Control-Allow-Origin" not in desk.get(address), address


def test_a_browser_that_asks_first_may_send_a_get_and_never_a_key(played: Tournament):
    for address in (f"/{played.code}/standings.json", f"/{played.code}/seats.csv", f"{API}/tournaments"):
        answer = ask_before(address, wanted="accept-language, authorization, if-none-match")
        assert answer.status_code == 204
        assert answer.content == b""
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Access-Control-Allow-Methods"] == "GET"
        assert answer["Access-Control-Allow-Headers"] == "If-None-Match, Accept-Language"
        assert "Access-Control-Allow-Credentials" not in answer
        assert "Access-Control-Allow-Methods" not in ask_before(address, "POST")
    for address in (f"/{played.code}/standings", "/desk/club.csv", "/t/coup"):
        assert "Access-Control-Allow-Origin" not in ask_before(address)


def test_an_address_says_its_language_and_what_separates_its_columns(played: Tournament):
    address, french = f"/{played.code}/standings.csv", Client(headers={"accept-language": "fr"})

    def read(query: str) -> str:
        answer = french.get(address + query)
        assert answer.status_code == 200
        return str(answer.content.decode().lstrip("\ufeff").splitlines()[0])

    assert read("").startswith("Rang;Joueur;")
    assert read("?sep=comma").startswith("Rang,Joueur,")
    assert read("?lang=en").startswith("Rank,Player,")
    assert read("?lang=en&sep=semicolon").startswith("Rank;Player;")
    assert read("?lang=it&sep=tab").startswith("Posizione\tGiocatore\t")
    told = french.get(f"{address}?lang=en")
    assert told["Content-Language"] == "en"
    assert told["ETag"] != french.get(address)["ETag"]
    assert french.get(f"{address}?lang=en", headers={"if-none-match": told["ETag"]}).status_code == 304
    career = french.get(f"/club/{played.club_id}.csv?lang=en&sep=tab").content.decode()
    assert "\t" in career.splitlines()[0]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?lang=de", "Une langue (lang) est une de celles-ci : fr, en, it."),
        ("?sep=,", "Un séparateur (sep) est un de ceux-ci : comma, semicolon, tab."),
        ("?lang=fr&sep=%00", "Un séparateur (sep) est un de ceux-ci : comma, semicolon, tab."),
    ],
)
def test_a_wrong_option_is_one_sentence(played: Tournament, query: str, sentence: str):
    answer = Client(headers={"accept-language": "fr"}).get(f"/{played.code}/standings.csv{query}")
    assert (answer.status_code, answer.content.decode()) == (422, sentence)
    assert answer["Content-Type"].startswith("text/plain")
    assert answer["Access-Control-Allow-Origin"] == "*"
