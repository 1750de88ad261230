"""Reports as other programs write them: their days, their names of systems, their players' names; and what of them is
not understood is said before anything is written."""

import datetime

import pytest

from tests.book.evening_builders import create_club
from tournaments.actions.errors import Refused
from tournaments.exchange.trf import TrfReport, build_trf_report, import_report, list_remarks, read_trf
from tournaments.exchange.trf.trf_import import turn_name
from tournaments.exchange.trf.trf_words import SystemReading, read_day, read_system
from tournaments.models import Club, Entry, Player, Tournament

DAY = datetime.date(2010, 9, 24)
TODAY = datetime.date(2026, 11, 28)
PLAYERS = ("Dupont, Jean", "Martin, Paul", "Marchand, Odile", "Perrin, Luc")


def write_report(*head: str, players: tuple[str, ...] = PLAYERS) -> str:
    """Return a report with these lines before its players."""
    lines = [f"001 {n:4}      {name:33}".ljust(80) + f" 0.0 {n:4}" for n, name in enumerate(players, 1)]
    return "\n".join(["012 Tournoi de repris", *head, *lines, ""])


def read(*head: str, players: tuple[str, ...] = PLAYERS) -> TrfReport:
    """Read such a report."""
    return read_trf(write_report(*head, players=players).encode())


def take(club: Club, report: TrfReport) -> Tournament:
    """Make a tournament of the report."""
    return import_report(club, report, game="briscan", name="", today=TODAY)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2010/09/24",
            "2010-09-24",
            "2010.9.24",
            "20100924",
            "2010-09-24T14:00",
            "24/09/2010",
            "24.9.2010",
            "24. 09. 2010",
        ),
        *("24-09-2010", "09/24/2010", "24 septembre 2010", "vendredi 24 sept. 2010", "24 settembre 2010"),
        *("September 24, 2010", "24. September 2010", "24-Sep-2010", "24 set 2010", "24 de septiembre de 2010"),
        *("mardi 24 septembre 2010", "martedì 24 settembre 2010"),
    ],
)
def test_a_day_is_read_however_it_is_written(text: str) -> None:
    told = read_day(text)
    assert told.day == DAY
    assert told.sure
    assert read(f"042 {text}", "092 Individual: Swiss-System").remarks == ()


@pytest.mark.parametrize("text", ["24/09/10", "10/09/24", "2010/13/24", "31/02/2010", "samedi", "24 jui 2010", "2010"])
def test_a_day_that_is_not_understood_is_said_with_its_line(text: str) -> None:
    report = read(f"042 {text}")
    assert report.date is None
    assert [(each.path, text in str(each.message)) for each in report.remarks] == [("ligne 2", True)]


def test_a_day_that_may_be_another_one_is_taken_with_the_day_first_and_said() -> None:
    report = read("042 05/06/2010")
    assert report.date == datetime.date(2010, 6, 5)
    assert ["5 juin 2010" in str(each.message) for each in report.remarks] == [True]


@pytest.mark.parametrize(
    ("kind", "format", "double"),
    [
        *((each, "all", False) for each in ("FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN_G1", "CUSTOM_ROUNDROBIN")),
        *((each, "all", True) for each in ("FIDE_DOUBLEROUNDROBIN", "BERGER_DOUBLEROUNDROBIN", "BERGER_ROUNDROBIN_G2")),
        *(
            (each, "all", False)
            for each in ("Girone all'italiana", "Girone all’Italiana", "Toutes-rondes", "ROUND ROBIN")
        ),
        *(
            (each, "all", False)
            for each in ("Rundenturnier", "Jeder gegen Jeden", "Todos contra todos", "All-play-all")
        ),
        *((each, "all", True) for each in ("Double Round Robin", "Doppio girone all'italiana", "Doppelrundenturnier")),
        *((each, "all", True) for each in ("Toutes rondes, aller-retour", "Girone all'italiana, andata e ritorno")),
        *((each, "swiss", False) for each in ("FIDE_DUTCH_2026", "FIDE_DUTCH", "FIDE_DUBOV", "CUSTOM_SWISS", "")),
        *(
            (each, "swiss", False)
            for each in ("Système suisse", "Schweizer System", "Sistema svizzero", "Sistema Suizo")
        ),
        *((each, "knockout", False) for each in ("CUSTOM_KNOCKOUT", "Élimination directe", "Eliminazione diretta")),
        *((each, "groups", False) for each in ("Individual: Round-Robin groups, then knockout", "Poules")),
    ],
)
@pytest.mark.parametrize("tag", ["092", "192"])
def test_how_it_is_played_is_read_in_codes_and_in_words(tag: str, kind: str, format: str, double: bool) -> None:
    report = read(f"{tag} {kind}")
    told = read_system(report.kind)
    assert (told.format, told.double, report.remarks) == (format, double, ())


