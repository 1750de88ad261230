"""The standings of an imported evening are those of the evening that was exported."""

import datetime
import json
from contextlib import suppress
from random import Random

import pytest

import scoring
from tests.book.evening_builders import create_club, undo_last
from tests.fixtures.amounts import choose_amount
from tournaments.actions.errors import ActionError, Refused
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.rounds.seating import draw_tables
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.recording import play_tables
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.loading import load_sheet
from tournaments.exchange.simulation import build_event_chooser
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, Table, Tournament, UnplayedTable
from tournaments.reading.draw_scores import compute_scores
from tournaments.reading.phases import Phase
from tournaments.reading.taking_part import list_who_took_no_part, place_absent_last
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db

TRIPS = choose_amount(12, 40)
FORMATS = (Tournament.Format.FREE, *Tournament.OF_TABLES, Tournament.Format.SWISS)
CLERK = {"actor": "user:1", "reason": "essai"}
KINDS = [kind for kind in UnplayedTable.UnplayedKind.values if kind != UnplayedTable.UnplayedKind.WITHDRAWN]


def play_odd_rounds(club: Club, chance: Random) -> Tournament:
    """Play one to three rounds in which people are replaced, forfeit or are given a bonus, and tables are put off, and
    close the tournament."""
    tournament = create_tournament(
        club,
        name="Soirée",
        date=datetime.date(2026, 11, 21),
        game=chance.choice(list(scoring.list_games())).key,
        players=[f"Joueur {n}" for n in range(1, chance.randrange(9, 14))],
    )
    wanted = chance.choice(FORMATS)
    if wanted != Tournament.Format.FREE:
        with suppress(ActionError):  # two sides cannot meet in this game: its tables are free
            tournament = plan_rounds(tournament, format=wanted, rounds=3, phase=Phase(wanted, 0))
    if tournament.format == Tournament.Format.FREE:
        size = chance.choice(scoring.get_game(tournament.game).sizes)
        draw_tables(tournament, [size] * (tournament.entries.count() // size), seed=1)
        tournament = open_tournament(tournament)
        play_odd_tables(tournament, 1, chance)
        return close_tournament(tournament)
    for n in range(1, chance.choice([2, 2, 3, 4])):
        if not tournament.drafts.filter(first=n).exists():
            sizes = build_pool(tournament).sizes
            draw_rounds(tournament, sizes=sizes, seed=n, scores=compute_scores(tournament))
        publish_round(tournament, n)
        if n == 1:
            tournament = open_tournament(tournament)
        play_odd_tables(tournament, n, chance)
    return close_tournament(tournament)


def play_odd_tables(tournament: Tournament, n: int, chance: Random) -> None:
    """Play each table of round n to its end, for two coups, or not at all; what is refused on the way is left out."""
    for table in Table.objects.filter(round__tournament=tournament, round__n=n).order_by("pk"):
        if load_sheet(table.pk).state is None:
            continue
        most = chance.choice([None, None, 2, 2, 0])
        if most != 0:
            play_tables([table.pk], build_event_chooser(tournament.game, chance, most), actor="table")
        if most == 2:
            with suppress(ActionError):
                substitute_player(table.pk, 1, chance.choice(tournament.entries.all()), actor="user:1")
            with suppress(ActionError):
                undo_last(table, actor="user:1", reason="essai")
        if most is not None and chance.random() < 0.6:
            with suppress(ActionError):
                mark_unplayed(table.pk, chance.choice(KINDS), absent=[chance.choice([1, 2])], **CLERK)
    if chance.random() < 0.5:
        someone, amount = chance.choice(tournament.entries.all()), chance.choice([-3, 5])
        with suppress(ActionError):
            give_adjustment(tournament, someone, amount=amount, rule="essai", **CLERK)


def list_standings(tournament: Tournament) -> list[object]:
    """Return each line of the standings: who, at what rank, with which figures."""
    rows = place_absent_last(get_standings(tournament), list_who_took_no_part(tournament))
    return [(row.tally.player, row.rank, row.tied, row.tally.total, row.tally.coups, row.figures) for row in rows]


@pytest.mark.parametrize("seed", range(TRIPS))
def test_an_imported_evening_has_the_standings_of_the_one_exported(seed: int) -> None:
    tournament = play_odd_rounds(create_club(), Random(seed))
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    again = import_tournament(tournament.club, read_tournament(document))
    assert list_standings(again) == list_standings(tournament)
    assert build_tournament_document(again).get("draw_format") == document.get("draw_format")


def test_another_way_of_drawing_tables_is_refused_with_the_known_ones() -> None:
    document = json.loads(json.dumps(build_tournament_document(play_odd_rounds(create_club(), Random(1)))))
    with pytest.raises(Refused) as refused:
        read_tournament(document | {"draw_format": "knockout"})
    assert [problem.path for problem in refused.value.problems] == ["draw_format"]
