"""Races read from the database: what was called certain holds when the tournament is played to its end."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.book.phase_builders import TWO, create_tournament, play_round, publish_round, read_current_phase, read_scores
from tests.book.round_builders import create_tournament as create_drawn
from tests.book.round_builders import draw_and_publish
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.tables.recording import play_tables
from tournaments.book.table_cards import TableCard, list_cards
from tournaments.exchange.simulation import build_event_chooser
from tournaments.models import Table, Tournament
from tournaments.reading.group_races import GroupRace, list_group_races
from tournaments.reading.pace import Duration, RoundEnd, estimate_round_end, find_quantile, round_time
from tournaments.reading.projected_tables import find_missing_gain, find_wrong_seats, project_standings
from tournaments.reading.races import TournamentRace, read_race
from tournaments.reading.tallies import get_ranking, get_ranking_with_results
from tournaments.standings.prospects import PlaceVerdict, Race
from tournaments.standings.ranking_orders import PRESETS, RankingOrder
from tournaments.standings.score_pools import ANYTHING, Span

pytestmark = pytest.mark.django_db


def get_race(tournament: Tournament) -> TournamentRace:
    """Return the race of a tournament that has one."""
    found = read_race(tournament)
    assert found is not None
    return found


def read_verdicts(tournament: Tournament, places: int) -> dict[str, str]:
    """Return each player's verdict."""
    race = get_race(tournament).race
    names = {entry.pk: entry.shown_name for entry in tournament.entries.all()}
    return {names[entry]: race.judge(entry, places).verdict.value for entry in race.scores}


def play_and_check(
    tournament: Tournament, tables: list[Table], seed: int, places: int
) -> set[tuple[int, PlaceVerdict]]:
    """Play these tables coup by coup. Return what was said of whom on the way, but for what stayed open."""
    chance, called = Random(seed), set()
    for most in range(1, 7):
        chooser = build_event_chooser(tournament.game, chance, most, tricks=0)
        for table in tables:
            play_tables([table.pk], chooser, actor="table")
            race = get_race(tournament).race
            called |= {(entry, race.judge(entry, places).verdict) for entry in race.scores}
    return {each for each in called if each[1] is not PlaceVerdict.OPEN}


def assert_true(tournament: Tournament, called: set[tuple[int, PlaceVerdict]], places: int) -> None:
    """Check what was said of whom against the standings."""
    ranks = {row.tally.entry: row.rank for row in get_ranking(tournament)}
    assert called
    assert [each for each in called if (ranks[each[0]] <= places) != (each[1] is PlaceVerdict.CERTAIN)] == []


@pytest.mark.parametrize("order", ["evening", "concours", "free"])
def test_what_is_certain_on_the_way_holds_at_the_end(order: str) -> None:
    tournament = create_evening(3, 3, tours=2)
    tournament.ranking = PRESETS[order].as_json
    tournament.save(update_fields=["ranking"])
    called = play_and_check(tournament, list(Table.objects.order_by("n")), 5, places=2)
    assert_true(tournament, called, places=2)


def test_what_is_certain_holds_through_the_rounds_that_are_not_drawn_yet() -> None:
    tournament = create_tournament(4, "swiss", rounds=2)
    called: set[tuple[int, PlaceVerdict]] = set()
    for n in (1, 2):
        draw_rounds(tournament, sizes=TWO, seed=n, scores=read_scores(tournament))
        publish_round(tournament, n)
        assert get_race(tournament).rounds_left == 2 - n
        called |= play_and_check(tournament, list(Table.objects.filter(round__n=n).order_by("n")), n, places=1)
    assert_true(tournament, called, places=1)
    assert get_race(tournament).is_over


@pytest.mark.parametrize(("game", "total"), [("chiamata", Span(0, 0)), ("briscola", ANYTHING)])
def test_the_rounds_to_come_bring_nothing_in_all_where_what_one_wins_another_loses(game: str, total: Span) -> None:
    tournament = create_drawn(5, "random", rounds=3, game=game)
    draw_and_publish(tournament, 1, (5,) if game == "chiamata" else (3, 2))
    race = get_race(tournament).race
    assert get_race(tournament).rounds_left == 2
    assert race.tables[-1].total == total


