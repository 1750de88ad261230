"""Every printed document read back: its text, its number of pages, its columns; and that no other file is read for
it."""

import re
from datetime import date
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pypdf import PdfReader

import scoring
from tests.book.evening_builders import build_coup, create_evening, fill_played_evening, get_table, record_events
from tests.fixtures.amounts import IS_LONG, choose_amount
from tests.printing.pdf_reading import print_document, read_text
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.money.prizes import Payment, add_prize, set_payments
from tournaments.actions.people.entries import add_entries
from tournaments.book.loading import load_sheets
from tournaments.book.table_keys import table_code
from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.printing.catalogue import WANTED_FIRST, choose_wanted, list_catalogue
from tournaments.printing.documents import DOCUMENTS_BY_NAME, PRINTABLES, PRINTABLES_BY_NAME, list_printable
from tournaments.printing.keepsakes import build_diplomas
from tournaments.printing.papers import PrintOptions
from tournaments.printing.pdf import FETCHER, STATIC, load_font
from tournaments.printing.round_papers import build_results

pytestmark = pytest.mark.django_db
RULES_PRINTED = [
    game
    for game in scoring.list_games()
    if IS_LONG or game is scoring.FIRST_GAME or scoring.is_declared_by_clubs(game.options)
]


@pytest.fixture
def played() -> Tournament:
    """An evening of two tables, one with two coups and a penalty; with a season, a prize and fees."""
    fill_played_evening()
    tournament = Tournament.objects.get()
    create_season(tournament.club, "Saison").tournaments.add(tournament)
    add_prize(tournament, kind="rank", place=1, group="", label="Un jambon", cents=0, shared=True)
    set_payments(tournament, [Payment(each.pk, "", None, 500) for each in tournament.entries.all()])
    return tournament


def build_score_sheet(tournament: Tournament, *, filled: bool = False) -> ScoreSheet:
    """Build the score sheet of the first table, blank or filled in."""
    sheet = load_sheets(tournament)[0]
    assert sheet.setting
    return ScoreSheet(sheet, sheet.setting, filled)


def test_two_score_sheets_share_an_a4_with_their_codes_players_and_caves(played):
    paper = print_document(played, "sheets")
    assert len(paper.pages) == 1
    told = read_text(paper)
    for table in Table.objects.filter(round__tournament=played):
        assert table_code(table) in told
    for piece in ("Brusquembille à trois, 2 tours", "Anne", "Édith", "Cave : 6 fiches + 20 jetons = 140", "420"):
        assert piece in told


def test_one_line_to_cut_along_crosses_a_page_of_two_score_sheets():
    paper = print_document(create_evening(2, 2, 2, 2, tours=1, payments="on"), "sheets")
    for page in paper.pages:
        drawn = page.get_contents().get_data().decode("latin-1")
        assert len(re.findall(r"^793\.70\d* \S+ m$", drawn, re.MULTILINE)) == 1  # 210 mm in CSS pixels


@pytest.mark.parametrize(
    ("sizes", "options", "pages", "columns"),
    [
        ((2, 2), {"tours": 2}, 1, 4),
        ((2, 2, 3), {"tours": 2}, 2, 4),
        ((3, 3), {"tours": 3}, 2, 18),
        ((4, 4), {"tours": 1}, 1, 24),
        ((4, 4), {"tours": 2, "four": "sides"}, 1, 6),
        ((4, 4), {"tours": 3, "four": "sides"}, 1, 6),
        ((5,), {"tours": 1}, 1, 30),
        ((3,), {"preset": "aux-points"}, 1, 6),
        ((2,), {"tours": 1, "payments": "on"}, 1, 12),
        ((3,), {"coups": 40}, 2, 18),
    ][:: choose_amount(2, 1)],
)
def test_score_sheets_have_the_pages_and_columns_that_the_rules_need(sizes, options, pages, columns):
    tournament = create_evening(*sizes, **options)
    assert len(print_document(tournament, "sheets").pages) == pages
    assert build_score_sheet(tournament).width == columns


def test_the_legend_of_a_sheet_in_high_contrast_calls_no_cell_grey():
    evening, sheets = create_evening(3), PRINTABLES_BY_NAME["sheets"]
    papers = [sheets.build_paper(evening, PrintOptions(look=look)).render_pdf() for look in ((), ("contrast",))]
    told = [read_text(PdfReader(BytesIO(paper))) for paper in papers]
    assert [("Gris" in text, "Bord épais" in text) for text in told] == [(True, False), (False, True)]


