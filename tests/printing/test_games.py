"""The score sheet of each game: the form's own fields in the form's own order, and coups that can be read without the
screen."""

import datetime
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

import scoring
from tests.book.evening_builders import create_club, get_table, record_events, seat_in_order
from tests.printing.pdf_reading import print_document, read_text
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.book.loading import load_sheets
from tournaments.forms.games.game_paper import PaperCell
from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.models import Tournament
from tournaments.printing import scoresheets
from tournaments.printing.documents import PRINTABLES_BY_NAME, list_printable
from tournaments.printing.papers import PrintOptions
from tournaments.printing.scoresheets import COLUMNS, HALVES, WHOLE, list_shares

pytestmark = pytest.mark.django_db

NAMES = ("Anne Lefèvre", "محمد عبد الرحمن", "Chloé", "Denis", "Édith", "Flore")
BRISCAN = {
    "type": "coup",
    "retourne": "D♥",
    "announcements": [
        {"player": "1", "kind": "mariage", "suit": "♠"},
        {"player": "2", "kind": "sequence", "cards": ["8♥", "9♥", "10♥"]},
        {"player": "1", "kind": "as_atout"},
    ],
    "exchange": {"player": "2", "before_trick": 4},
    "tricks_won": {"1": 10, "2": 6},
    "last_trick": "2",
    "card_points": {"1": 71, "2": 49},
}
CHIAMATA = {"type": "coup", "caller": "2", "bid": 75, "called": "A♣", "partner": "4", "points": 78}


def create_evening(
    game: str, size: int, *events: dict[str, Any], preset: str | None = None, **options: Any
) -> Tournament:
    """Create an open evening with one table of this game, and record these events."""
    made = create_tournament(
        create_club(),
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        game=game,
        preset=preset,
        options=options,
        players=NAMES[:size],
    )
    seat_in_order(made, made.entries.order_by("pk"), [size])
    open_tournament(made)
    record_events(get_table(made), *events)
    return made


def build_score_sheet(tournament: Tournament, *, filled: bool = False) -> ScoreSheet:
    """Build the score sheet of the first table, blank or filled in."""
    sheet = load_sheets(tournament)[0]
    assert sheet.setting
    return ScoreSheet(sheet, sheet.setting, filled)


def read_cells(paper: ScoreSheet) -> list[list[str]]:
    """Return the texts of the cells, row by row."""
    return [[text for text, _ in row.cells] for row in paper.rows if row.cells]


def read_ledger(paper: ScoreSheet) -> dict[str, list[PaperCell]]:
    """Return by label what each entry of the ledger shows of the first coup, without the blank lines."""
    said: dict[str, list[PaperCell]] = {}
    label = ""
    for line in paper.ledger[0].lines:
        label = line.entry.label if line.span else label
        if any(line.cells[0].figures) or line.cells[0].words:
            said.setdefault(label, []).append(line.cells[0])
    return said


@pytest.mark.parametrize(("game", "size"), [("briscola", 2), ("briscola", 3), ("briscola", 4), ("briscola", 6)])
def test_BLA_the_columns_to_write_in_are_the_fields_of_the_form(game, size):
    paper = build_score_sheet(create_evening(game, size))
    written = [column for group in paper.groups for column in group.columns if not column.sum]
    assert len(written) == len(scoring.get_game(game).list_fields(paper.setting))


def test_CHI_the_columns_to_write_in_are_the_fields_of_the_form():
    paper = build_score_sheet(create_evening("chiamata", 5, cappotto=True))
    written = [column.head for group in paper.groups for column in group.columns if not column.sum]
    assert written == ["qui", "points", "carte", "avec", "points", "8 lev."]
    without = build_score_sheet(create_evening("chiamata", 5))
    assert "8 lev." not in [column.head for group in without.groups for column in group.columns]
    assert [field.path for field in scoring.get_game("chiamata").list_fields(paper.setting)] == [
        *("caller", "bid", "called", "partner", "points", "cappotto")
    ]


def test_BRC_the_lines_to_write_in_are_the_fields_of_the_form():
    paper = build_score_sheet(create_evening("briscan", 2))
    written = [line.entry.label for line in paper.ledger[0].lines if line.span and not line.entry.sum]
    assert written == [
        *("Retourne", "Annonces", "Sept d’atout échangé", "Levées", "Dernière levée", "Les cinq dernières"),
        "Points de cartes",
    ]
    assert paper.half_ledger
    assert [entry.label for entry in paper.half_ledger.columns if not entry.sum] == written
    keys = dict.fromkeys(field.path.split(".")[0] for field in scoring.get_game("briscan").list_fields(paper.setting))
    assert len(keys) == len(written)


def test_BRC_13_a_brisque_sheet_asks_for_the_last_card_of_the_talon():
    labels = [line.entry.label for line in build_score_sheet(create_evening("brisque", 2)).ledger[0].lines]
    assert "Dernière carte du talon" in labels
    assert "Dernière levée" not in labels


