"""What no source settles is marked as the house's choice in every place that shows it: pages, forms, paper, logs.

Each test goes over every preset of every game as it is declared.
"""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

import scoring
from tests.book.evening_builders import create_evening, get_table, record_events
from tests.tidy.sources import ROOT
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import Phone
from tournaments.actions.rounds.seating import set_sides
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.forms.events.table_form import describe_problem
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.models import Member, Tournament
from tournaments.presentation.tags.corbillon import rule_text
from tournaments.presentation.text.option_text import describe_change, diff_rules
from tournaments.printing.documents import PRINTABLES_BY_NAME
from tournaments.reading.preset_diff import list_option_changes

pytestmark = pytest.mark.django_db

MARK = "choix de la maison"
PRESETS = [(game, preset) for game in scoring.list_games() for preset in game.presets]
IDS = [preset.key for _game, preset in PRESETS]
RULE_SHOWN = re.compile(r'<span class="rule">(.*?)</span>')


@pytest.fixture(autouse=True)
def in_french():
    with override("fr"):
        yield


def create_evening_of(game: scoring.Game, preset: scoring.Preset, **options: Any) -> Tournament:
    """Create an open evening with one table, as small as the game allows, under this preset."""
    size = scoring.list_table_sizes(game.key, preset.key, options)[0]
    return create_evening(size, game=game.key, preset=preset.key, **options)


def build_score_sheet(tournament: Tournament) -> ScoreSheet:
    """Build the blank score sheet of the first table."""
    sheet = load_sheets(tournament)[0]
    assert sheet.setting
    return ScoreSheet(sheet, sheet.setting, filled=False)


def list_house_options(game: scoring.Game, preset: scoring.Preset) -> list[scoring.Option]:
    """List the options whose value under the preset no source settles."""
    values = preset.build_values(game.options)
    return [
        option
        for option in game.options
        if "house" in preset.get_provenance(option).split() and values[option.key] is not None
    ]


def choose_other_value(option: scoring.Option, value: Any) -> Any:
    """Return another value that the option may have."""
    if option.choices:
        return next(each for each, _words in option.choices if each not in (value, "libre"))
    return not value if option.kind == "boolean" else value + 1


def read_page(client: Any, address: str) -> str:
    """Return a page as text with single spaces."""
    answer = client.get(address, headers={"Accept-Language": "fr"})
    assert answer.status_code == 200, address
    return " ".join(html.unescape(answer.content.decode()).split())


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=IDS)
def test_a_score_sheet_marks_the_length_of_the_partie_and_each_row_of_values(game, preset):
    tournament = create_evening_of(game, preset)
    paper = build_score_sheet(tournament)
    lengths = {"target"} if game.get_target(paper.setting) is not None else {"coups", "tours"}
    shown = lengths & {option.key for option in list_house_options(game, preset)}
    assert paper.partie.endswith(f"({MARK})") is bool(shown)
    page = PRINTABLES_BY_NAME["sheets"].build_paper(tournament).render_html()
    for values in paper.tables:
        for row, provenance in values.rows:
            assert (MARK in provenance) is ("house" in row.provenance)
            beside = rf'{row.label}</th>.*?<td class="from">|<p class="from">[^<]*{row.label}[^<]*: '
            assert re.search(f"(?:{beside}){re.escape(provenance)}", page, re.DOTALL)
    chosen = {
        option.key: choose_other_value(option, preset.build_values(game.options)[option.key])
        for option in game.options
        if option.key in shown
    }
    assert not build_score_sheet(create_evening_of(game, preset, **chosen)).partie.endswith(f"({MARK})")


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("brusquembille", {}, "à égalité, on le partage. (En partie, choix de la maison.)"),
        ("brusquembille", {"mode": "points"}, "À égalité, un coup de plus. (Choix de la maison.)"),
        ("briscola", {}, "À égalité, un coup de plus. (Choix de la maison.)"),
        ("chiamata", {}, "+4 et −1 chacun, ou l’inverse. (Choix de la maison.)"),
    ],
)
def test_a_score_sheet_marks_the_reminders_that_no_source_states(game, options, words):
    tournament = create_evening(5 if game == "chiamata" else 2, game=game, **options)
    assert any(line.endswith(words) for line in build_score_sheet(tournament).reminders)


def test_a_ledger_marks_the_hints_that_no_source_states():
    paper = build_score_sheet(create_evening(2, game="briscan"))
    entries = PARTS_BY_GAME["briscan"].paper.entries(paper.setting)
    assert [entry.label for entry in entries if MARK in entry.hint] == [
        "Total d’avant et annonces",
        "Le plus de levées",
    ]


