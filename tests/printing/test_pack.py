"""The pack of papers for a laptop that fails: an evening played on the pack alone, then typed in, has the standings of
the paper; and long documents, made in pieces by processes of their own."""

import re
from collections import defaultdict
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import override
from pypdf import PageObject, PdfReader

import scoring
from config.background.jobs import JOB_VARIABLE, OwnJob, open_jobs
from config.background.kinds import PRINT
from tests.book.evening_builders import build_coup, create_evening, get_table, record_events, undo_last
from tests.fixtures.amounts import choose_amount
from tests.printing.pdf_reading import find_tagged, list_fonts, list_tags, read_text, sort_letters
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.entries import add_entries, rename_entry
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.actions.rounds.prepared_draws import publish_prepared_round
from tournaments.actions.tables.recording import play_tables
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.exchange.simulation import FREE, create_simulated_tournament, seat_all_rounds
from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Table, Tournament
from tournaments.printing import joining, pieces
from tournaments.printing.backup_pack import build_spare_sheet
from tournaments.printing.documents import DOCUMENTS_BY_NAME, PACK, find_document
from tournaments.printing.joining import PrintingStopped, PrintWork, join_pieces
from tournaments.printing.papers import PrintOptions, PrintOrder
from tournaments.printing.pdf import render_pdf
from tournaments.printing.scoresheets import arrange_leaves, choose_grid_leaves
from tournaments.reading import paper_digest as digest
from tournaments.reading.phases import Phase
from tournaments.reading.prepared_draws import PreparedDraw, prepare_draw
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db
Untyped = Any
ROUNDS = 3
PEOPLE = ("Anne", "Basile", "Chloé", "Denis", "Édith", "Flore", "Gaël", "Hélène", "Inès")
OPTIONS = {"tours": 1, "payments": "off"}
ARRIVED = ("Hélène", "Anne", "Denis", "Zoé", "Basile", "Flore", "Gaël", "Chloé")  # two are missing, one is new


def print_pack(tournament: Tournament, tmp_path: Path) -> PdfReader:
    """Print the pack with the command and return it parsed."""
    call_command("print", str(tournament.pk), "pack", "-o", str(tmp_path / "pack.pdf"))
    return PdfReader(tmp_path / "pack.pdf")


def read_prepared_tables(paper: PdfReader, present: int) -> list[list[list[str]]]:
    """Return the tables that the pack has for so many players, round by round: names of those who came, by number."""
    told = read_text(paper).split(f" {present} présents ")[1].split(" présents ")[0]
    rows = told.partition("3… ")[2]  # after the heading «Tables, dans l’ordre: 1, 2, 3…»
    tables = [[ARRIVED[int(n) - 1] for n in each.split(" · ")] for each in re.findall(r"\d+(?: · \d+){2,}", rows)]
    each = len(tables) // ROUNDS
    return [tables[start : start + each] for start in range(0, len(tables), each)]


def invent_coups(n: int, table: int, names: list[str]) -> list[dict[str, int]]:
    """Return the coups that the players of a table write on its sheet: the points by name."""
    coups = []
    for coup_n in range(len(names)):
        points = [(7 * n + 11 * table + 13 * coup_n + 17 * seat) % 40 for seat in range(len(names) - 1)]
        coups.append(dict(zip(names, [*points, 120 - sum(points)], strict=True)))
    return coups


def compute_gains(names: list[str], coups: list[dict[str, int]]) -> dict[str, int]:
    """Return the table's totals by the rule book, computed from a document and not from the database."""
    partie = {"format": "corbillon.partie/1", "game": "brusquembille", "options": OPTIONS, "players": names}
    return scoring.score_partie(partie | {"events": [{"type": "coup", "points": each} for each in coups]})["totals"]


def type_sheet_in(client: Untyped, table: Table, coups: list[dict[str, int]]) -> None:
    """Type the sheet in on the organiser's page."""
    address = f"/desk/table/{table.pk}/paper"
    page = client.get(address)
    form, names = page.context["grid"].form, page.context["sheet"].names
    sent = {f"key.{at}": row.key for at, row in enumerate(form.rows)} | {
        "number": str(page.context["sheet"].next_number)
    }
    for at, each in enumerate(coups):
        sent |= {f"{at}.points.{seat}": str(each[name]) for seat, name in enumerate(names, 1)}
    assert client.post(address, sent).status_code == 302


