"""Briscola on a table's phone: one number, a tie, a misdeal; played to the end, confirmed, shown on the public
pages."""

import re

import pytest
from django.test import Client

from tests.web.phone_client import Phone, build_point_fields, create_table_of_game, read_html
from tournaments.models import Record

pytestmark = pytest.mark.django_db


def test_a_drawn_coup_is_marked_with_both_sides_and_says_that_it_is_void_and_changes_nothing() -> None:
    mine = Phone(create_table_of_game("briscola", 4))
    assert 'data-tie="60"' in mine.read_sheet()
    assert mine.send("coup", **build_point_fields(60, 60)).status_code == 303
    sheet = mine.read_sheet()
    assert mine.read_facts().last_nets == []
    assert 'data-state="recorded"' in sheet
    page = sheet.partition("data-toast")[2].partition("<form")[0]
    assert re.findall(r"(\w+) et (\w+) 60", page) == [("Anne", "Chloé"), ("Basile", "Denis")]
    assert "Égalité" in page


def test_bla_02_four_and_six_players_enter_the_points_of_two_sides() -> None:
    mine = Phone(create_table_of_game("briscola", 4, match="fixed", match_n=2))
    pairs = re.compile(r"<bdi>(\w+)</bdi> et <bdi>(\w+)</bdi>")
    sides = [("Anne", "Chloé"), ("Basile", "Denis")]
    assert pairs.findall(Phone(mine.table, None).read_sheet().partition('class="choices"')[2]) == sides
    page = mine.read_sheet()
    assert {*sides} <= {*pairs.findall(page)}
    assert "On joue 2 coups." in page
    assert "une pénalité" not in page
    assert 'hx-post="/t/end"' in page
    assert mine.send("coup", **build_point_fields(61, 59)).status_code == 303
    assert Record.objects.get().body == {"type": "coup", "points": {"1": 61, "2": 59}}
    page = mine.read_sheet()
    assert re.search(r"\bAnne et Chloé gagnent\b", page)
    assert "coup gagné</span>" in page
    six = Phone(create_table_of_game("briscola", 6, match="target"))
    assert "coup gagné</span>" not in six.read_sheet()
    assert 'name="points.2"' in six.read_sheet()
    assert 'name="points.3"' not in six.read_sheet()


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "BLA-01 too few": (build_point_fields(61, 50), "il en manque 9"),
    "BLA-01 too many": (build_point_fields(120, 1), "c’est 1 de trop"),
    "no number": (build_point_fields("beaucoup", 59), "écrivez un nombre, en chiffres"),
    "400 digits": (build_point_fields("9" * 400, 0), "de 0 à 120"),
    "nothing": (build_point_fields("", 59), "combien de points"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_invalid_coup_is_refused_with_a_message_and_all_input_is_kept(case: str) -> None:
    typed, sentence = REFUSED[case]
    mine = Phone(create_table_of_game("briscola", 2))
    answer = mine.send("coup", **typed)
    page = read_html(answer)
    assert answer.status_code == 422
    assert sentence in page
    assert not Record.objects.exists()
    for name, value in typed.items():
        assert f'name="{name}" value="{value}"' in page
    assert sentence in mine.read_preview(**typed) or case == "nothing"


def test_bla_06_a_tie_is_void_and_bla_08_the_best_of_three_goes_on() -> None:
    mine = Phone(create_table_of_game("briscola", 3, preset="briscola-usage"))
    assert 'data-tie="40"' in mine.read_sheet()
    [opening] = mine.read_facts().opening
    assert opening.values["n"] == 2
    assert not mine.preview(**build_point_fields(40, 40, 40)).context["whole"].outcome.seat_winners
    for deal in ((40, 40, 40), (61, 30, 29), (20, 40, 60), (70, 30, 20)):
        assert mine.send("coup", **build_point_fields(*deal)).status_code == 303
    assert mine.sheet.state.complete
    assert mine.sheet.state.winners == ("Anne",)
    page = mine.read_sheet()
    assert 'id="result"' in page
    assert "avec 2 coups gagnés" in page
    assert "Je suis <bdi>Basile</bdi>" in page
    assert 'data-to="confirm-title"' in page
    assert "Comptez vos fiches" not in page
    assert mine.send("confirm", position=2).status_code == 303
    tournament = mine.table.round.tournament
    assert f'at-foot" href="/{tournament.code}/standings"' in mine.read_sheet()
    for address in (f"/{tournament.code}", f"/{tournament.code}/standings", f"/{tournament.code}/table/1"):
        assert "Anne" in read_html(Client().get(address))
    loser = mine.table.seats.get(position=2).entry_id
    [part] = Client().get(f"/{tournament.code}/player/{loser}/why").context["parts"]
    assert (part["table"], part["gain"]) == (1, 0), "who won nothing played"
    assert [*part["opponents"]] == ["Anne", "Chloé"]


EVEN = {
    "both sides have as many points": ("target", ((70, 50), (50, 70)), "Égalité 70 points partout"),
    "one coup that is void": ("single", ((60, 60),), "Égalité"),
}


@pytest.mark.parametrize("case", EVEN)
def test_a_partie_that_ends_even_is_a_draw_that_nobody_wins(case: str) -> None:
    match, coups, words = EVEN[case]
    mine = Phone(create_table_of_game("briscola", 4, match=match))
    for points in coups:
        assert mine.send("coup", **build_point_fields(*points)).status_code == 303
    if not mine.sheet.state.complete:
        assert mine.send("end").status_code == 303
    shown = mine.read_sheet().partition('class="winner">')[2].partition("</p>")[0]
    assert " ".join(re.sub("<[^>]+>", " ", shown).split()) == words
    assert "à égalité" in read_html(Client().get(f"/{mine.table.round.tournament.code}"))


@pytest.mark.parametrize(
    ("where", "fields"), [("void", {"reason": "mal donné"}), ("leave", {"player": 2}), ("end", {})]
)
def test_gen_01_02_03_a_misdeal_a_departure_and_an_end_are_recorded(where: str, fields: dict[str, object]) -> None:
    mine = Phone(create_table_of_game("briscola", 4, match="target"))
    mine.send("coup", **build_point_fields(80, 40))
    assert mine.send(where, **fields).status_code == 303
    assert mine.sheet.events[-1]["type"] == where
    assert mine.sheet.state.complete is (where != "void")
    assert mine.read_sheet().count('<span class="total">') == (where == "void") * 2  # else in the table
    assert mine.send("undo").status_code == 303
    assert len(mine.sheet.events) == 1


def test_the_reasons_of_a_rank_tell_the_partner_from_the_opponents() -> None:
    mine = Phone(create_table_of_game("briscola", 4, match="target"))
    mine.send("coup", **build_point_fields(80, 40))
    entry, code = mine.table.seats.get(position=1).entry_id, mine.table.round.tournament.code
    why, whole = (Client().get(f"/{code}/player/{entry}{page}") for page in ("/why", ""))
    [part], now = why.context["parts"], whole.context["now"]
    assert [*part["partners"], *part["opponents"]] == ["Chloé", "Basile", "Denis"]
    assert (now.partners, now.opponents) == (("Chloé",), ("Basile", "Denis"))
    assert "</b> 80</p>" in " ".join(read_html(why).split())
    page = " ".join(read_html(whole).split())
    assert re.search(r'Ensemble\s*:\s+<span class="num">80</span>', page), "points are a count, and have no plus"
    assert "Table 1</a>" in page


COUNTED_COUPS = {
    "fr": ("Coups gagnés", "coups gagnés", "mène avec 1 coup gagné", "coups gagnés 2 contre 0"),
    "it": ("Smazzate vinte", "smazzate vinte", "è in testa con 1 smazzata vinta", "2 contro 0 (smazzate vinte)"),
}


@pytest.mark.parametrize("language", COUNTED_COUPS)
def test_a_match_of_coups_counts_coups_won_on_every_page_and_never_points(language: str) -> None:
    heading, unit, leads, against = COUNTED_COUPS[language]
    mine, reader = Phone(create_table_of_game("briscola", 2, preset="briscola-usage")), Client()
    code = mine.table.round.tournament.code
    winner, loser = (seat.entry_id for seat in mine.table.seats.order_by("position"))

    def read(address: str) -> str:
        return read_html(reader.get(f"/{code}{address}", headers={"accept-language": language}))

    assert mine.send("coup", **build_point_fields(61, 59)).status_code == 303
    assert leads in read("")
    assert mine.send("coup", **build_point_fields(70, 50)).status_code == 303
    for address in ("", "/standings"):
        page = read(address)
        shown = page.partition('<table class="standings"')[2].partition("</thead>")[0]
        assert shown.count(heading) == 1, address
        assert not re.search(r"\b(Points|Punti)\b", shown), address
        assert unit in page, address
        assert ">+2<" not in page, address
    for address in (f"/player/{winner}", f"/player/{loser}/why"):
        page = read(address)
        assert address.endswith("why") or against in page
        assert not re.search(r"\b(points|punti)\b", page.partition('id="coups"')[0], re.IGNORECASE), address
    assert "coups_won" in read_html(reader.get(f"/{code}/standings.json")), "files keep every figure"