@pytest.mark.parametrize("preset", ["academie-1718", "encyclopedie-1751"])
def test_paper_marks_a_cave_that_the_preset_s_source_does_not_give(preset):
    tournament = create_evening(3, preset=preset)
    for name in ("sheets", "caves"):
        page = PRINTABLES_BY_NAME[name].build_paper(tournament).render_html()
        assert (f"est un {MARK}" in page) is (preset == "encyclopedie-1751")


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=IDS)
def test_the_rule_sheet_marks_every_value_that_no_source_settles(game, preset):
    page = html.unescape(PRINTABLES_BY_NAME["rules"].build_paper(create_evening_of(game, preset)).render_html())
    values = preset.build_values(game.options)
    for option in list_house_options(game, preset):
        if not option.is_in_force(values):
            continue
        row = page[page.index(f"{option.label}<br>") :].partition("</tr>")[0]
        assert '<span class="house">' in row, option.key
        assert MARK in row, option.key


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=IDS)
def test_a_value_that_gives_way_to_another_is_marked_wherever_the_two_are_compared(game, preset):
    values = preset.build_values(game.options)
    for option in list_house_options(game, preset):
        other = {option.key: choose_other_value(option, values[option.key])}
        (change,) = list_option_changes(game, preset.key, other)
        assert describe_change(change).endswith(f"({MARK})"), option.key
        ((_what, was, now),) = diff_rules(
            game, {"preset": preset.key, "options": {}}, {"preset": preset.key, "options": other}
        )
        assert was.endswith(f"({MARK})")
        assert MARK not in now
        if preset is game.presets[0]:
            page = read_page(Client(), f"/{create_evening_of(game, preset, **other).code}/rules")
            row = page[page.index(f">{option.label}<") :].partition("</tr>")[0]
            assert row.count(MARK) == 1, option.key


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=IDS)
def test_the_organiser_s_page_and_form_mark_every_value_that_no_source_settles(game, preset):
    client, club = sign_in_organiser()
    tournament = create_evening_of(game, preset)
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    assert Member.objects.filter(club=club).exists()
    overview = read_page(client, f"/desk/event/{tournament.pk}")
    form = read_page(client, f"/desk/event/{tournament.pk}/setup")
    for option in list_house_options(game, preset):
        if f"<dt>{option.label}</dt>" in overview:
            assert MARK in overview[overview.index(f"<dt>{option.label}</dt>") :].partition("</dd>")[0]
        assert MARK in form[form.index(str(option.label)) :].partition('class="option"')[0], option.key


def test_every_rule_that_a_page_cites_is_marked_where_no_source_states_it():
    for path in sorted((ROOT / "templates").rglob("*.html")):
        name = str(path.relative_to(ROOT))
        for shown in RULE_SHOWN.findall(path.read_text(encoding="utf-8")):
            assert "cite_rule" in shown or name == "templates/phone/so_far.html", name


def test_a_phone_marks_the_text_of_a_rule_that_no_source_states():
    table = get_table(create_evening(3))
    page = html.unescape(Phone(table).read_sheet())
    for rule in ("GEN-02", "PEN-12", "PEN-06"):
        text = rule_text(load_sheet(table.pk), rule)
        assert text.endswith(f"{MARK[1:]}.)"), rule
        assert text in page, rule


def test_a_phone_tells_of_two_against_two_only_where_it_is_played():
    alone, together = get_table(create_evening(4)), get_table(create_evening(4))
    set_sides(together, True)
    assert [rule_text(load_sheet(table.pk), "PEN-12").count("(") for table in (alone, together)] == [1, 3]
    assert ["(à deux contre deux, " in Phone(table).read_sheet() for table in (alone, together)] == [False, True]


def test_a_refusal_that_cites_a_rule_without_a_source_marks_it():
    problem = scoring.Problem("events[0]", "BRU-20", scoring.Text("Pas de recave."))
    assert describe_problem(problem) == f"Pas de recave. ({MARK.capitalize()}.)"


def test_a_line_that_cites_a_rule_without_a_source_is_marked_on_the_public_page():
    tournament = create_evening(5, payments="off", coups=1)
    points = dict(zip(("1", "2", "3", "4", "5"), (36, 36, 36, 12, 0), strict=True))
    record_events(get_table(tournament), {"type": "coup", "points": points})
    page = read_page(Client(), f"/{tournament.code}/table/1")
    assert f'<span class="rule">BRU-12, {MARK}</span>' in page
    assert f"donneur. ({MARK.capitalize()}.)" in page