def test_the_second_page_of_a_grid_says_that_it_is_one():
    pages = print_document(create_evening(3, coups=40), "sheets").pages
    assert ["Table 1 · 2 / 2" in page.extract_text() for page in pages] == [False, True]


def test_BRU_23_a_sheet_for_points_has_its_players_and_no_fiches():
    told = read_text(print_document(create_evening(3, preset="aux-points"), "sheets"))
    assert all(name in told for name in ("Anne", "Basile", "Chloé", "en 300 points", "Total des points"))
    assert "fiche" not in told


def test_the_columns_to_write_in_are_the_fields_of_the_form():
    for sizes, options in (((3,), {}), ((4,), {"four": "sides"}), ((5,), {}), ((2,), {"preset": "aux-points"})):
        paper = build_score_sheet(create_evening(*sizes, **options))
        written = [column for group in paper.groups for column in group.columns if not column.sum]
        fields = scoring.get_game("brusquembille").list_fields(paper.setting)
        assert len(written) == sum(field.path.startswith(("points.", "brusquembilles.")) for field in fields)


def test_BRU_04_06_the_blank_sheet_names_the_dealer_of_each_coup():
    assert [row.dealer for row in build_score_sheet(create_evening(3, tours=2)).rows] == list("ABCABC")
    assert [row.dealer for row in build_score_sheet(create_evening(4, tours=2, four="sides")).rows] == list("BDBD")


def test_a_filled_sheet_shows_the_recorded_coups_and_penalties(played):
    paper = build_score_sheet(played, filled=True)
    rows = list(paper.rows)
    assert [text for text, _ in rows[0].cells[:3]] == ["58", "37", "25"]
    assert [text for text, _ in rows[0].cells[-3:]] == ["182", "125", "113"]
    assert [text for text, _ in rows[0].cells[3:7]] == ["2", "1", "1", "1"]
    assert "Chloé" in rows[1].note
    assert (rows[2].n, rows[2].dealer, rows[3].dealer) == (2, "B", "C")
    assert "Chloé donne 2 jetons" in read_text(print_document(played, "sheets-filled"))
    assert [figures for _, figures in paper.final_count] == [[""] * 4] * 3


def test_a_finished_sheet_shows_the_final_count_of_fiches_and_jetons():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup(), {"type": "end"})
    assert dict(build_score_sheet(tournament, filled=True).final_count) == {
        "A": ["5", "22", "122", "+42"],
        "B": ["2", "25", "65", "−15"],
        "C": ["2", "13", "53", "−27"],
    }


def test_PEN_02_11_penalties_are_noted_below_the_row_of_their_coup():
    tournament = create_evening(3)
    claimed = build_coup() | {"claimed": {"1": 30}}
    record_events(get_table(tournament), claimed, {"type": "coup", "short_pack": 1, "brusquembilles": {}})
    rows = list(build_score_sheet(tournament, filled=True).rows)
    assert [row.n for row in rows] == [1, 0, 2, 0, 3]
    assert "annoncé" in rows[1].note
    assert "Il manque 1 carte" in rows[3].note


def test_BRU_07_the_caves_add_up(played):
    context = PRINTABLES_BY_NAME["caves"].build_context(played)
    assert (context["handed_out"].fiches, context["handed_out"].jetons) == (36, 120)
    assert (context["bank"].fiches, context["bank"].jetons) == (0, 240)
    assert "= 420 jetons" in read_text(print_document(played, "caves"))


def test_BRU_20_with_recave_the_bank_sells_fiches():
    tournament = create_evening(3, exhausted="recave")
    assert PRINTABLES_BY_NAME["caves"].build_context(tournament)["bank"].fiches == 3
    assert "rachète des fiches" in read_text(print_document(tournament, "caves"))


def test_the_seating_list_names_every_seated_and_resting_player(played):
    add_entries(played, ["Zoé"])
    told = read_text(print_document(played, "seating"))
    assert "Zoé se repose" in told
    assert "Anne 1 A" in told
    assert "Flore 2 C" in told