def test_an_evening_played_on_the_pack_and_typed_in_has_the_standings_of_the_paper(tmp_path):
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Tournoi", date=DAY, options=OPTIONS, players=PEOPLE)
    plan_rounds(tournament, format="random", pairing="single", rounds=ROUNDS)
    paper = print_pack(tournament, tmp_path)
    told = read_text(paper)
    assert all(
        str(DOCUMENTS_BY_NAME[name].title) in told
        for name in ("paper-guide", "check-in", "running-totals", "ready-draws")
    )
    assert "7 présents" in told
    assert "11 présents" in told
    assert "Table ……" in told
    assert all(list_fonts(paper).values())
    assert f"1 / {len(paper.pages)}" in told
    assert f"2 / {len(paper.pages)}" in told
    rounds = read_prepared_tables(paper, len(ARRIVED))
    assert all(sorted(name for table in tables for name in table) == sorted(ARRIVED) for tables in rounds)
    added: dict[str, int] = defaultdict(int)
    for n, tables in enumerate(rounds, 1):
        for table, names in enumerate(tables, 1):
            for name, gain in compute_gains(names, invent_coups(n, table, names)).items():
                added[name] += gain

    add_entries(tournament, ["Zoé"])
    by_name = {entry.shown_name: entry.pk for entry in tournament.entries.all()}
    numbers = {f"n{by_name[name]}": str(n) for n, name in enumerate(ARRIVED, 1)}
    for n, tables in enumerate(rounds, 1):
        answer = client.post(f"/desk/event/{tournament.pk}/ready", numbers | {"size": "4"})
        assert answer.status_code == 302
        open_tournament(tournament)
        found = [sheet for sheet in load_sheets(tournament) if sheet.table.round.n == n]
        assert [list(sheet.names) for sheet in found] == tables
        for sheet in found:
            type_sheet_in(client, sheet.table, invent_coups(n, sheet.table.n, list(sheet.names)))
    answer = client.post(f"/desk/event/{tournament.pk}/ready", numbers | {"size": "4"})
    assert answer.status_code == 422, "no round is left"

    by_hand = sorted(added.items(), key=lambda each: -each[1])
    told = [(row.tally.player, row.tally.total) for row in get_standings(tournament) if row.tally.player in added]
    assert dict(told) == dict(by_hand)
    assert [total for _, total in told] == [total for _, total in by_hand]


@pytest.mark.parametrize("numbers", [{}, {"Anne": "1", "Basile": "3"}, {"Anne": "1", "Basile": "1"}])
def test_player_numbers_with_a_gap_or_a_duplicate_are_refused(numbers):
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Tournoi", date=DAY, players=PEOPLE)
    by_name = {entry.shown_name: entry.pk for entry in tournament.entries.all()}
    sent = {f"n{by_name[name]}": n for name, n in numbers.items()} | {"size": "4"}
    assert client.post(f"/desk/event/{tournament.pk}/ready", sent).status_code == 422
    assert not Table.objects.filter(round__tournament=tournament).exists()


@pytest.mark.parametrize(
    ("sizes", "rules"), [((3, 3), {"tours": 3}), ((2, 2, 2, 2), {"game": "briscan"})][: choose_amount(1, 2)]
)
def test_sheets_whose_grid_is_laid_out_once_equal_those_laid_out_whole(sizes, rules, monkeypatch):
    """Two layers together show what the sheet laid out whole shows, at the same places, and under the same tags, also
    where each player has a line."""
    monkeypatch.setenv("CORBILLON_URL", "http://192.168.1.20:8000")
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(create_evening(*sizes, **rules))
    assert len(choose_grid_leaves(paper.context["leaves"])[0]) == 1
    whole, short = (PdfReader(BytesIO(made)) for made in (render_pdf(paper.render_html()), paper.render_pdf()))
    assert [locate_words(page) for page in short.pages] == [locate_words(page) for page in whole.pages]
    assert sort_letters(short) == sort_letters(whole)
    assert list_tags(short) == list_tags(whole)


