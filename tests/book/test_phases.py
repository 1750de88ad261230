"""Whole tournaments in which two sides meet at each table: Swiss, round robin, knockout, groups and finals."""

from collections import Counter
from contextlib import nullcontext
from dataclasses import replace

import pytest
from django.db.models import F

from tests.book.phase_builders import TWO, create_tournament, play_round, publish_round, read_current_phase, read_scores
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds import drafts
from tournaments.actions.rounds import phases as seating_phases
from tournaments.actions.rounds.draft_evaluation import evaluate_draft
from tournaments.actions.rounds.drafts import swap_drafted_entries, withdraw_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool, get_next_round_number
from tournaments.actions.rounds.participation import plan_rounds, set_participation
from tournaments.actions.rounds.phase_outlook import BracketOutlook, read_bracket_outlook
from tournaments.actions.tables import unplayed
from tournaments.actions.tables.unplayed import mark_played
from tournaments.draws.knockout_places import list_places
from tournaments.models import Rest, Seat, Table, Tournament, UnplayedTable
from tournaments.reading import phases
from tournaments.reading.phases import Phase
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db


def count_meetings(event):
    """Count how often each two entries sat at one table."""
    sat: dict[int, list[int]] = {}
    for table, entry in Seat.objects.filter(table__round__tournament=event).values_list("table", "entry"):
        sat.setdefault(table, []).append(entry)
    return Counter(frozenset(some) for some in sat.values())


def test_a_phase_that_never_began_goes_with_its_format() -> None:
    event = create_tournament(8, "knockout")
    assert phases.list_phases(event)
    event = plan_rounds(event, format="random", rounds=3)
    event.refresh_from_db()
    assert phases.list_phases(event) == []
    swiss = create_tournament(8, "swiss")
    play_round(swiss)
    plan_rounds(swiss, format="knockout", phase=Phase("knockout", 0))
    back = plan_rounds(swiss, format="random", rounds=3)
    assert [phase.format for phase in phases.list_phases(back)] == ["swiss"], "what was played stays"


def test_a_swiss_with_late_comers_and_leavers_repeats_no_meeting():
    tournament = create_tournament(9, "swiss", rounds=5)
    assert tournament.ranking["precedence"][1] == "victory"
    people = list(tournament.entries.order_by("pk"))
    for n in range(1, 5):
        if n == 2:
            add_entries(tournament, ["Arrivé tard"])
        if n == 3:
            set_participation(people[0], first=1, last=2, table=None)
        play_round(tournament, seed=n)
    assert max(count_meetings(tournament).values()) == 1
    rests = Counter(Rest.objects.filter(round__tournament=tournament).values_list("entry", flat=True))
    assert set(rests.values()) == {1}
    assert sum(rests.values()) == 3
    assert not Seat.objects.filter(entry=people[0], table__round__n__gt=2).exists()
    field = build_pool(tournament)
    drafted = draw_rounds(tournament, sizes=TWO, seed=1, scores=read_scores(tournament))
    assert evaluate_draft(field, drafted, read_scores(tournament)).judgement.proof.repeats == 0
    assert tournament.drafts.count() == 3


def test_a_round_robin_is_drawn_again_when_a_player_leaves_and_another_comes():
    tournament = create_tournament(6, "all")
    assert len(draw_rounds(tournament, sizes=TWO, seed=1).rounds) == 5
    assert Tournament.objects.get(pk=tournament.pk).planned_rounds == 5
    play_round(tournament)
    assert len(tournament.drafts.get().rounds) == 4
    people = list(tournament.entries.order_by("pk"))
    set_participation(people[5], first=1, last=1, table=None)
    add_entries(tournament, ["Arrivé tard"])
    with pytest.raises(NotNow, match="arrivé ou parti"):
        drafts.publish_round(tournament, 2)
    draw_rounds(tournament, sizes=TWO, seed=1)
    while not seating_phases.is_phase_over(tournament):
        play_round(tournament)
    there = set(tournament.entries.exclude(pk=people[5].pk).values_list("pk", flat=True))
    met = {pair: times for pair, times in count_meetings(tournament).items() if pair <= there}
    assert len(met) == 15
    assert set(met.values()) == {1}
    with pytest.raises(NotNow, match="rencontré tout le monde"):
        draw_rounds(tournament, sizes=TWO, seed=1)


