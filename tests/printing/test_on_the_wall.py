"""What is given away, hung up or cut out: diplomas, cards, table numbers, as they look on the paper."""

import re
from io import BytesIO

import pytest
from django.utils.html import escape
from pypdf import PageObject, PdfReader

import scoring
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.fixtures.amounts import choose_amount, pair_in_turn
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.money.prizes import set_account, set_paid
from tournaments.models import PosterText, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tags.prints import fill_room
from tournaments.printing import print_stage
from tournaments.printing.cut_cards import LEFT, TOP, WIDTH
from tournaments.printing.documents import DOCUMENTS_BY_NAME, list_printable
from tournaments.printing.papers import LOOKS, PrintOptions
from tournaments.standings.seasons import SeasonRule

pytestmark = pytest.mark.django_db
POSTERS = ("announcement", "announcement-day", "announcement-band", "welcome", "tonight")


@pytest.fixture
def evening() -> Tournament:
    """Two tables of three, of which the first has marked a coup."""
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    return tournament


def read_paper(tournament: Tournament, name: str, *looks: str) -> PdfReader:
    """Print a document and read it."""
    return PdfReader(BytesIO(DOCUMENTS_BY_NAME[name].build_paper(tournament, PrintOptions(None, looks)).render_pdf()))


@pytest.mark.parametrize("looks", [(), ("a5",)])
@pytest.mark.parametrize(("name", "wide"), [("diplomas", False), ("diplomas-wide", True)])
def test_a_diploma_is_one_page_with_two_lines_to_sign_and_no_foot(evening, name, wide, looks) -> None:
    pages = read_paper(evening, name, *looks).pages
    assert len(pages) == 3
    assert all((page.mediabox.width > page.mediabox.height) is wide for page in pages)
    told = [page.extract_text() for page in pages]
    assert all("L’arbitre" in text and "Pour le club" in text for text in told)
    assert not any("imprimé le" in text for text in told)


@pytest.mark.parametrize(("name", "look"), pair_in_turn(POSTERS, ["", *LOOKS]))
def test_a_poster_is_one_page_in_every_look(evening, name, look) -> None:
    assert len(read_paper(evening, name, *filter(None, [look])).pages) == 1


@pytest.mark.parametrize("reachable", [False, True])
def test_the_poster_of_an_address_waits_for_one(monkeypatch, evening, reachable) -> None:
    monkeypatch.setattr(print_stage, "has_phone_address", lambda: reachable)
    assert (DOCUMENTS_BY_NAME["tonight"] in list_printable(evening)) is reachable


def test_a_poster_without_place_or_hour_has_lines_to_write_them_on(evening) -> None:
    def count_lines() -> int:
        return DOCUMENTS_BY_NAME["announcement"].build_paper(evening).render_html().count("billblank")

    assert count_lines() == 2
    PosterText.objects.create(tournament=evening, place="Salle des fêtes")
    assert count_lines() == 1


@pytest.mark.parametrize("look", ["", *LOOKS][:: choose_amount(3, 1)])
def test_the_words_on_the_black_band_of_a_poster_are_white(evening, look) -> None:
    (page,) = read_paper(evening, "announcement-band", *filter(None, [look])).pages
    (joined,) = DOCUMENTS_BY_NAME["announcement-band"].build_paper(evening).build_work().pieces
    assert not joined.numbered, "its foot is bare"
    assert b"1 1 1 rg" in page.get_contents().get_data()


def test_place_cards_and_table_numbers_fold_and_are_read_from_both_sides(evening) -> None:
    for name, told, times in (("place-cards", "Table 2, place A", 2), ("table-numbers", 'class="big">2<', 2)):
        html = DOCUMENTS_BY_NAME[name].build_paper(evening).render_html()
        assert html.count(told) == times, name
        assert html.count("turned") * 2 == html.count('class="face'), name
    (page,) = read_paper(evening, "table-numbers").pages
    assert page.extract_text().count("Table") == 4


def test_no_crop_mark_runs_through_the_foot_of_cards(evening) -> None:
    (page,) = read_paper(evening, "badges").pages
    ends: list[float] = []

    def note(text: str, drawn: list[float], place: list[float], _font: object, size: float) -> None:
        if text.strip() and place[5] * drawn[3] + drawn[5] < TOP * 72 / 25.4:
            ends.append(place[4] * drawn[0] + drawn[4] + max(map(len, text.split("\n"))) * size * drawn[0] * 0.45)

    page.extract_text(visitor_text=note)
    assert ends
    assert max(ends) < (LEFT + WIDTH) * 72 / 25.4


def test_who_has_paid_is_ticked_on_the_list_of_whoever_sees_money_alone(evening) -> None:
    set_account(evening, fee_cents=500)
    first, second, *_rest = evening.entries.order_by("pk")
    set_paid(first, 500)
    set_paid(second, 200)
    told = {name: DOCUMENTS_BY_NAME[name].build_paper(evening) for name in ("check-in", "check-in-paid")}
    assert [row[0].pk for row in told["check-in-paid"].context["rows"] if row[3]] == [first.pk]
    assert [paper.render_html().count("✓") for paper in told.values()] == [0, 1]
    assert DOCUMENTS_BY_NAME["check-in-paid"].right == Right.MONEY