def test_a_long_document_has_its_sheets_in_two_layers(tmp_path, monkeypatch):
    """A sheet with a name too long for a line is laid out whole, in a piece of its own. The same where no process can
    be forked."""
    monkeypatch.setenv("CORBILLON_URL", "http://192.168.1.20:8000")
    tournament = create_evening(3, 3, tours=3)
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament)
    whole, done = PdfReader(BytesIO(render_pdf(paper.render_html()))), []
    join_pieces(paper.build_work(), tmp_path / "joined.pdf", progress=lambda *step: done.append(step))
    told = PdfReader(tmp_path / "joined.pdf")
    assert sort_letters(told) == sort_letters(whole)
    assert done[-1] == (2, 2)
    for page, other in zip(told.pages, whole.pages, strict=True):
        found = locate_words(page)
        assert {"Table", "Anne", "Denis"} & found.keys()
        assert found == locate_words(other)
    assert [has_layers(page) for page in told.pages] == [True, True]
    assert told.pages[0].get_contents().get_data().count(b" 1 re") > 200, "the QR's squares"
    rename_entry(tournament.entries.get(shown_name="Anne"), "Marie-Antoinette-Josèphe " * 3 + "W")
    monkeypatch.setattr(joining, "CAN_FORK", False)
    monkeypatch.setattr("os.fork", None, raising=False)
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament)
    join_pieces(paper.build_work(), tmp_path / "again.pdf")
    assert [has_layers(page) for page in PdfReader(tmp_path / "again.pdf").pages] == [False, True]
    monkeypatch.setattr("tournaments.printing.papers.render_pdf", lambda html, looks: b"whole")
    assert paper.render_pdf() == b"whole", "the long name has no room in the grid"


def has_layers(page: PageObject) -> bool:
    """Return whether the page is made of two layers."""
    return "/Under" in page["/Resources"].get("/XObject", {})


def locate_words(page: PageObject) -> dict[str, tuple[int, int]]:
    """Return where each capitalised word stands on the page, in points."""
    found: dict[str, tuple[int, int]] = {}

    def see(text: str, matrix: list[float], own: list[float], *_: Any) -> None:
        word = text.strip().partition(" ")[0].strip(",")
        if word.istitle() and len(word) > 3:
            x, y = own[4], own[5]
            at = matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]
            found.setdefault(word, (round(at[0]), round(at[1])))

    page.extract_text(visitor_text=see)
    return found


def test_a_bundle_has_contents_and_bookmarks_its_language_its_title_and_its_tags(tmp_path):
    bundle = find_document("badges,check-in,log,seating,calls")
    with override("it"):
        PrintOrder(bundle, create_evening(3), tmp_path / "made.pdf").write()
        titles = [str(part.title) for part in bundle.parts]
    paper = PdfReader(tmp_path / "made.pdf")
    root = paper.trailer["/Root"]
    marks = [(mark.title, paper.get_destination_page_number(mark)) for mark in paper.outline]
    assert marks == [*zip(titles, (1, 2, 3, 4, 5), strict=True)]
    contents = " ".join(paper.pages[0].extract_text().split())
    assert all(f"{title} {n}" in contents for title, n in zip(titles, ("dopo la pagina 1", 3, 4, 5, 6), strict=True))
    assert root["/Lang"] == "it"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    tags = {key: set() for key in range(len(paper.pages))}
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    for page, told in zip(numbers[::2], numbers[1::2], strict=True):
        tags[page] = {
            element.get_object()["/Pg"].indirect_reference for element in told if "/Pg" in element.get_object()
        }
    assert all(tags[page["/StructParents"]] == {page.indirect_reference} for page in paper.pages)


def test_a_bundle_in_two_languages_has_each_document_in_both_and_few_need_no_contents(tmp_path):
    bundle = find_document("badges,check-in,door-rules")
    for looks in ((), ("two",)):
        PrintOrder(bundle, create_evening(3), tmp_path / "made.pdf", PrintOptions(look=looks)).write()
        paper = PdfReader(tmp_path / "made.pdf")
        assert [paper.get_destination_page_number(mark) for mark in paper.outline] == [0, 1, 2]
    for language in ("fr", "en"):
        with override(language):
            assert str(bundle.parts[1].title) in " ".join(paper.pages[1].extract_text().split())
    assert [len(page["/Resources"].get("/XObject", {})) for page in paper.pages] == [0, 2, 2], "cards are cut out"