def test_a_withdrawn_round_returns_to_its_draft_before_the_later_rounds():
    tournament = create_tournament(5, "all", double=True)
    draw_rounds(tournament, sizes=TWO, seed=1)
    drawn = tournament.drafts.get().rounds
    assert len(drawn) == 10
    assert all(len(row["resting"]) == 1 for row in drawn)
    drafts.publish_round(tournament, 1)
    withdraw_round(tournament, 1)
    again = tournament.drafts.get().rounds
    assert [row["tables"] for row in again] == [row["tables"] for row in drawn]
    assert again[0]["aside"] == []


def test_a_pairs_knockout_with_a_third_place_match_goes_on_when_a_pair_leaves():
    tournament = create_tournament(12, "knockout", pairing="fixed", third=True, seeding="list")
    with pytest.raises(NotNow, match="suivent du tableau"):
        draw_rounds(tournament, sizes=TWO, seed=1)
        row = tournament.drafts.get().rounds[0]
        swap_drafted_entries(tournament, 1, row["tables"][0][0], row["tables"][1][0])
    play_round(tournament)
    assert Table.objects.filter(round__tournament=tournament).count() == 2
    assert not Rest.objects.filter(round__tournament=tournament)
    standing = read_current_phase(tournament)
    left = standing.compute_brackets()[0].list_stages("main")[1][0].sides[0]
    assert left == 1
    set_participation(tournament.entries.get(pk=standing.phase.sides[0][0]), first=1, last=1, table=None)
    while not seating_phases.is_phase_over(tournament):
        play_round(tournament)
    bracket = read_current_phase(tournament).compute_brackets()[0]
    assert bracket.champion != 1
    assert [place for place, _some in list_places(bracket)] == [1, 2, 3, 4, 5]
    with pytest.raises(NotNow, match="Le tableau est joué"):
        draw_rounds(tournament, sizes=TWO, seed=1)


def test_a_knockout_waits_for_results_and_a_forfeit_counts_as_one():
    tournament = create_tournament(4, "knockout", losers=True)
    draw_rounds(tournament, sizes=TWO, seed=1)
    publish_round(tournament, 1)
    tables = list(Table.objects.filter(round__tournament=tournament))
    with pytest.raises(NotNow, match="Le tableau attend ces tables : 1, 2"):
        draw_rounds(tournament, sizes=TWO, seed=1)
    for table in tables:
        unplayed.mark_unplayed(
            table.pk, UnplayedTable.UnplayedKind.FORFEIT, absent=[1], actor="user:1", reason="pas venu"
        )
    draw_rounds(tournament, sizes=TWO, seed=1)
    standing = read_current_phase(tournament)
    assert all(duel.winner == duel.pair[1] for duel in standing.duels)
    assert len(tournament.drafts.get().rounds[0]["tables"]) == 2
    mark_played(tables[0].pk, actor="user:1", reason="il est venu")
    with pytest.raises(NotNow):
        drafts.publish_round(tournament, 2)


def test_groups_are_followed_by_finals_and_a_consolation():
    tournament = create_tournament(8, "groups", groups=3, through=1, best=1, consolation=True, seeding="list")
    draw_rounds(tournament, sizes=TWO, seed=2)
    assert len(tournament.drafts.get().rounds) == 3
    for _n in range(3):
        play_round(tournament)
    standing = read_current_phase(tournament)
    assert [len(table) for table in standing.compute_group_tables()] == [3, 3, 2]
    assert sum(line.played for table in standing.compute_group_tables() for line in table) == 2 * (3 + 3 + 1)
    play_round(tournament)
    phase = phases.get_current_phase(tournament)
    assert phase.finals == 4
    assert len(phase.main) == 4
    assert len(phase.other) == 4
    while not seating_phases.is_phase_over(tournament):
        play_round(tournament)
    main, other = read_current_phase(tournament).compute_brackets()
    assert main.champion in phase.main
    assert other.champion in phase.other
    assert sum(line.played for table in read_current_phase(tournament).compute_group_tables() for line in table) == 14


def test_a_swiss_is_followed_by_a_knockout_of_its_best_four():
    tournament = create_tournament(10, "swiss", rounds=2)
    for n in range(2):
        play_round(tournament, seed=n)
    best = [row.tally.entry for row in get_standings(tournament)][:4]
    plan_rounds(tournament, format="knockout", rounds=3, phase=Phase("knockout", 0, qualified=4, seeding="standing"))
    draw_rounds(tournament, sizes=TWO, seed=5, scores=read_scores(tournament))
    row = tournament.drafts.get().rounds[0]
    assert {frozenset(table) for table in row["tables"]} == {frozenset(best[::3]), frozenset(best[1:3])}
    assert len(row["aside"]) == 6
    while not seating_phases.is_phase_over(tournament):
        play_round(tournament)
    assert get_next_round_number(tournament) >= 5
    assert [phase.since for phase in phases.list_phases(tournament)] == [
        1,
        3,
    ]
    with pytest.raises(NotNow, match="réglages ne changent plus"):
        plan_rounds(tournament, format="knockout", rounds=3, phase=Phase("knockout", 0, third=True))