@pytest.mark.parametrize(("target", "coups"), [(300, 4), (600, 7), (700, 0)])
def test_BRC_half_a_page_holds_a_coup_more_than_a_partie_takes_or_is_not_used(target, coups):
    half = build_score_sheet(create_evening("briscan", 2, target=target)).half_ledger
    assert (len(half.coups) if half else 0) == coups


def test_BRC_a_filled_ledger_shows_the_whole_coup():
    tournament = create_evening("briscan", 2, BRISCAN)
    assert read_ledger(build_score_sheet(tournament, filled=True)) == {
        "Retourne": [PaperCell("D♥", ("10", ""))],
        "Annonces": [
            PaperCell("mariage de pique", ("20", "")),
            PaperCell("tierce au dix, en atout, choix de la maison", ("", "20")),
            PaperCell("as d’atout en main", ("30", "")),
        ],
        "Sept d’atout échangé": [PaperCell("avant la levée 4", ("", "×"))],
        "Total d’avant et annonces": [PaperCell("", ("60", "20"))],
        "Levées": [PaperCell("", ("10", "6"))],
        "Dernière levée": [PaperCell("", ("", "10"))],
        "Le plus de levées": [PaperCell("", ("10", ""))],
        "Points de cartes": [PaperCell("", ("71", "49"))],
        "Points du coup": [PaperCell("", ("141", "79"))],
        "Total": [PaperCell("", ("141", "79"))],
    }
    paper = print_document(tournament, "sheets-filled")
    assert len(paper.pages) == 2
    for page in paper.pages:
        assert "Coup 5" in page.extract_text() or "Coup 1" in page.extract_text()
        assert "600 300 200 100" in " ".join(page.extract_text().split())


def test_BRC_on_an_a5_four_coups_stand_on_a_page_and_the_count_after_the_last() -> None:
    paper = PRINTABLES_BY_NAME["sheets"].build_paper(
        create_evening("briscan", 2, target=700), PrintOptions(look=("a5",))
    )
    pages = [page.extract_text() for page in PdfReader(BytesIO(paper.render_pdf())).pages]
    assert [("Total" in page, "Fin de la partie" in page) for page in pages] == [(True, False)] * 2 + [(False, True)]


def test_the_filled_sheet_of_a_table_left_before_its_first_coup_prints_without_one():
    tournament = create_evening("briscan", 2, {"type": "leave", "player": "1"})
    assert print_document(tournament, "sheets-filled").pages


def test_BRC_19_a_partie_won_by_a_mark_says_so_and_leaves_the_rest_blank():
    short = {key: BRISCAN[key] for key in ("type", "retourne", "announcements", "exchange")}
    paper = build_score_sheet(create_evening("briscan", 2, short, target=60), filled=True)
    assert "Points de cartes" not in read_ledger(paper)
    assert len(paper.ledger) == 1
    assert paper.ledger[0].notes == (
        "Coup 1\u202f: Anne Lefèvre atteint le but (60) par une marque, et gagne sur-le-champ. (Choix de la maison.)",
    )


def test_BRC_twelve_coups_stand_on_three_pages_and_more_announcements_get_more_lines():
    blanches = [{"player": "1", "kind": "blanches"}] * 11
    first = BRISCAN | {"retourne": "7♥", "announcements": blanches, "exchange": None}
    paper = build_score_sheet(create_evening("briscan", 2, first, *[BRISCAN] * 11, target=5000), filled=True)
    assert [len(page.coups) for page in paper.ledger[:3]] == [4] * 3
    lines = [line.span for page in paper.ledger[:2] for line in page.lines if line.span > 1]
    assert lines == [11, len(BRISCAN["announcements"])], "no blank lines where all coups are played"
    assert [page.tight for page in paper.ledger[:2]] == [True, False]
    assert max(line.span for line in paper.ledger[3].lines) == 8, "some to write in, where a coup is to come"


def test_BRC_a_partie_of_five_coups_stands_three_and_two():
    paper = build_score_sheet(create_evening("briscan", 2, *[BRISCAN] * 5), filled=True)
    assert paper.state.complete
    assert [len(page.coups) for page in paper.ledger] == [3, 2]


def test_CHI_a_filled_row_shows_the_whole_coup():
    alone = CHIAMATA | {"partner": None, "points": 120, "cappotto": True}
    tournament = create_evening("chiamata", 5, CHIAMATA, alone, cappotto=True)
    assert read_cells(build_score_sheet(tournament, filled=True))[:2] == [
        ["B", "75", "A♣", "D", "78", "", "−1", "+2", "−1", "+1", "−1", "−1", "2", "−1", "1", "−1"],
        ["B", "75", "A♣", "en solo", "120", "×", "−2", "+8", "−2", "−2", "−2", "−3", "10", "−3", "−1", "−3"],
    ]
    assert "Seul contre quatre : +4 et −1 chacun" in read_text(print_document(tournament, "sheets-filled")).replace(
        "\u202f", " "
    )