def iter_bookmarks(outline):
    """Yield all bookmarks of a document, those of the deeper levels too."""
    for mark in outline:
        yield from iter_bookmarks(mark) if isinstance(mark, list) else (mark,)


def test_a_long_document_made_in_pieces_keeps_its_tags_and_bookmarks(tmp_path):
    tournament = create_simulated_tournament("briscola", 4, 10, 7, FREE)
    seat_all_rounds(tournament, 10, 7)
    with override("fr"):
        work = DOCUMENTS_BY_NAME["seating-tables"].build_paper(tournament).build_work()
        join_pieces(work, tmp_path / "made.pdf")
    paper = PdfReader(tmp_path / "made.pdf")
    assert len(work.pieces) == 2
    assert len(list(find_tagged(paper, "/H2"))) == 10, "each round's heading"
    assert sum(mark.title.endswith("ar table") for mark in iter_bookmarks(paper.outline)) == 11, (
        "each round's, and the paper's"
    )


def test_a_spare_sheet_of_a_whole_page_counts_as_one_page():
    paper = DOCUMENTS_BY_NAME["spare-sheets"].build_paper(create_evening(3, tours=3))
    assert not all(leaf.is_shared for leaf in paper.context["leaves"])
    assert not paper.is_long


def test_printing_stops_when_the_server_that_started_it_has_ended(monkeypatch, tmp_path):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("config.parent.windll", None)  # where an orphan has another parent
    monkeypatch.setattr("os.getppid", lambda: 41)
    jobs = open_jobs(tmp_path)
    job = jobs.ask(PRINT, tournament_id=1)
    jobs.take(PRINT)
    monkeypatch.setenv(JOB_VARIABLE, job.key)
    own = OwnJob(tmp_path)
    own.report(1, 3)
    assert own.result
    assert not own.is_stopped()
    monkeypatch.setattr("os.getppid", lambda: 1)
    with pytest.raises(PrintingStopped), own:
        join_pieces(PrintWork("", []), own.result, progress=own.report, stopped=own.is_stopped)
    assert sorted(path.name for path in own.result.parent.iterdir()) == ["asked", "failed", "progress", "running"]


def test_a_stopped_document_leaves_no_file(tmp_path):
    with pytest.raises(PrintingStopped):
        PrintOrder(PACK, create_evening(3), tmp_path / "pack.pdf", is_stopped=lambda: True).write()
    assert list(tmp_path.iterdir()) == []


def test_the_digest_printed_on_a_paper_is_verified_against_the_book():
    tournament = create_evening(3)
    table = get_table(tournament)
    before = digest.compute_digest(tournament)
    record_events(table, build_coup())
    now = digest.compute_digest(tournament)
    assert before != now
    assert before[:4] != now[:4]
    assert before[5:8] == now[5:8]
    assert digest.verify_digest(tournament, now.lower().replace("-", " ")).is_true
    old = digest.verify_digest(tournament, before)
    assert not old.is_true
    assert old.records == 0
    assert [record.number for record in old.since] == [1]
    assert old.is_hall_same
    undo_last(table)
    assert not digest.verify_digest(tournament, now).is_true
    rename_entry(tournament.entries.get(shown_name="Anne"), "Annette")
    assert not digest.verify_digest(tournament, before).is_hall_same
    swapped = now[:3] + ("0" if now[3] != "0" else "1") + now[4:]
    assert digest.verify_digest(tournament, swapped) is None
    assert digest.verify_digest(create_evening(3), now).records is None