@pytest.mark.parametrize("document", ["seating", "labels", "sheets"][: choose_amount(2, 3)])
def test_a_paper_of_an_evening_named_by_its_day_says_the_day_once(played, document):
    assert played.date == date(2026, 11, 21)
    for name, said in (("Soirée du 21 novembre", "21 novembre 2026"), ("Coupe", "Coupe, 21 novembre 2026")):
        Tournament.objects.update(name=name)
        told = read_text(print_document(Tournament.objects.get(), document))
        assert said in told
        assert "21 novembre, 21 novembre" not in told
        assert "21 novembre 2026 · Soirée" not in told
    Tournament.objects.update(name="Soirée du 21 novembre 2026")
    assert "2026, 21 novembre" not in read_text(print_document(Tournament.objects.get(), document))


@cache
def read_rules(game: str) -> str:
    """Print the rules of an evening at its smallest table, one of them chosen for the evening in Brusquembille. Return
    their text without white space and the feet and heads of pages: once for all tests, as it takes a second."""
    chosen = {"tours": 2} if game == "brusquembille" else {}
    tournament = create_evening(scoring.get_game(game).sizes[0], game=game, **chosen)
    printed = "".join(read_text(print_document(tournament, "rules")).split())
    return re.sub(r"LesCorbillons·Soirée\(\w+\)·imprimé.*?\d/\d|Règlesdelasoirée", "", printed)


def test_the_rules_document_tells_what_was_chosen_for_the_evening_from_choices_of_the_house():
    told = read_rules("brusquembille")
    assert "choisipourlasoirée" in told
    assert "choixdelamaison" in told


@pytest.mark.parametrize("game", RULES_PRINTED, ids=lambda game: game.key)
def test_the_rules_document_prints_every_declared_rule_what_a_table_needs_and_its_sources_own_words(game):
    """Of a game that each club declares no source speaks."""
    told, is_cited = read_rules(game.key), not scoring.is_declared_by_clubs(game.options)
    facts = [(f"{game.key}.{fact.key}", f"{fact.name} {fact.text}") for fact in game.table_facts]
    for key, text in (*facts, *((rule.id, f"{rule.id} {rule.text}") for rule in game.rules)):
        assert "".join(text.split()) in told
        assert "".join(str(game.name).split()) in told.split("Avantdejouer")[0]
        for quotation in scoring.list_quotations(key):
            assert ("".join(f"«{quotation.words}»".split()) in told) == is_cited


def test_the_standings_on_paper_give_rank_name_and_gain(played):
    told = read_text(print_document(played, "standings"))
    assert re.search(r"1 Anne \+\d+ 0 \+ 1 \* 2 ", told)
    assert "−" in told


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/x.css",
        "file:///etc/passwd",
        "file:///etc/passwd.css",
        f"{STATIC.as_uri()}/../config/settings.py",
        f"{STATIC.as_uri()}/css/../../pyproject.css",
        f"file://other{STATIC}/css/print.css",
        "data:text/css,*{}",
        f"{STATIC.as_uri()}/icon.svg",
    ],
)
def test_the_fetcher_refuses_all_but_the_program_s_own_styles_and_fonts(url):
    with pytest.raises((ValueError, OSError)):
        FETCHER(url)


def test_the_fetcher_refuses_a_stylesheet_from_elsewhere(tmp_path):
    elsewhere = tmp_path / "print.css"
    elsewhere.write_text("* { color: red }", encoding="utf-8")
    with pytest.raises(ValueError, match="not a file of the program"):
        FETCHER(elsewhere.as_uri())


def test_the_fetcher_reads_the_program_s_own_stylesheet():
    assert FETCHER(f"{STATIC.as_uri()}/css/print.css").read().startswith(b"/*")