def test_the_paper_of_a_season_says_by_which_rule_it_is_counted(evening) -> None:
    season = create_season(evening.club, "Hiver")
    season.tournaments.add(evening)
    season.rule = SeasonRule(best=3, least=2).as_json
    season.save()
    ((_season, _table, _under_way, told),) = DOCUMENTS_BY_NAME["season"].build_paper(evening).context["seasons"]
    assert (told["rule"].best, told["rule"].least) == (3, 2)
    assert "Il faut 2 soirées" in " ".join(read_paper(evening, "season").pages[0].extract_text().split())


@pytest.mark.parametrize("looks", [(), ("a5",)])
def test_the_rules_for_the_door_are_one_page_with_every_option_that_is_in_force(evening, looks) -> None:
    evening.options = {"coups": 12}
    evening.save()
    (page,) = read_paper(evening, "door-rules", *looks).pages
    told = " ".join(page.extract_text().split())
    choices = DOCUMENTS_BY_NAME["door-rules"].build_paper(evening).context["choices"]
    assert all(" ".join(choice.label.split()) in told for choice in choices)
    assert "En gras" in told


@pytest.mark.parametrize("game", [game.key for game in scoring.list_games()][:: choose_amount(2, 1)])
def test_the_rules_for_the_door_are_one_page_in_large_letters_and_say_what_is_won(game) -> None:
    evening, sizes = create_evening(5 if game == "chiamata" else 2, game=game), {}
    for look in ("", "large", "a5")[: choose_amount(2, 3)]:
        paper = DOCUMENTS_BY_NAME["door-rules"].build_paper(evening, PrintOptions(None, (look,) if look else ()))
        html = paper.render_html()
        assert paper.context["door"]
        assert all(escape(article.text) in html for article in paper.context["door"])
        (page,) = PdfReader(BytesIO(paper.render_pdf())).pages
        assert "article par article" in " ".join(page.extract_text().split()), "nothing is cut off below"
        sizes[look] = measure_letters(page, "article par")
    assert sizes["large"] > sizes[""] >= 11


def measure_letters(page: PageObject, words: str) -> float:
    """Return in points how large the letters of these words are on the page."""
    found: list[float] = []

    def note(text: str, drawn: list[float], place: list[float], _font: object, size: float) -> None:
        if words in text:
            found.append(abs(drawn[0] * place[0]) * size)

    page.extract_text(visitor_text=note)
    return found[0]


@pytest.mark.parametrize(("pairing", "told"), [("single", "chacun pour soi"), ("fixed", "paires fixes")])
def test_the_door_says_how_four_play_tonight(evening, pairing, told) -> None:
    evening.pairing = pairing
    evening.save()
    assert told in [choice.value for choice in DOCUMENTS_BY_NAME["door-rules"].build_paper(evening).context["choices"]]


def test_without_an_address_no_paper_promises_a_square_and_each_card_says_where_to_type_its_code(evening) -> None:
    assert "door-about" not in DOCUMENTS_BY_NAME["welcome"].build_paper(evening).render_html()
    cards = DOCUMENTS_BY_NAME["qr-cards"].build_paper(evening).render_html()
    assert (cards.count('class="toaddress"'), cards.count('class="no-qr"')) == (2, 1), "one warning a page"


def test_a_name_fills_its_card_and_breaks_where_that_makes_it_larger() -> None:
    sizes = {
        name: [float(size) for size in re.findall(r"font-size:([\d.]+)em", fill_room(name, "badge"))]
        for name in ("Bo Œ", "Jean-Baptiste-Emmanuel d'Aubigné de Saint-Cyr", "Maximilienne Wolfeschlegelsteinhausen")
    }
    assert list(sizes.values()) == [[4], [2.17, 2.17], [3.4, 1.99]], "a word alone in its line has a size of its own"
    assert "Élodie</span>" in fill_room("Élodie O'Brien-Lefèvre", "badge"), "rather at the space than at the hyphen"


def test_a_paper_says_of_a_table_that_plays_that_it_is_not_over(evening) -> None:
    names = ("standings", "cross-table", "diplomas", "reasons")
    papers = {name: DOCUMENTS_BY_NAME[name].build_paper(evening) for name in names}
    assert {paper.context["provisional"] for paper in papers.values()} == {papers["standings"].context["provisional"]}
    assert re.findall(r"\d", papers["standings"].context["provisional"]) == ["1", "1"], "one plays, one has not begun"
    assert papers["standings"].render_html().count("0 + 1\u00a0*") == 3
    assert papers["cross-table"].render_html().count("\u00a0*") == 3
    close_tournament(evening)
    told = {name for name in papers if DOCUMENTS_BY_NAME[name].build_paper(evening).context["provisional"]}
    assert told == {*names} - {"diplomas"}, "closing does not end a table, and makes a diploma final"