@pytest.mark.parametrize(("pairing", "format"), [("drawn", "swiss"), ("drawn", "knockout")])
def test_pairs_drawn_anew_are_refused_in_formats_of_two_sides(pairing, format):
    with pytest.raises(Refused):
        create_tournament(8, format, pairing=pairing)


def test_a_late_comer_to_a_knockout_takes_a_bye_or_is_reported_as_too_late():
    tournament = create_tournament(6, "knockout", seeding="list", third=True)
    play_round(tournament)
    add_entries(tournament, ["Arrivé tard"])
    draw_rounds(tournament, sizes=TWO, seed=1)
    late = tournament.entries.get(shown_name="Arrivé tard").pk
    row = tournament.drafts.get().rounds[0]
    assert phases.get_current_phase(tournament).sides[-1] == (late,)
    assert any(late in table for table in row["tables"])
    assert seating_phases.list_late_comers(build_pool(tournament), row) == []
    play_round(tournament)
    add_entries(tournament, ["Trop tard"])
    draw_rounds(tournament, sizes=TWO, seed=1)
    row = tournament.drafts.get().rounds[0]
    assert seating_phases.list_late_comers(build_pool(tournament), row) == [
        tournament.entries.get(shown_name="Trop tard").pk
    ]
    while not seating_phases.is_phase_over(tournament):
        play_round(tournament)
    assert len(phases.get_current_phase(tournament).sides) == 7
    assert read_current_phase(tournament).compute_brackets()[0].champion


@pytest.mark.parametrize("leavers", ["kept", "half", "struck"])
def test_a_player_leaves_a_group_early_and_another_joins_one_late(leavers):
    """Two groups of four: in the first one seed 1 leaves after one game of three; a late-comer joins for the second
    round."""
    tournament = create_tournament(8, "groups", through=1, seeding="list", leavers=leavers)
    play_round(tournament)
    group = read_current_phase(tournament).phase.group_sides[0]
    leaver = tournament.entries.get(pk=read_current_phase(tournament).phase.sides[group[0] - 1][0])
    set_participation(leaver, first=1, last=1, table=None)
    add_entries(tournament, ["Arrivé tard"])
    tournament.drafts.all().delete()
    while not read_current_phase(tournament).has_finals_begun:
        play_round(tournament)
    standing = read_current_phase(tournament)
    assert sorted(map(len, standing.phase.group_sides)) == [4, 5]
    first = next(table for table in standing.compute_group_tables() if any(line.player == 1 for line in table))
    assert {line.player: line.played for line in first}[1] == (1 if leavers == "kept" else 0)
    assert 1 not in standing.phase.main
    others = [line.played for line in first if line.player != 1]
    assert sum(others) == (len(first) - 1) * (len(first) - 2) + (leavers == "kept")


def mark_unplayed(event, n, table, kind, **absent):
    """Mark the table as not played, for this kind of reason. Return the table."""
    found = Table.objects.get(round__tournament=event, round__n=n, n=table)
    unplayed.mark_unplayed(found.pk, kind, actor="user:1", reason="absents", **absent)
    return found


def list_seated_entries(event, n):
    """Return the ids of the entries seated in the round."""
    return set(Seat.objects.filter(table__round__tournament=event, table__round__n=n).values_list("entry", flat=True))


def draw_and_publish(event, n):
    """Draw round n without regard to scores, and publish it."""
    draw_rounds(event, sizes=TWO, seed=1, scores={})
    publish_round(event, n)