def test_CHI_a_filled_sheet_gives_a_figure_and_its_sign_their_width_and_shares_a_page():
    paper = build_score_sheet(create_evening("chiamata", 5, *[CHIAMATA] * 5), filled=True)
    assert min(paper.least_widths[-10:-5]) > 5.5, "mm, of which «+1» takes 4.2"
    assert len(set(paper.least_widths[-5:])) == 1, "totals are alike, however large"
    assert COLUMNS in list_shares(paper)


def test_BLA_a_filled_row_shows_the_coup_and_sides_are_counted_together():
    coup = {"type": "coup", "points": {"1": 61, "2": 59}}
    tournament = create_evening("briscola", 4, coup, match="single")
    paper = build_score_sheet(tournament, filled=True)
    assert read_cells(paper) == [["61", "59", "A C", "1", "0"]]
    assert dict(paper.final_count) == {"A C": ["1", "1"], "B D": ["0", "2"]}
    assert "Briscola deux contre deux, en un seul coup" in read_text(print_document(tournament, "sheets-filled"))


@pytest.mark.parametrize(
    ("size", "options", "rows", "length"),
    [
        (2, {"match": "fixed", "match_n": 4}, 4, "en 4 coups"),
        (2, {"match": "best_of", "match_n": 3}, 5, "au meilleur de 3 coups"),
        (3, {"match": "target", "target": 122}, 5, "en 122 points"),
        (6, {"match": "target", "target": 121, "target_marks": "all"}, 4, "en 121 points"),
        (2, {"match": "target", "target": 1_000_000}, 60, "en 1000000 points"),
    ],
)
def test_BLA_08_the_sheet_has_rows_for_the_coups_that_a_partie_may_take(size, options, rows, length):
    paper = build_score_sheet(create_evening("briscola", size, **options))
    assert (len(list(paper.rows)), paper.partie.partition(", ")[2]) == (rows, length)


def test_BLA_07_nobody_wins_a_coup_of_three_without_61_points():
    coup = {"type": "coup", "points": {"1": 45, "2": 40, "3": 35}}
    assert read_cells(build_score_sheet(create_evening("briscola", 3, coup), filled=True))[0][3] == "—"
    most = create_evening("briscola", 3, coup, preset="briscola-usage")
    assert read_cells(build_score_sheet(most, filled=True))[0][3] == "A"


def test_a_long_name_makes_the_sheet_take_a_whole_page():
    tournament = create_evening("chiamata", 5)
    assert list_shares(build_score_sheet(tournament)) == {WHOLE, HALVES}
    for name in ("Maria Concetta D’Alessandro-Pasqualini", "Marie-Antoinette de La Rochefoucauld-Liancourt"):
        rename_entry(tournament.entries.first(), name)
        assert list_shares(build_score_sheet(tournament)) == {WHOLE}, "its words take four lines"


def test_an_evening_with_a_long_name_keeps_two_sheets_a_page():
    tournament = create_evening("briscola", 3)
    tournament.name = "Grand tournoi de la Saint-Martin"
    tournament.save()
    assert COLUMNS in list_shares(build_score_sheet(tournament))


def test_two_sheets_of_which_one_can_only_stand_upright_share_a_page(monkeypatch):
    upright, both = build_score_sheet(create_evening("briscola", 3)), build_score_sheet(create_evening("briscola", 4))
    shares = {3: frozenset({WHOLE, COLUMNS}), 4: frozenset({WHOLE, COLUMNS, HALVES})}
    monkeypatch.setattr(scoresheets, "list_shares", lambda score: shares[len(score.players)])
    assert [leaf.sheets for leaf in scoresheets.arrange_leaves([[upright, both]])] == [(upright, both)]


def test_a_game_of_points_has_no_caves_and_no_brusquembille_on_its_welcome_poster():
    tournament = create_evening("briscola", 2)
    assert "caves" not in {document.name for document in list_printable(tournament)}
    assert PRINTABLES_BY_NAME["welcome"].build_context(tournament)["in_fiches"] is False
    assert "brusquembille" not in PRINTABLES_BY_NAME["welcome"].build_paper(tournament).render_html()


def test_BRC_22_the_sheet_of_the_brisque_of_1752_reminds_of_mariages_alone():
    paper = PRINTABLES_BY_NAME["sheets"].build_paper(create_evening("brisque", 2, preset="brisque-1752")).render_html()
    assert "Rien d’autre ne s’annonce." in paper
    assert "Quatre as 150" not in paper
    assert "Quatre as 150" in PRINTABLES_BY_NAME["sheets"].build_paper(create_evening("brisque", 2)).render_html()
