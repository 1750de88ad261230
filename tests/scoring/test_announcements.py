"""What may still be announced at Briscan and Brisque, and by which rule not; what follows from the totals at a coup's
end."""

from random import Random
from typing import Any

import pytest

import scoring
from scoring.games.briscan.announcement_lines import format_announcements, read_announcement
from scoring.games.briscan.entry import AnnouncementStatus, derive_end_figures, get_announcement_status
from tournaments.forms.games.briscan.player import play_next_event

NAMES = ("Anne", "Basile")
A_COUP = [
    {"player": "Anne", "kind": "sequence", "cards": ["7♠", "8♠", "9♠"]},
    {"player": "Anne", "kind": "figures"},
    {"player": "Basile", "kind": "mariage", "suit": "♥"},
    {"player": "Anne", "kind": "carre", "rank": "D"},
    {"player": "Basile", "kind": "mariage", "suit": "♦", "rencontre": True},
    {"player": "Basile", "kind": "sequence", "cards": ["R♠", "D♠", "V♠"]},
    {"player": "Basile", "kind": "blanches"},
    {"player": "Anne", "kind": "as_atout"},
]


def open_table(game: str = "briscan", **options: Any) -> scoring.TableState:
    """Return the opening state of a table of Anne and Basile."""
    return scoring.build_initial_state(scoring.build_setting(game, NAMES, options=options))


def list_rules_against(
    told: AnnouncementStatus, player: str, kind: str, *cards: str, rencontre: bool = False
) -> list[str | None]:
    """Return the rules against one announcement."""
    found = [
        call
        for call in told.possible
        if (call.line.player, call.announcement["kind"], set(call.cards)) == (player, kind, set(cards))
        and call.announcement.get("rencontre", False) is rencontre
    ]
    assert len(found) == 1
    return [problem.rule for problem in found[0].problems]


@pytest.mark.parametrize("game", ["briscan", "brisque"])
@pytest.mark.parametrize("exchange", [None, {"player": "Anne"}])
def test_each_announcement_has_the_problems_that_a_whole_coup_with_it_has(
    game: str, exchange: dict[str, str] | None
) -> None:
    """Each possible announcement is tried as the next one of a whole record, after each beginning of a coup."""
    before = open_table(game)
    for n in range(len(A_COUP) + 1):
        event = {"type": "coup", "retourne": "9♥", "announcements": A_COUP[:n], "exchange": exchange}
        for call in get_announcement_status(before, event).possible:
            tried = {**event, "announcements": [*A_COUP[:n], call.announcement]}
            problems = scoring.play_event(before, tried).problems
            expected = [(each.rule, str(each.message)) for each in problems if each.path == f"announcements[{n}]"]
            assert [(each.rule, str(each.message)) for each in call.problems] == expected, call


def test_use_01_04_05_a_refused_announcement_names_its_rules() -> None:
    valets = {"player": "Anne", "kind": "carre", "rank": "V"}
    event = {"retourne": "9♥", "announcements": [A_COUP[0], A_COUP[2], valets]}
    told = get_announcement_status(open_table(), event)
    assert list_rules_against(told, "Anne", "sequence", "9♠", "10♠", "V♠") == ["USE-01"]
    assert list_rules_against(told, "Anne", "sequence", "7♠", "8♠", "9♠") == ["USE-04"]
    assert list_rules_against(told, "Basile", "sequence", "9♠", "10♠", "V♠") == ["USE-01", "USE-05"]
    assert list_rules_against(told, "Basile", "sequence", "D♠", "R♠", "V♠") == ["USE-05"]
    assert list_rules_against(told, "Basile", "mariage", "D♠", "R♠") == []
    assert list_rules_against(told, "Anne", "as_atout", "A♥") == []


def test_brc_04_06_marks_are_listed_in_the_order_made() -> None:
    """Worked example 8, the plain tierce to the dame; then a trump mariage."""
    tierce = {"player": "Anne", "kind": "sequence", "cards": ["10♠", "V♠", "D♠"]}
    mariage = {"player": "Basile", "kind": "mariage", "suit": "♥"}
    told = get_announcement_status(open_table(), {"retourne": "A♥", "announcements": [tierce, mariage]})
    assert told.turn_up_line is not None
    assert (told.turn_up_line.player, told.turn_up_line.points) == ("Anne", 10)
    assert [(call.line.player, call.line.points, call.line.rule) for call in told.made] == [
        ("Anne", 20, "BRC-06"),
        ("Basile", 40, "BRC-04"),
    ]
    assert told.totals == {"Anne": 30, "Basile": 40}
    assert told.winner is None


