"""FIDE's Tournament Report File: what is written is read again, a tournament of two sides goes out and comes back, and
a spoilt file is refused with the line and the column."""

import datetime
import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.book.evening_builders import create_club
from tests.book.phase_builders import create_tournament, play_round
from tournaments.actions.errors import Refused
from tournaments.exchange.trf import TrfGame, TrfPlayer, TrfReport, build_trf_report, import_report, read_trf, write_trf
from tournaments.models import Tournament

NAMES = ("Zoé d’Arès", "Łukasz Żółć", "مريم", "Nguyễn Thị Ánh", "שרה", "小林", "Ö", "é" * 80)
DAY = datetime.date(2026, 11, 21)
OPPOSITE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", " ": " "}


PLAYER_LINE = re.compile(r"001 [ \d]{4} {6}.{33} {33}[ \d.]{4} [ \d]{4}(  [ \d]{3}\d [bw-] [1=0+WDLHFUZ-])*")
"""A line that py4swiss and the package trf both read: of each round an opponent, or 0000, a colour and a result."""


def clean(name: str) -> str:
    """Return the name as a report holds it."""
    return " ".join(unicodedata.normalize("NFC", name).split())


NAME = st.one_of(
    st.sampled_from(NAMES),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=60),
    st.lists(st.text("abcé ", min_size=1), min_size=1).map(" ".join),
).map(clean)


@st.composite
def reports(draw: Any) -> TrfReport:
    """A report whose games are told alike by both sides."""
    count, rounds = draw(st.integers(1, 7)), draw(st.integers(0, 4))
    games: dict[int, list[TrfGame]] = {n: [] for n in range(1, count + 1)}
    for _round in range(rounds):
        order = draw(st.permutations(list(games)))
        half = count // 2
        for white, black in zip(order[:half], order[half : 2 * half], strict=True):
            result = draw(st.sampled_from(list(OPPOSITE)))
            games[white].append(TrfGame(black, "w", result))
            games[black].append(TrfGame(white, "b", OPPOSITE[result]))
        for left in order[2 * half :]:
            games[left].append(TrfGame(result=draw(st.sampled_from("UZHF"))))
    names = draw(st.lists(NAME.filter(lambda name: 0 < len(name) <= 80), min_size=count, max_size=count))
    players = tuple(TrfPlayer(n, names[n - 1], n, tuple(games[n])) for n in games)
    return TrfReport(draw(NAME), DAY, max(rounds, draw(st.integers(1, 9))), "Individual: Swiss-System", players)


@settings(max_examples=40, deadline=None)
@given(reports())
def test_a_report_is_read_as_it_was_written(report: TrfReport) -> None:
    assert read_trf(write_trf(report).encode()) == report


def test_games_that_are_not_played_yet_leave_lines_that_every_program_reads() -> None:
    report = TrfReport(
        "Tournoi",
        DAY,
        3,
        "",
        (
            TrfPlayer(1, "Anne", 1, (TrfGame(2, "w", " "), TrfGame(3, "w", "1"), TrfGame(2, "b", " "))),
            TrfPlayer(2, "Basile", 2, (TrfGame(1, "b", " "), TrfGame(), TrfGame(1, "w", " "))),
            TrfPlayer(3, "Chloé", 3, (TrfGame(result="U"), TrfGame(1, "b", "0"), TrfGame(result="U"))),
        ),
    )
    written = write_trf(report)
    lines = [line for line in written.split("\r\n") if line.startswith("001")]
    assert [line for line in lines if not PLAYER_LINE.fullmatch(line)] == []
    assert read_trf(written.encode()) == report


@pytest.mark.django_db
@pytest.mark.parametrize(("format", "pairing"), [("swiss", "single"), ("all", "single"), ("knockout", "fixed")])
def test_a_tournament_of_two_sides_goes_out_with_its_games_and_comes_back_with_its_players(
    format: str, pairing: str
) -> None:
    tournament = create_tournament(8 if pairing == "fixed" else 5, format, pairing)
    play_round(tournament)
    report = build_trf_report(Tournament.objects.get(pk=tournament.pk))
    assert read_trf(write_trf(report).encode()) == report
    assert len(report.players) == (4 if pairing == "fixed" else 5)
    assert {len(player.games) for player in report.players} == {1}
    assert sum(player.points for player in report.players) == (2 if pairing == "fixed" else 3)
    if pairing == "single":
        assert [game.result for player in report.players for game in player.games].count("U") == 1
    copy = import_report(tournament.club, report, game="brusquembille", name="", today=DAY)
    names = list(copy.entries.order_by("pk").values_list("shown_name", flat=True))
    assert names == [player.name for player in report.players]
    assert (copy.name, copy.date, copy.format, copy.status) == (tournament.name, tournament.date, format, "draft")


@pytest.mark.django_db
def test_a_report_of_another_program_in_windows_latin_comes_in() -> None:
    text = (
        "012 Open de Pézenas\n032 FRA\n042 2026/11/21\n092 Individual: Swiss-System (Dutch)\nXXR 5\n"
        f"001    1 mGM  {'Lefèvre, Anne':33} 2411 FRA     6502508 1971/06/24  1.0    1     2 w 1\n"
        f"001    2 w    {'Roy, Denis':33} 2200 FRA     6502516 1980        0.0    2     1 b 0\n"
    )
    report = read_trf(text.encode("cp1252"))
    assert [player.name for player in report.players] == ["Lefèvre, Anne", "Roy, Denis"]
    assert report.players[0].games == (TrfGame(2, "w", "1"),)
    club = create_club()
    tournament = import_report(club, report, game="brisque", name="", today=DAY)
    assert (tournament.name, tournament.planned_rounds, tournament.entries.count()) == ("Open de Pézenas", 5, 2)


GOOD = write_trf(
    TrfReport(
        "Tournoi",
        DAY,
        1,
        "",
        (TrfPlayer(1, "Anne", 1, (TrfGame(2, "w", "1"),)), TrfPlayer(2, "Basile", 2, (TrfGame(1, "b", "0"),))),
    )
)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("001    1", "001    x", "ligne 8, colonne 5"),
        ("001    2", "001    1", "ligne 9, colonne 5"),
        ("Basile", "      ", "ligne 9, colonne 15"),
        ("   2 w 1", "   9 w 1", "ligne 8, colonne 92"),
        ("   2 w 1", "   a w 1", "ligne 8, colonne 92"),
        ("   2 w 1", "   2 x 1", "ligne 8, colonne 97"),
        ("   2 w 1", "   2 w ?", "ligne 8, colonne 99"),
        ("   2 w 1", "   2 w U", "ligne 8, colonne 99"),
        ("   1 b 0", "   1 b 1", "ligne 8, colonne 99"),
        ("   1 b 0", "0000 - Z", "ligne 8, colonne 92"),
    ],
)
def test_a_spoilt_report_is_refused_with_its_line_and_column(old: str, new: str, where: str) -> None:
    assert read_trf(GOOD.encode()).players
    assert GOOD.count(old) == 1
    with pytest.raises(Refused) as refused:
        read_trf(GOOD.replace(old, new).encode())
    assert where in [problem.path for problem in refused.value.problems]


@pytest.mark.parametrize("content", [b"", b"\x00\xff", "{}".encode("utf-16"), b"001 " * 1000])
def test_a_file_that_is_no_report_is_refused(content: bytes) -> None:
    with pytest.raises(Refused):
        read_trf(content)