@pytest.mark.parametrize("game", scoring.list_games(), ids=lambda game: game.key)
@pytest.mark.parametrize("preset", [0, -1])
def test_every_game_has_spare_sheets_for_every_table_size(game, preset):
    """On half a page or more, upright or across: the number of pages is known before the sheet is laid out."""
    _client, club = sign_in_organiser()
    names = [f"Joueur {n:02}" for n in range(1, max(game.sizes) + 1)]
    key = game.presets[preset].key
    tournament = create_tournament(club, name="Secours", date=DAY, game=game.key, preset=key, players=names)
    sheets = [sheet for size in game.sizes if (sheet := build_spare_sheet(tournament, 1, size))]
    assert sheets
    heads = [column.head for sheet in sheets if sheet.half_ledger for column in sheet.half_ledger.columns]
    assert not {*LETTERS} & {*heads}, "who has a line of his own has no column"
    assert all(pieces.count_leaf_pages(leaf) >= 1 for leaf in arrange_leaves([sheets]))


def list_meetings(tournament: Tournament, numbers: dict[int, int]) -> dict[int, set[frozenset[int]]]:
    """Return who met whom by round, by their numbers on paper."""
    met: dict[int, set[frozenset[int]]] = defaultdict(set)
    for sheet in load_sheets(tournament):
        met[sheet.table.round.n].add(frozenset(numbers[seat.entry_id] for seat in sheet.seats))
    return dict(met)


def predict_meetings(one: PreparedDraw) -> dict[int, set[frozenset[int]]]:
    """Return the same meetings as the pack has them, the lower number winning each match of the bracket."""
    met = {n: {frozenset(table) for table in round_.tables} for n, round_ in enumerate(one.rounds, 1)}
    ends: dict[int, tuple[int, int]] = {}
    for match in one.matches:
        pair = [side.n if side.kind == "seed" else ends[side.n][side.kind == "loser"] for side in match.sides]
        ends[match.n] = min(pair), max(pair)
        met.setdefault(len(one.rounds) + match.round, set()).add(frozenset(pair))
    return met


@pytest.mark.parametrize(
    ("format", "asked"),
    [
        ("all", {"double": True}),
        ("knockout", {"third": True}),
        ("knockout", {"qualified": 4}),
        ("groups", {"groups": 2, "through": 1}),
    ],
)
def test_rounds_of_two_sides_played_from_the_pack_are_entered_as_they_were_played(format, asked):
    """Six were expected, five came, in another order: the pack's draw for five holds; the player of the lower number
    wins."""
    _client, club = sign_in_organiser()
    tournament = create_tournament(club, name="À deux", date=DAY, players=PEOPLE[:6], options=OPTIONS)
    plan_rounds(tournament, format=format, phase=Phase(format, 0, seeding="list", **asked))
    entries = {entry.shown_name: entry.pk for entry in tournament.entries.all()}
    came = ("Flore", "Basile", "Anne", "Édith", "Chloé")
    numbered = {entries[name]: n for n, name in enumerate(came, 1)}
    numbers = {name: n for n, name in enumerate(came, 1)}
    expected = predict_meetings(prepare_draw(tournament, 5, 2))

    def lower_wins(sheet: Sheet) -> Untyped:
        first, second = sorted(sheet.names, key=numbers.__getitem__)
        over = sheet.state is None or sheet.state.complete
        return None if over else {"type": "coup", "points": {first: 70, second: 50}}

    while not is_phase_over(Tournament.objects.get(pk=tournament.pk)):
        current = publish_prepared_round(tournament, numbered, 2)
        if tournament.status == Tournament.Status.DRAFT:
            open_tournament(tournament)
        play_tables(current.tables.values_list("pk", flat=True), lower_wins, actor="table")
    met = list_meetings(tournament, numbered)
    if format == "groups":  # the winners of both groups meet in the end: numbers 1 and 2
        expected = {n: pairs for n, pairs in expected.items() if n <= 3} | {4: {frozenset({1, 2})}}
    assert met == expected


@pytest.mark.parametrize(
    ("players", "tables"), [(20, "44444"), (21, "333444"), (23, "344444"), (25, "3334444"), (5, "5")]
)
def test_a_prepared_draw_has_tables_of_the_usual_size_or_one_smaller(players, tables):
    _client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Quatre", date=DAY, players=PEOPLE)
    plan_rounds(tournament, format="fixed", rounds=1)
    [one] = prepare_draw(tournament, players, 4).rounds
    assert "".join(sorted(str(len(table)) for table in one.tables)) == tables
    assert not one.resting