@pytest.mark.parametrize(
    "kind", ["FIDE_SCHEVENINGEN", "FIDE_DOUBLESWISS", "BERGER_ROUNDROBIN_G3", "Torneo sociale", "Double elimination"]
)
def test_a_system_that_is_not_known_is_said(kind: str) -> None:
    report = read("042 2010/09/24", f"192 {kind}")
    assert [(each.path, kind in str(each.message)) for each in report.remarks] == [("ligne 3", True)]


def test_teams_and_whatever_else_is_left_out_are_said_line_by_line() -> None:
    report = read(
        "082 2", "192 FIDE_TEAM_ROUNDROBIN", "XXP 1 2", "142 cinq", "what is this", "102 Arbitre", "FRA    1 x"
    )
    assert [each.path for each in report.remarks] == ["ligne 3", "ligne 4", "ligne 5", "ligne 6"]
    assert "équipes" in str(report.remarks[0].message)
    assert [each.path for each in read("082 2").remarks] == ["ligne 2"]
    assert read("082 0").remarks == ()


def test_more_rounds_than_anybody_plays_are_not_planned() -> None:
    assert [read(f"142 {rounds}").rounds for rounds in (100, 101, 999)] == [100] * 3


@pytest.mark.django_db
def test_a_double_round_robin_is_one_and_has_its_day() -> None:
    tournament = take(create_club(), read("042 24/09/2010", "142 6", "192 FIDE_DOUBLEROUNDROBIN"))
    assert (tournament.format, tournament.phases[-1]["double"], tournament.date) == ("all", True, DAY)


@pytest.mark.django_db
@pytest.mark.parametrize("known", ["Jean Dupont", "jean dupont", "Dupont, Jean", "Dupont,Jean"])
def test_a_name_with_its_family_first_is_the_club_s_player(known: str) -> None:
    club = create_club()
    jean = Player.objects.create(club=club, name=known)
    report = read()
    assert list_remarks(club, report) == []
    tournament = take(club, report)
    names = [entry.player.name for entry in Entry.objects.filter(tournament=tournament).order_by("pk")]
    assert names == [known, "Paul Martin", "Odile Marchand", "Luc Perrin"]
    assert tournament.entries.filter(player=jean).count() == 1
    assert club.players.count() == 4


def test_names_are_turned_with_what_follows_them_and_pairs_are_not() -> None:
    names = ("Kiese,Matthias,Dr.", "Dupont,", "de la Tour, Anne-Marie", "Dupont, Jean – Martin, Paul", "Zoé")
    turned = ["Matthias Kiese, Dr.", "Dupont", "Anne-Marie de la Tour", "Dupont, Jean – Martin, Paul", "Zoé"]
    assert [turn_name(name) for name in names] == turned


@pytest.mark.django_db
def test_who_may_be_somebody_else_is_said_with_the_line() -> None:
    club = create_club()
    for name in ("Martin Paul", "Odile Marchant", "Luc Perrin", "Perrin Luc"):
        Player.objects.create(club=club, name=name)
    report = read(players=(*PLAYERS, "Dupont, Jean"))
    told = {each.path: str(each.message) for each in list_remarks(club, report)}
    assert list(told) == ["ligne 3", "ligne 4", "ligne 5", "ligne 6"]
    assert "Martin Paul" in told["ligne 3"]
    assert "Odile Marchant" in told["ligne 4"]
    assert "deux fois" in told["ligne 6"]
    assert take(club, report).entries.count() == 5
    assert club.players.count() == 4 + 4


@pytest.mark.django_db
def test_a_double_round_robin_goes_out_as_one() -> None:
    tournament = take(create_club(), read("192 FIDE_DOUBLEROUNDROBIN"))
    assert read_system(build_trf_report(tournament).kind) == SystemReading("all", double=True)


def test_of_a_file_of_another_kind_the_first_lines_are_named_and_the_others_counted() -> None:
    remarks = read(*["x"] * 150).remarks
    assert len(remarks) == 101
    assert (remarks[-1].path, str(remarks[-1].message)[:17]) == (
        "ligne 102",
        "50 lignes de plus",
    )
    with pytest.raises(Refused) as refused:
        read_trf((write_report().rstrip() + "x" * 5000).encode())
    assert len(refused.value.problems) == 100