def test_five_who_share_their_points_cannot_all_lose_them_in_the_rounds_to_come() -> None:
    tournament = create_drawn(5, "random", rounds=3, game="chiamata")
    draw_and_publish(tournament, 1, (5,))
    race = get_race(tournament).race
    first = next(iter(race.scores))
    assert race.judge(first, 3).span == (-60, 60)
    assert race.find_least_scores(first, 3) == (-40, 15)


def test_a_player_at_the_last_coup_is_told_how_much_he_needs() -> None:
    tournament = create_evening(3, tours=1)
    record_events(get_table(tournament), build_coup(), build_coup(37, 58, 25))
    # Anne +24, Basile +30, Chloé −54: one coup brings a player from −42 to +64, and all of them 0 (or 2 stay lying)
    race, anne = get_race(tournament).race, tournament.entries.get(shown_name="Anne").pk
    assert set(read_verdicts(tournament, 1).values()) == {"open"}
    assert race.judge(anne, 1).span == (-18, 88)
    assert race.find_least_scores(anne, 1) == (0, 48)
    record_events(get_table(tournament), build_coup())
    assert read_verdicts(tournament, 1) == {"Anne": "certain", "Basile": "out", "Chloé": "out"}


def test_points_to_a_target_have_no_bound_and_a_bracket_or_an_unbounded_figure_no_race() -> None:
    tournament = create_evening(3, preset="aux-points")
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 90, "2": 30, "3": 0}})
    assert set(read_verdicts(tournament, 1).values()) == {"open"}
    tournament.ranking = RankingOrder(("left", "coups_won", "total")).as_json
    tournament.save(update_fields=["ranking"])
    assert read_race(tournament) is None
    knockout = create_tournament(4, "knockout")
    assert read_race(knockout) is None
    draw_rounds(knockout, sizes=TWO, seed=1, scores=read_scores(knockout))
    publish_round(knockout, 1)
    assert read_race(knockout) is None


def test_who_left_is_out_of_the_race() -> None:
    tournament = create_evening(3, 3, tours=2)
    record_events(get_table(tournament), build_coup(), {"type": "leave", "player": "1"})
    assert "Anne" not in read_verdicts(tournament, 1)


@pytest.mark.parametrize("order", ["evening", "concours"])
def test_projected_standings_are_those_after_the_table_is_played(order: str) -> None:
    tournament = create_evening(3, 3, tours=1)
    tournament.ranking = PRESETS[order].as_json
    tournament.save(update_fields=["ranking"])
    record_events(get_table(tournament), build_coup())
    card = list_cards(Table.objects.filter(pk=get_table(tournament).pk))[0]
    rows, results = get_ranking_with_results(tournament)
    projected = project_standings(rows, results, PRESETS[order].precedence, card, [27, 12, -39])
    record_events(get_table(tournament), build_coup(37, 58, 25), build_coup(37, 58, 25))
    after = get_ranking(tournament)
    assert [(row.rank, row.tally.player) for row in projected] != [(row.rank, row.tally.player) for row in rows]
    totals = [row.tally.total for row in sorted(after, key=lambda row: row.tally.entry)][:3]
    again = project_standings(rows, results, PRESETS[order].precedence, card, totals)
    assert [(row.rank, row.tally.player, row.figures) for row in again] == [
        (row.rank, row.tally.player, row.figures) for row in after
    ]


def test_a_result_that_the_coups_left_cannot_bring_is_found() -> None:
    tournament = create_evening(3, tours=1)
    record_events(get_table(tournament), build_coup(), build_coup())
    card = list_cards(Table.objects.filter(pk=get_table(tournament).pk))[0]
    assert find_wrong_seats(card, [41, -30, -11]) == [1]
    assert find_wrong_seats(card, [42, 34, -76]) == []
    assert find_missing_gain(card, [42, 34, -76]) == find_missing_gain(card, [42, 34, -78]) == 0
    assert find_missing_gain(card, [42, 34, -86]) == 8
    assert find_missing_gain(card, [42, 34, -70]) == -6


