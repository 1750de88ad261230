"""Movements known from bridge: offered beside the other draws, named, and printed as cards that say where to go."""

import pytest

from tests.book.round_builders import create_tournament, get_entry
from tests.fixtures.amounts import choose_amount
from tests.printing.pdf_reading import print_document, read_text
from tournaments.actions.rounds.draft_evaluation import name_movement
from tournaments.actions.rounds.drafts import choose_draft, publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import make_pair
from tournaments.actions.saving import save_fields
from tournaments.models import Tournament
from tournaments.printing.documents import DOCUMENTS_BY_NAME, list_printable
from tournaments.printing.pieces import CARD_DOCUMENTS
from tournaments.printing.seating import MOVEMENTS, GuideCard, build_guide_cards

pytestmark = pytest.mark.django_db
GUIDE = DOCUMENTS_BY_NAME["guide-cards"]


def list_cards(tournament: Tournament) -> list[GuideCard]:
    return [card for page in build_guide_cards(tournament)["pages"] for card in page]


def draw_movement(tournament: Tournament, sizes: tuple[int, ...]) -> str:
    """Draw, choose the last draft, and return the name of its movement."""
    draw_rounds(tournament, sizes=sizes, seed=1)
    choose_draft(tournament, tournament.drafts.count())
    return name_movement(build_pool(tournament), tournament.drafts.get(chosen=True).rounds)


@pytest.mark.parametrize(
    ("players", "rounds", "pairing", "name"),
    [
        (20, 5, "drawn", "rainbow"),
        (20, 4, "single", "rainbow"),
        (16, 4, "fixed", "mitchell"),
        (12, 5, "fixed", "howell"),
    ],
)
def test_a_movement_is_offered_after_the_other_draws(players, rounds, pairing, name):
    tournament = create_tournament(players, "fixed", game="briscola", pairing=pairing, rounds=rounds)
    for n in range(1, players, 2) if pairing == "fixed" else ():
        make_pair(tournament, get_entry(tournament, n), get_entry(tournament, n + 1))
    assert draw_movement(tournament, (2,) if pairing == "fixed" else (4,)) == name
    assert tournament.drafts.count() == 4


@pytest.mark.parametrize(("pairing", "players", "drafts"), [("single", 8, 2), ("fixed", 12, 2), ("single", 7, 1)])
def test_of_a_round_robin_one_draft_is_walked_by_one_rule(pairing, players, drafts):
    tournament = create_tournament(players, "all", game="briscola", pairing=pairing)
    for n in range(1, players, 2) if pairing == "fixed" else ():
        make_pair(tournament, get_entry(tournament, n), get_entry(tournament, n + 1))
    assert draw_movement(tournament, (2,)) == "howell"
    assert tournament.drafts.count() == drafts
    assert {len(card.rows) for card in list_cards(tournament)} == {1}, "also of who rests"
    publish_round(tournament, 1)
    draft = tournament.drafts.get()
    assert draft.first == 2
    assert name_movement(build_pool(tournament), draft.rounds) == "howell"


@pytest.mark.parametrize("double", [True, False])
def test_no_rule_is_made_up_for_a_round_robin_of_two_turns(double):
    tournament = create_tournament(8, "all", game="briscola")
    save_fields(tournament, phases=[tournament.phases[0] | {"double": double}])
    assert (draw_movement(tournament, (2,)) == "") is double


@pytest.mark.parametrize(
    ("players", "rounds", "pairing", "sizes", "name"),
    [
        (12, 5, "fixed", (2,), "howell"),
        (8, 7, "drawn", (4,), "triple whist"),
        (14, 3, "drawn", (4,), ""),
        (20, 5, "drawn", (4,), "rainbow"),
        (16, 4, "fixed", (2,), "mitchell"),
        (9, 9, "drawn", (4,), "whist"),
    ][: choose_amount(3, 6)],
)
def test_cards_bear_the_name_of_the_movement_before_and_after_rounds_are_published(
    players, rounds, pairing, sizes, name
):
    tournament = create_tournament(players, "fixed", game="briscola", pairing=pairing, rounds=rounds)
    for n in range(1, players, 2) if pairing == "fixed" else ():
        make_pair(tournament, get_entry(tournament, n), get_entry(tournament, n + 1))
    draw_rounds(tournament, sizes=sizes, seed=1)
    choose_draft(tournament, 1 if "whist" in name else tournament.drafts.count())
    for n in range(1, rounds + 1):
        assert build_guide_cards(tournament)["movement"] == MOVEMENTS[name]
        publish_round(tournament, n)
    assert build_guide_cards(tournament)["movement"] == MOVEMENTS[name]
    assert (str(MOVEMENTS[name]) in read_text(print_document(tournament, "guide-cards"))) or not name


def test_no_movement_is_offered_where_tables_are_not_full():
    tournament = create_tournament(14, "fixed", game="briscola", pairing="drawn", rounds=3)
    assert draw_movement(tournament, (4,)) == ""
    assert tournament.drafts.count() == 3


def test_cards_say_where_to_go_after_each_round_also_once_a_round_is_published():
    tournament = create_tournament(20, "fixed", game="briscola", pairing="drawn", rounds=5)
    assert GUIDE not in list_printable(tournament)
    draw_movement(tournament, (4,))
    cards = list_cards(tournament)
    assert [card.n for card in cards] == [1, 2, 3, 4, 5]
    assert [(n, [place.replace("\u202f", "") for place in places]) for n, places in cards[2].rows] == [
        ("", ["reste", "4B", "5C", "1D"])
    ]
    publish_round(tournament, 1)
    assert list_cards(tournament) == cards
    assert GUIDE in list_printable(tournament)
    assert "Table 3" in read_text(print_document(tournament, "guide-cards"))


def test_cards_are_cut_along_marks_and_higher_for_many_rounds():
    tournament = create_tournament(12, "fixed", game="briscola", pairing="single", rounds=9)
    draw_rounds(tournament, sizes=(2,), seed=1)
    context = build_guide_cards(tournament)
    assert context["tall"]
    assert [len(page) for page in context["pages"]] == [6]
    (page,) = print_document(tournament, "guide-cards").pages
    assert "feuille 1 / 1" in page.extract_text(), "as of all cards that are cut out"
    assert GUIDE.name in CARD_DOCUMENTS


def test_rounds_without_a_rule_are_told_one_by_one():
    tournament = create_tournament(7, "fixed", rounds=3)
    draw_rounds(tournament, sizes=(3,), seed=1)
    rows = list_cards(tournament)[0].rows
    assert [n for n, _places in rows] == ["1", "2"]
    assert all(places[0] for card in list_cards(tournament) for _n, places in card.rows), "who rested too"
    assert any("repos" in places for card in list_cards(tournament) for _n, places in card.rows)