def test_brc_19_nothing_may_be_announced_after_a_mark_reaches_the_target() -> None:
    """Worked example 9: trump mariage, then trump quinte majeure."""
    quinte = {"player": "Anne", "kind": "sequence", "cards": ["A♥", "R♥", "D♥", "V♥", "10♥"]}
    event = {"retourne": "9♥", "announcements": [{"player": "Anne", "kind": "mariage", "suit": "♥"}, quinte]}
    told = get_announcement_status(open_table(), event)
    assert (told.winner, told.totals["Anne"], told.possible) == ("Anne", 640, ())
    assert get_announcement_status(open_table(order="end_of_coup"), event).winner is None


def test_a_refused_announcement_marks_no_points() -> None:
    twice = [{"player": "Anne", "kind": "mariage", "suit": "♠"}] * 2
    told = get_announcement_status(open_table(), {"retourne": "9♥", "announcements": twice})
    assert [[problem.path for problem in call.problems] for call in told.made] == [[], ["announcements[1]"]]
    assert told.totals["Anne"] == 20


@pytest.mark.parametrize(("game", "rules"), [("briscan", []), ("brisque", ["USE-05"])])
def test_brc_13_who_drew_the_last_card_of_the_talon_counts_where_the_ten_jetons_go_by_it(
    game: str, rules: list[str]
) -> None:
    """The turn-up is drawn last: elsewhere the other player may have it, whatever the record names."""
    told = get_announcement_status(open_table(game), {"retourne": "D♥", "last_talon_card": "Anne"})
    assert list_rules_against(told, "Basile", "mariage", "D♥", "R♥") == rules


FOLLOWS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "BRC-01": ("briscan", {"tricks_won": {"Anne": 9}}, {"tricks_won": {"Anne": 9, "Basile": 7}}),
    "BRC-16": ("briscan", {"card_points": {"Basile": 49}}, {"card_points": {"Basile": 49, "Anne": 71}}),
    "BRC-14": ("briscan", {"last_five": "Anne"}, {"last_trick": "Anne"}),
    "BRC-14 too few": (
        "briscan",
        {"last_trick": "Anne", "tricks_won": {"Anne": 4, "Basile": 12}},
        {"last_five": None},
    ),
    "BRC-17": (
        "briscan",
        {"tricks_won": {"Basile": 0}},
        {
            "tricks_won": {"Basile": 0, "Anne": 16},
            "last_five": "Anne",
            "last_trick": "Anne",
            "card_points": {"Anne": 120, "Basile": 0},
        },
    ),
    "BRC-17 Brisque": (
        "brisque",
        {"tricks_won": {"Anne": 16, "Basile": 0}, "card_points": {"Anne": 120, "Basile": 0}},
        {"last_five": "Anne", "last_talon_card": "Basile"},
    ),
    "BRC-13 Brisque": ("brisque", {"last_five": "Anne"}, {}),
    "out of bounds": ("briscan", {"tricks_won": {"Anne": 17}, "card_points": {"Anne": -1}}, {}),
    "all said": ("briscan", {"last_five": None, "last_trick": "Anne", "tricks_won": {"Anne": 1, "Basile": 15}}, {}),
}


@pytest.mark.parametrize("case", FOLLOWS)
def test_totals_that_follow_from_those_given_are_filled_in(case: str) -> None:
    game, said, follows = FOLLOWS[case]
    assert derive_end_figures(open_table(game).setting, said) == follows


def test_the_turn_up_is_marked_once_known_for_the_dealer_of_the_event() -> None:
    told = get_announcement_status(open_table(), {"announcements": [A_COUP[0]]})
    assert told.turn_up_line is None
    assert told.problems == ()
    king = {"retourne": "R♥"}
    assert get_announcement_status(open_table(), {**king, "dealer": "Basile"}).turn_up_line.player == "Basile"
    assert get_announcement_status(open_table(), king).turn_up_line.player == "Anne"


def test_BRC_22_where_mariages_alone_are_announced_nothing_else_is_offered() -> None:
    event = {"retourne": "9♥", "announcements": [{"player": "Anne", "kind": "figures"}]}
    told = get_announcement_status(open_table(announcements="mariages"), event)
    assert {call.announcement["kind"] for call in told.possible} == {"mariage"}
    assert len(told.possible) == 2 * (4 + 4)
    assert told.made == ()
    assert [(each.path, each.rule) for each in told.problems] == [("announcements[0].kind", "BRC-22")]
    kinds = scoring.get_game("brisque").list_announcement_kinds(
        scoring.build_setting("brisque", NAMES, preset="brisque-1752")
    )
    assert {call.keys["kind"] for call in kinds} == {"mariage"}