def list_timed_cards(minutes: list[list[int]], coups: int) -> list[Any]:
    """Return cards of tables of one evening, whose events were written at these minutes past 20 h."""
    tournament = create_evening(*[3] * len(minutes), coups=coups)
    cards = list_cards(Table.objects.filter(round__tournament=tournament).order_by("n"))
    found = []
    for card, times in zip(cards, minutes, strict=True):
        values = {name: getattr(card, name) for name in card.__dataclass_fields__}
        written = tuple(EIGHT + timedelta(minutes=each) for each in times)
        found.append(TimedCard(**values | {"event_times": written}))
    return found


EIGHT = datetime(2026, 11, 21, 20, tzinfo=UTC)


class TimedCard(TableCard):
    """A card that has played a coup for each of its times."""

    @property
    def coups_played(self) -> int:
        return len(self.event_times)


def test_the_end_of_a_round_follows_from_the_pace_of_its_tables() -> None:
    cards = list_timed_cards([[10, 20, 30, 40], [10, 20, 30, 40]], coups=6)
    at = EIGHT + timedelta(minutes=40)
    assert estimate_round_end(cards, at) == RoundEnd(*[EIGHT + timedelta(hours=1)] * 3)
    cards = list_timed_cards([[6, 20, 26, 40], [10, 20, 30, 40]], coups=6)
    found = estimate_round_end(cards, at)
    assert found is not None
    assert EIGHT + timedelta(hours=1) <= found.expected <= EIGHT + timedelta(minutes=65)
    assert found.early < found.late


def test_too_few_coups_a_silence_or_a_paper_sheet_leave_the_end_unsaid() -> None:
    at = EIGHT + timedelta(minutes=40)
    assert estimate_round_end(list_timed_cards([[10, 20, 30], [10, 20, 30]], coups=6), at) is None
    cards = list_timed_cards([[10, 20, 30, 40], [10, 20, 30, 40]], coups=6)
    assert estimate_round_end(cards, at + timedelta(minutes=31)) is None
    cards[0].table.paper_first = True
    assert estimate_round_end(cards, at) is None


def test_the_last_of_many_tables_ends_later_than_each() -> None:
    ends = [Duration(600, 60)] * 20
    assert find_quantile(ends[:1], 0.5) == pytest.approx(600, abs=1)
    assert find_quantile(ends, 0.5) > 680
    assert round_time(EIGHT + timedelta(minutes=57, seconds=40)) == EIGHT + timedelta(hours=1)
    assert Span(1, 2).plus(Span(3, 4)) == (4, 6)


def test_a_group_says_who_goes_on_for_certain_and_the_finals_agree() -> None:
    tournament = create_tournament(8, "groups", groups=2, through=2, seeding="list")
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    said: dict[str, set[PlaceVerdict]] = {name: set() for name in names.values()}
    for seed in range(3):
        play_round(tournament, seed)
        for group in list_group_races(tournament, names):
            for side, name in group.names.items():
                if side in group.race.scores:
                    said[name].add(group.judge(side).verdict)
    phase = read_current_phase(tournament)
    through = {phase.names[side] for side in phase.find_qualifiers()[0]}
    assert {name for name, verdicts in said.items() if PlaceVerdict.CERTAIN in verdicts} == through
    assert {name for name, verdicts in said.items() if PlaceVerdict.OUT in verdicts} == set(said) - through


def test_the_best_of_the_next_place_may_go_on_too() -> None:
    race = Race({1: 6, 2: 4, 3: 2, 4: 0}, [], {1: 1, 2: 2, 3: 3, 4: 4}, ties_part=True)
    group = GroupRace((), race, 2, best_too=True, names={})
    assert [group.judge(side).verdict.value for side in race.scores] == ["certain", "certain", "open", "out"]