def test_an_adjourned_match_holds_up_only_the_matches_that_depend_on_it():
    tournament = create_tournament(8, "knockout", seeding="list")
    draw_and_publish(tournament, 1)
    later = mark_unplayed(tournament, 1, 1, "adjourned")
    for table in (2, 3, 4):
        mark_unplayed(tournament, 1, table, "forfeit", absent=[2])
    draw_and_publish(tournament, 2)
    assert Table.objects.filter(round__tournament=tournament, round__n=2).count() == 1
    with pytest.raises(NotNow, match="Le tableau attend ces tables : 1"):
        mark_unplayed(tournament, 2, 1, "forfeit", absent=[1])
        draw_rounds(tournament, sizes=TWO, seed=1, scores={})
    unplayed.mark_unplayed(later.pk, "forfeit", absent=[1], actor="user:1", reason="jamais venu")
    draw_and_publish(tournament, 3)
    second = Seat.objects.get(table=later, position=2).entry_id
    assert second in list_seated_entries(tournament, 3)
    assert Table.objects.filter(round__tournament=tournament, round__n=3).count() == 1
    mark_unplayed(tournament, 3, 1, "forfeit", absent=[1])
    draw_and_publish(tournament, 4)
    mark_unplayed(tournament, 4, 1, "forfeit", absent=[1])
    assert seating_phases.is_phase_over(tournament)


def test_a_double_forfeit_eliminates_both_and_an_annulled_match_is_drawn_again():
    tournament = create_tournament(4, "knockout", seeding="list")
    draw_and_publish(tournament, 1)
    mark_unplayed(tournament, 1, 1, "forfeit", absent=[1, 2])
    again = mark_unplayed(tournament, 1, 2, "annulled")
    draw_and_publish(tournament, 2)
    assert list_seated_entries(tournament, 2) == set(Seat.objects.filter(table=again).values_list("entry", flat=True))
    mark_unplayed(tournament, 2, 1, "exempt")
    draw_and_publish(tournament, 3)
    mark_unplayed(tournament, 3, 1, "forfeit", absent=[2])
    bracket = read_current_phase(tournament).compute_brackets()[0]
    assert seating_phases.is_phase_over(tournament)
    assert bracket.champion
    assert [len(some) for _place, some in list_places(bracket)] == [1, 3]


def test_finals_wait_for_adjourned_group_games_not_for_annulled_or_forfeited_ones():
    tournament = create_tournament(6, "groups", groups=2, through=1, seeding="list")
    draw_rounds(tournament, sizes=TWO, seed=1, scores={})
    for n in (1, 2, 3):
        publish_round(tournament, n)
        mark_unplayed(tournament, n, 1, "forfeit", absent=[2])
        mark_unplayed(
            tournament, n, 2, {1: "adjourned", 2: "annulled", 3: "forfeit"}[n], **({"absent": [1, 2]} if n == 3 else {})
        )
    with pytest.raises(NotNow, match="Le tableau attend ces tables"):
        draw_rounds(tournament, sizes=TWO, seed=1, scores={})
    mark_unplayed(tournament, 1, 2, "annulled")
    draw_and_publish(tournament, 4)
    assert len(list_seated_entries(tournament, 4)) == 2


@pytest.mark.parametrize(("format", "asked"), [("knockout", {}), ("groups", {"groups": 2, "through": 1})])
def test_who_plays_next_is_known_once_the_results_are_there_and_he_who_sat_first_sits_second(format, asked):
    tournament = create_tournament(4, format, **asked)
    draw_and_publish(tournament, 1)
    waiting = read_bracket_outlook(build_pool(tournament))
    assert waiting
    assert "tables : 1, 2." in waiting.awaited.replace("\u202f", " ").replace("\xa0", " ")
    for n in (1, 2):
        mark_unplayed(tournament, 1, n, "forfeit", absent=[3 - n])
    seats = Seat.objects.filter(table__round__tournament=tournament, position=F("table__n"))  # the winners'
    first, second = seats.order_by("position").values_list("entry", flat=True)
    assert read_bracket_outlook(build_pool(tournament)) == BracketOutlook({first, second})
    assert draw_rounds(tournament, sizes=TWO, seed=1).rounds[0]["tables"] == [[second, first]]


def test_who_is_not_qualified_for_a_swiss_counts_as_absent():
    tournament = create_tournament(4, "swiss")
    field, phase = build_pool(tournament), phases.get_current_phase(tournament)
    request = seating_phases.build_swiss_request(field, replace(phase, qualified=2, sides=field.units[1:3]), {})
    assert request.absent == ({1, 4},)


@pytest.mark.parametrize(("groups", "refused"), [(4, False), (5, True), (9, True)])
def test_more_groups_than_half_the_players_are_refused_when_they_are_drawn(groups: int, refused: bool) -> None:
    event = create_tournament(8, "groups", groups=groups)
    with pytest.raises(NotNow, match="4 poules au plus") if refused else nullcontext():
        play_round(event)
