"""Laws of results that hold for any evening, played at random, with substitutes and with tables left or stopped."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest

from tests.book.evening_builders import create_club
from tests.web.organiser_builders import DAY
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import seat_round, set_sides
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.recording import play_tables
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import EventBody, Sheet
from tournaments.draws.model import DrawRequest
from tournaments.draws.seating import draw_rounds
from tournaments.exchange.simulation import EventChooser, build_event_chooser
from tournaments.models import Table, Tournament
from tournaments.reading.tables import list_sheet_results
from tournaments.reading.tallies import get_results
from tournaments.standings.scores import SCORES
from tournaments.standings.tournament_results import TableResult, TournamentResults

pytestmark = pytest.mark.django_db


def interrupt(following: EventChooser, chance: Random) -> EventChooser:
    """Return a function that plays on like `following`, but now and then voids a deal, lets a player leave or ends the
    partie."""

    def upset(sheet: Sheet) -> EventBody | None:
        """Return the next event for this sheet, None once the partie is over."""
        if sheet.state is None or sheet.state.complete:
            return None
        leaving = {"type": "leave", "player": chance.choice(sheet.names)}
        chosen = chance.choices([{"type": "void"}, leaving, {"type": "end"}, None], weights=[2, 1, 1, 8])[0]
        return chosen or following(sheet)

    return upset


def play_evening(game: str, seed: int) -> Tournament:
    """Play an evening of one game at random, with substitutes. Return the tournament."""
    chance = Random(seed)
    names = [f"J{n}" for n in range(1, 15)]
    tournament = create_tournament(create_club(), name="Soirée", date=DAY, game=game, players=names)
    entries = list(tournament.entries.order_by("pk"))
    seated = draw_rounds(DrawRequest(11, (2, 3, 4) if game == "brusquembille" else (2,), 1, seed=seed)).rounds[0].tables
    seat_round(tournament, 1, [[entries[player - 1] for player in table] for table in seated])
    spare = iter(entries[11:])
    tables = list(Table.objects.filter(round__tournament=tournament).order_by("n"))
    for table in tables:
        if table.seats.count() == 4:
            set_sides(table, chance.random() < 0.5)
    open_tournament(tournament)
    for most, table in zip((1, 1, 0, 0, 0, 0), tables, strict=False):
        play_tables([table.pk], build_event_chooser(game, chance, most, tricks=0), actor="table")
        if newcomer := next(spare, None):
            substitute_player(table.pk, chance.randint(1, 2), newcomer, actor="user:1")
        play_tables([table.pk], interrupt(build_event_chooser(game, chance, tricks=0), chance), actor="table")
    return tournament


def list_places(results: Iterable[TableResult]) -> list[TableResult]:
    """Return one result for each place, whoever sat there."""
    return list({result.position: result for result in results}.values())


def check_table(sheet: Sheet, there: TournamentResults) -> None:
    """Assert the laws for one table: the sums of its shares, comparisons and parties won, and places that agree with
    `scoring`."""
    results = [result for result in there.results if result.table == sheet.table.pk]
    assert sorted(list_sheet_results(sheet), key=repr) == sorted(results, key=repr)
    assert bool(results) == bool(sheet.state and (sheet.state.coups_played or sheet.state.left))
    places = list_places(results)
    if places and sheet.state and sheet.setting:
        shares = {(each.position, SCORES["share"].table_value(there, each)) for each in results}
        assert len(shares) == len(places)
        assert sum(share for _position, share in shares) == 1
        assert sum(SCORES["beaten"].table_value(there, each) for each in places) == Fraction(len(places), 2)
        if sheet.setting.sides is None:
            ranks = {sheet.positions[row.player]: row.rank for row in sheet.state.ranking}
            assert {each.position: each.place for each in places} == ranks
            assert sum(SCORES["parties_won"].table_value(there, each) for each in places) == 1
            assert not any(there.list_partners(each) for each in results)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["brusquembille", "briscan"])
def test_shares_and_wins_of_a_table_sum_to_one_over_its_places(game: str, seed: int):
    tournament = play_evening(game, seed)
    there = get_results(tournament)
    sheets = load_sheets(tournament)
    assert any(len(list_places(each)) < len(each) for sheet in sheets if (each := list_sheet_results(sheet)))
    for sheet in sheets:
        check_table(sheet, there)