def test_fonts_are_unpacked_once(monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    font = STATIC / "fonts" / "eb-garamond-latin-400-italic.woff2"
    first = load_font(font)
    monkeypatch.setattr("tournaments.printing.pdf.unpack_font", lambda packed: pytest.fail("unpacked again"))
    assert load_font(font) == first
    assert first.startswith(b"\0\1\0\0")


def test_documents_of_results_are_offered_from_the_first_coup_on():
    tournament = create_evening(3)
    before = {document.name for document in list_printable(tournament)}
    record_events(get_table(tournament), build_coup())
    assert {document.name for document in list_printable(tournament)} - before == {
        "sheets-filled",
        "reasons",
        "results",
        "cross-table",
        "records",
        "diplomas",
        "diplomas-wide",
        "table-charts",
    }
    assert "caves" not in {document.name for document in list_printable(create_evening(3, preset="aux-points"))}
    listed = {item.document.name for item in list_catalogue(tournament, set(Right))}
    unset = {"settlement", "teams", "tombola"}  # nothing speaks of what is not set up
    assert set(PRINTABLES_BY_NAME) - listed == unset


def test_the_results_of_tables_say_what_their_figures_count():
    assert build_results(create_evening(3))["counted"] == "Gain en jetons"
    assert build_results(create_evening(3, preset="aux-points"))["counted"] == "Points"


def test_three_documents_are_wanted_at_each_moment():
    tournament = create_evening(3)
    items = list_catalogue(tournament, set(Right))
    assert {name for names in WANTED_FIRST.values() for name in names} <= set(PRINTABLES_BY_NAME)
    first = {status: [item.document.name for item in choose_wanted(items, status)] for status in WANTED_FIRST}
    assert first["open"] == ["seating-tables", "sheets", "pack"]
    assert first["draft"][0] == "sheets"
    assert "diplomas" not in first["closed"], "it waits for a coup"


def run_print_command(*arguments: str) -> str:
    """Run the command `print` and return what it writes to the terminal."""
    out = StringIO()
    call_command("print", *arguments, stdout=out)
    return out.getvalue()


def test_the_print_command_lists_a_document_a_line_with_its_name_first(played):
    lines = run_print_command(str(played.pk)).splitlines()
    listed = [line.split()[0] for line in lines]
    assert listed == [document.name for document in PRINTABLES if document.name in listed]
    assert len(listed) >= 20
    assert {"pack", "sheets", "standings"} <= set(listed)
    assert not {"diagrams", "bracket"} & set(listed)


def test_the_print_command_writes_a_file(played, tmp_path: Path):
    target = tmp_path / "classement.pdf"
    assert run_print_command(played.code, "standings", "-o", str(target)) == ""
    assert target.read_bytes().startswith(b"%PDF-1.7")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nothing", "-o", "x.pdf"), "Aucun document ne s’appelle nothing"),
        (("standings",), "-o FICHIER.pdf"),
        pytest.param(("standings", "-o", "/no/such/folder/x.pdf"), "No such file", marks=pytest.mark.pango),
    ],
)
def test_the_print_command_says_which_argument_is_wrong(played, arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        run_print_command(str(played.pk), *arguments)


def test_the_print_command_refuses_unready_documents_and_unknown_evenings():
    with pytest.raises(CommandError, match="Aucun coup"):
        run_print_command(str(create_evening(3).pk), "sheets-filled", "-o", "x.pdf")
    with pytest.raises(CommandError, match="pas d’évènement"):
        run_print_command("0")


def test_diplomas_name_the_first_three_ranks_and_no_loss_and_are_final_once_the_evening_is_closed():
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    record_events(get_table(tournament, 2), build_coup(40, 50, 30))
    diplomas = DOCUMENTS_BY_NAME["diplomas"]
    assert "<br>Classement provisoire" in diplomas.build_paper(tournament).render_html()
    close_tournament(tournament)
    html = diplomas.build_paper(tournament).render_html()
    shown = html.split('<section class="diploma">')[1:]
    told = [("rang" in each, "qui a joué la soirée" in each) for each in shown]
    assert told == [(True, False)] * 3 + [(False, True)] * 3
    assert "gain" not in "".join(shown[3:])
    assert "rovisoire" not in html


def test_a_diploma_tells_the_figure_that_decides_with_its_unit():
    tournament = create_evening(2, game="briscola")
    tournament.ranking = {"precedence": ["victory", "total"]}
    tournament.save()
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 70, "2": 50}}, {"type": "end"})
    told = build_diplomas(tournament)
    assert (told["score_name"], [each.score for each in told["diplomas"]]) == ("points de victoire", ["2", "0"])
    assert "points de victoire\u202f: 2" in DOCUMENTS_BY_NAME["diplomas"].build_paper(tournament).render_html()