def test_BRC_22_card_by_card_a_mariage_counts_and_another_announcement_is_refused() -> None:
    state = open_table(announcements="mariages")
    coup = play_next_event(state, Random(3), 1.0)
    assert scoring.play_event(state, coup).problems == ()
    ace = {"player": "Anne", "kind": "as_atout", "before_trick": 1}
    problems = scoring.play_event(state, {**coup, "announcements": [ace]}).problems
    assert [(each.path, each.rule) for each in problems] == [("announcements[0].kind", "BRC-22")]


def test_announcements_are_read_from_the_lines_that_are_written_of_them() -> None:
    people, placed = ("Anne", "Anne-Lise", "Basile"), {"before_trick": 4}
    for given in (*A_COUP, {"player": "Anne-Lise", "kind": "cinq_atouts", **placed}, {**A_COUP[3], **placed}):
        line = format_announcements([given])
        assert read_announcement(line.replace(" ", "  "), people) == given
    assert read_announcement("Annette : figures", people) is None
    assert read_announcement("Anne : rien", people) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mariage d’incontro ♦", {"kind": "mariage", "suit": "♦", "rencontre": True}),
        ("mariage di rencontre ♦", {"kind": "mariage", "suit": "♦", "rencontre": True}),
        ("marriage of ♥", {"kind": "mariage", "suit": "♥"}),
        ("mariage ♥", {"kind": "mariage", "suit": "♥"}),
        ("terza R♠ D♠ F♠", {"kind": "sequence", "cards": ["R♠", "D♠", "F♠"]}),
        ("sequenza R♠ D♠ F♠", {"kind": "sequence", "cards": ["R♠", "D♠", "F♠"]}),
        ("carré di D", {"kind": "carre", "rank": "D"}),
        ("figure", {"kind": "figures"}),
        ("bianche", {"kind": "blanches"}),
        ("asso di briscola", {"kind": "as_atout"}),
        ("five trumps", {"kind": "cinq_atouts"}),
        ("mariage du voisin ♦", None),
        ("mariage secondo ♦", None),
        ("", None),
    ],
)
def test_an_announcement_is_read_in_the_words_of_three_languages_and_never_in_part(
    line: str, said: dict[str, object] | None
) -> None:
    read = read_announcement(f"Anne : {line}", ("Anne",))
    assert read == (said and {"player": "Anne", **said})


def test_a_recorded_coup_is_told_in_one_line() -> None:
    coup = {"tricks_won": {"Anne": 9, "Basile": 7}, "card_points": {"Anne": 70, "Basile": 50}}
    told = scoring.get_game("briscan").describe_coup({"type": "coup", "retourne": "9♥", **coup})
    assert [str(part) for part in told] == ["retourne 9♥", "levées Anne 9, Basile 7", "points Anne 70, Basile 50"]


def test_a_number_does_not_run_into_a_name_that_ends_in_a_figure() -> None:
    coup = {"type": "coup", "points": {"Joueur 1": 77, "Anne": 43}}
    told = [part.localise("en") for part in scoring.get_game("briscola").describe_coup(coup)]
    assert told == ["Joueur 1: 77", "Anne 43"]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "fr",
            (
                "Anne\u202f: mariage de rencontre ♥",
                "Basile\u202f: séquence R♠ D♠ V♠ (levée 4)",
                "Anne\u202f: as d’atout",
            ),
        ),
        ("en", ("Anne: mariage de rencontre ♥", "Basile: sequence R♠ D♠ V♠ (trick 4)", "Anne: ace of trumps")),
        ("it", ("Anne: mariage d’incontro ♥", "Basile: sequenza R♠ D♠ V♠ (presa 4)", "Anne: asso di briscola")),
    ],
)
def test_announcements_of_a_recorded_coup_are_told_in_the_reader_s_words(language: str, told: tuple[str, ...]) -> None:
    said = [
        {"player": "Anne", "kind": "mariage", "suit": "♥", "rencontre": True},
        {"player": "Basile", "kind": "sequence", "cards": ["R♠", "D♠", "V♠"], "before_trick": 4},
        {"player": "Anne", "kind": "as_atout"},
    ]
    parts = scoring.get_game("briscan").describe_coup({"type": "coup", "announcements": said})
    assert tuple(part.localise(language) for part in parts) == told
