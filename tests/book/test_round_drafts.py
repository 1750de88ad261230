"""Drafts of rounds: drawn, changed by hand, published and withdrawn, while players come and go."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import pytest
from django.utils.translation import override

from tests.book.evening_builders import build_coup, record_events
from tests.book.round_builders import create_tournament, draw_and_publish, get_entry, list_seated_entries
from tournaments.actions.errors import NotNow, Refused
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.leaving import remove_entry
from tournaments.actions.rounds.draft_evaluation import evaluate_draft, name_movement, read_evaluation
from tournaments.actions.rounds.drafts import (
    choose_draft,
    get_chosen_draft,
    lock_drafted_table,
    propose_divisions,
    publish_round,
    swap_drafted_entries,
    withdraw_round,
)
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.pairing_pool import build_pool
from tournaments.actions.rounds.participation import add_seating_exclusion, make_pair, plan_rounds, set_participation
from tournaments.actions.rounds.seating import unseat_entry
from tournaments.book.loading import load_sheet
from tournaments.draws.bounds import Bound
from tournaments.draws.evaluation import Evaluation
from tournaments.draws.model import DrawRound, Proof
from tournaments.models import Rest, RoundDraft, Seat, Table, Tournament
from tournaments.views.organiser.rounds.draft_quality import describe_quality, describe_repeats

pytestmark = pytest.mark.django_db


def count_meetings(tournament: Tournament) -> Counter:
    """Count how often each two entries sat at one table."""
    rounds = list(tournament.rounds.values_list("n", flat=True))
    return Counter(
        frozenset(p) for n in rounds for table in list_seated_entries(tournament, n) for p in combinations(table, 2)
    )


def test_the_same_seed_draws_the_same_and_three_drafts_are_proposed() -> None:
    tournament = create_tournament(11, "fixed")
    first = draw_rounds(tournament, sizes=(3, 4), seed=7).rounds
    assert [draft.chosen for draft in tournament.drafts.all()] == [True, False, False]
    assert len(first) == 3
    assert draw_rounds(tournament, sizes=(3, 4), seed=7).rounds == first
    assert draw_rounds(tournament, sizes=(3, 4), seed=70).rounds != first


def test_a_draft_seats_nobody_and_each_round_number_is_published_once() -> None:
    tournament = create_tournament(9, "fixed")
    draw_rounds(tournament, sizes=(3,), seed=1)
    assert not Table.objects.exists()
    publish_round(tournament, 1)
    assert len(list_seated_entries(tournament, 1)) == 3
    assert tournament.drafts.get().first == 2
    with pytest.raises(NotNow):
        publish_round(tournament, 1)
    publish_round(tournament, 2)
    publish_round(tournament, 3)
    assert max(count_meetings(tournament).values()) == 1
    assert not RoundDraft.objects.exists()
    assert list(tournament.rounds.values_list("n", flat=True)) == [1, 2, 3]


def test_each_division_into_tables_is_proposed_with_its_least_repeated_meetings() -> None:
    """Nine players at tables of three meet everybody in four rounds: a fifth round repeats nine meetings."""
    for rounds, least in ((4, 0), (5, 9)):
        found = {
            division.sizes: least.repeats
            for division, least in propose_divisions(build_pool(create_tournament(9, "fixed", rounds=rounds)))
        }
        assert found[(3, 3, 3)] == least
        assert len(found) == 6
    again = DrawRound(((1, 2, 3), (4, 5, 6), (7, 8, 9)), ())  # what was repeated before is no fault of the next round
    field = replace(build_pool(create_tournament(9, "random")), previous=(again, again))
    assert {division.sizes: least for division, least in propose_divisions(field)}[(3, 3, 3)] == Bound(0, 0)


def test_a_draw_is_asked_for_players_who_are_numbered_from_one() -> None:
    tournament = create_tournament(5, "random")
    set_participation(get_entry(tournament, 2), first=1, last=1, table=None)
    set_participation(get_entry(tournament, 4), first=1, last=None, table=4)
    add_seating_exclusion(tournament, [get_entry(tournament, 3), get_entry(tournament, 1)])
    field = build_pool(tournament)
    asked = field.build_request(2)
    assert (asked.absent, asked.forbidden, asked.fixed) == ((frozenset(), {2}), {(1, 3)}, ((4, 4),))
    assert field.pattern is None, "nobody has a partner"


@pytest.mark.parametrize(("field", "wrong"), [("first", 0), ("last", 101), ("table", 0)])
def test_a_round_or_a_table_out_of_bounds_is_refused(field: str, wrong: int) -> None:
    entry = get_entry(create_tournament(3, "random"), 1)
    with pytest.raises(Refused):
        set_participation(entry, **{"first": 1, "last": None, "table": None} | {field: wrong})


def test_no_minimum_is_told_of_a_draw_since_which_people_came_or_went() -> None:
    field = SimpleNamespace(repeats_before=3, boards=None)
    for repeats, told in ((11, "8 rencontres se répètent."), (3, "la même personne.")):
        judged = SimpleNamespace(judgement=Evaluation(Proof(repeats, 12, 11, 16, 0, 1, 0)), stale=True)
        with override("fr"):
            assert describe_repeats(judged, field).words.endswith(told)


def test_a_last_round_before_the_first_is_refused_at_the_last() -> None:
    entry = get_entry(create_tournament(3, "random"), 1)
    with pytest.raises(Refused) as refused:
        set_participation(entry, first=9, last=2, table=None)
    assert [problem.path for problem in refused.value.problems] == ["last_round"]


def test_who_comes_once_a_round_is_published_plays_from_the_next_one() -> None:
    tournament = create_tournament(3, "random")
    draw_and_publish(tournament, 1, (3,))
    assert add_entries(tournament, ["Tard"])[-1].first_round == 2


def test_who_gives_up_his_place_keeps_that_of_the_round_before() -> None:
    tournament = create_tournament(3, "random")
    for n in (1, 2):
        draw_and_publish(tournament, n, (3,))
    entry = Seat.objects.get(table__round__n=1, position=1).entry
    unseat_entry(entry)
    assert list(entry.seats.values_list("table__round__n", flat=True)) == [1]


def test_nobody_who_is_seated_in_a_round_goes_and_leaves_one_player_alone_at_a_table() -> None:
    tournament = create_tournament(5, "random", game="briscola")
    draw_and_publish(tournament, 1, (2,))
    seated = Seat.objects.get(table__n=1, position=1).entry
    for leave in (remove_entry, unseat_entry):
        with pytest.raises(NotNow, match="table 1 de la ronde 1"):
            leave(seated)
    assert Seat.objects.count() == 4
    assert tournament.entries.count() == 5
    remove_entry(Rest.objects.get().entry)
    withdraw_round(tournament, 1)
    remove_entry(seated)
    assert tournament.entries.count() == 3


def test_rests_are_stored_and_nobody_rests_twice() -> None:
    tournament = create_tournament(7, "random")
    for n in (1, 2, 3):
        draw_and_publish(tournament, n, (3,))
    assert Rest.objects.count() == 3
    assert len(set(Rest.objects.values_list("entry", flat=True))) == 3


def test_a_published_round_is_withdrawn_as_long_as_nothing_is_recorded() -> None:
    tournament = create_tournament(9, "fixed")
    draw_rounds(tournament, sizes=(3,), seed=1)
    publish_round(tournament, 1)
    tables = list_seated_entries(tournament, 1)
    open_tournament(tournament)
    for n in (0, 2):
        with pytest.raises(NotNow, match="dernière ronde"):
            withdraw_round(tournament, n)
    withdraw_round(tournament, 1)
    draft = get_chosen_draft(tournament)
    assert draft
    assert draft.first == 1
    assert draft.rounds[0]["tables"] == tables
    assert len(draft.rounds) == 3
    assert not Seat.objects.exists()
    publish_round(tournament, 1)
    record_events(Table.objects.get(round__tournament=tournament, n=1), build_coup())
    with pytest.raises(NotNow, match="a commencé"):
        withdraw_round(tournament, 1)


def test_swapping_two_players_evaluates_the_draft_again() -> None:
    tournament = create_tournament(9, "fixed")
    draw_rounds(tournament, sizes=(3,), seed=1)
    field = build_pool(tournament)
    draft = get_chosen_draft(tournament)
    assert draft
    assert evaluate_draft(field, draft).judgement.proof.optimal
    one, other = draft.rounds[1]["tables"][0][0], draft.rounds[1]["tables"][1][2]
    draft = swap_drafted_entries(tournament, 2, one, other)
    assert draft.rounds[1]["tables"][0][0] == other
    assert draft.rounds[1]["tables"][1][2] == one
    proof = evaluate_draft(field, draft).judgement.proof
    assert proof.repeats > proof.lower_bound == 0
    changed = read_evaluation(field, draft)
    assert changed
    assert changed.last_exchange == (2, *sorted((one, other)))
    said = describe_quality(changed).words
    assert "Changé à la main" in said
    assert f"{proof.repeats} rencontres répétées de plus" in said
    draft = swap_drafted_entries(tournament, 2, other, one)
    undone = read_evaluation(field, draft)
    assert undone
    assert undone.last_exchange is None
    assert "Le meilleur possible" in describe_quality(undone).words
    for n in (0, 4):
        with pytest.raises(NotNow, match="pas en préparation"):
            swap_drafted_entries(tournament, n, one, other)


def test_fixed_partners_change_places_together() -> None:
    tournament = create_tournament(8, "random", game="briscola", pairing="fixed")
    mates: dict[int, int] = {}
    for n in (1, 3, 5, 7):
        make_pair(tournament, one := get_entry(tournament, n), other := get_entry(tournament, n + 1))
        mates |= {one.pk: other.pk, other.pk: one.pk}
    tables = draw_rounds(tournament, sizes=(2,), seed=1).rounds[0]["tables"]
    first, second = tables[0][0], tables[1][0]
    exchange = {first: second, second: first, mates[first]: mates[second], mates[second]: mates[first]}
    swapped = swap_drafted_entries(tournament, 1, first, second).rounds[0]["tables"]
    assert swapped == [[exchange.get(entry, entry) for entry in table] for table in tables]
    one, other = sorted((mates[first], first))[1], sorted((mates[second], second))[0]  # a second and a first partner
    crossed = swap_drafted_entries(tournament, 1, one, other).rounds[0]["tables"]
    exchange = {one: other, other: one, mates[one]: mates[other], mates[other]: mates[one]}
    assert crossed == [[exchange.get(entry, entry) for entry in table] for table in swapped]


def test_a_locked_table_stays_when_the_rest_is_drawn_again() -> None:
    tournament = create_tournament(12, "random")
    draft = draw_rounds(tournament, sizes=(3,), seed=1)
    kept, others = draft.rounds[0]["tables"][1], draft.rounds[0]["tables"]
    lock_drafted_table(tournament, 1, 2, True)
    again = draw_rounds(tournament, sizes=(3,), seed=99).rounds[0]
    assert again["tables"][1] == kept
    assert again["locked"] == [2]
    assert again["tables"] != others
    lock_drafted_table(tournament, 1, 2, False)
    assert get_chosen_draft(tournament).rounds[0]["locked"] == []  # type: ignore[union-attr]


def test_the_only_table_stays_locked_too() -> None:
    tournament = create_tournament(3, "random")
    draw_rounds(tournament, sizes=(3,), seed=1)
    lock_drafted_table(tournament, 1, 1, True)
    assert draw_rounds(tournament, sizes=(3,), seed=2).rounds[0]["locked"] == [1]


def test_another_of_the_proposals_may_be_chosen() -> None:
    tournament = create_tournament(12, "random")
    draw_rounds(tournament, sizes=(3,), seed=1)
    choose_draft(tournament, 3)
    assert get_chosen_draft(tournament).choice == 3  # type: ignore[union-attr]
    publish_round(tournament, 1)
    assert len(list_seated_entries(tournament, 1)) == 4


def test_a_draw_respects_seating_exclusions_and_a_reserved_table() -> None:
    tournament = create_tournament(16, "fixed", rounds=4)
    add_seating_exclusion(tournament, [get_entry(tournament, 1), get_entry(tournament, 2)])
    add_seating_exclusion(tournament, [get_entry(tournament, n) for n in (3, 4, 5)])
    set_participation(get_entry(tournament, 7), first=1, last=None, table=3)
    draft = draw_rounds(tournament, sizes=(4,), seed=3)
    found = evaluate_draft(build_pool(tournament), draft)
    assert found.judgement.proof.forbidden_met == 0
    assert found.judgement.misplaced == 0
    for n in (1, 2, 3, 4):
        publish_round(tournament, n)
        assert get_entry(tournament, 7).pk in list_seated_entries(tournament, n)[2]
    met = count_meetings(tournament)
    assert not any(
        met[frozenset({get_entry(tournament, a).pk, get_entry(tournament, b).pk})]
        for a, b in [(1, 2), (3, 4), (3, 5), (4, 5)]
    )


def test_a_draw_by_standings_seats_neighbours_in_the_ranking_together() -> None:
    tournament = create_tournament(12, "standing")
    draw_and_publish(tournament, 1, (4,))
    order = list(tournament.entries.order_by("pk"))
    scores = {entry.pk: -place for place, entry in enumerate(order)}
    draft = draw_rounds(tournament, sizes=(3,), seed=5, scores=scores)
    found = evaluate_draft(build_pool(tournament), draft, scores).judgement
    assert found.proof.repeats == found.proof.lower_bound
    assert found.spread < 20


@pytest.mark.parametrize(("game", "beside"), [("brusquembille", True), ("briscola", False)])
def test_fixed_pairs_sit_side_by_side_or_opposite_as_their_game_wants(game: str, beside: bool) -> None:
    tournament = create_tournament(10, "fixed", game=game, pairing="fixed", rounds=3)
    for n in (1, 3, 5, 7):
        make_pair(tournament, get_entry(tournament, n), get_entry(tournament, n + 1))
    assert build_pool(tournament).unpaired == (get_entry(tournament, 9).pk, get_entry(tournament, 10).pk)
    for n in (1, 2, 3):
        draw_rounds(tournament, sizes=(2,), seed=n)
        current = publish_round(tournament, n)
        for table in current.tables.all():
            sheet = load_sheet(table.pk)
            number = [seat.entry.pair for seat in sheet.seats]
            mates = (number[0], number[1]) if beside else (number[0], number[2])
            assert mates[0] == mates[1]
            assert table.sides is beside
            assert sheet.setting is not None
            assert sheet.setting.sides is not None
    assert sorted(set(count_meetings(tournament).values())) == [1, 3]  # every other pair once, one's partner always


def test_drawn_pairs_get_new_partners_every_round() -> None:
    tournament = create_tournament(16, "fixed", pairing="drawn", rounds=5)
    draft = draw_rounds(tournament, sizes=(4,), seed=1)
    assert evaluate_draft(build_pool(tournament), draft).repeated_partners == 0
    with pytest.raises(Refused):
        plan_rounds(tournament, format="free", pairing="drawn")


@pytest.mark.parametrize(("players", "rounds", "name"), [(12, 11, "whist"), (9, 9, "whist"), (12, 6, "")])
def test_as_many_rounds_as_there_are_partners_make_a_whist_tournament(players: int, rounds: int, name: str) -> None:
    tournament = create_tournament(players, "fixed", pairing="drawn", rounds=rounds)
    field, draft = build_pool(tournament), draw_rounds(tournament, sizes=(4,), seed=1)
    assert name_movement(field, draft.rounds) == name
    found = evaluate_draft(field, draft)
    assert found.repeated_partners == 0 or not name
    assert found.judgement.proof.pair_cost == found.judgement.proof.pair_cost_bound or not name
    publish_round(tournament, 1)
    assert name_movement(build_pool(tournament), tournament.drafts.get().rounds) == name, "with the round that went out"


def test_a_game_without_pairs_refuses_fixed_pairs() -> None:
    tournament = create_tournament(10, "fixed", game="chiamata")
    with pytest.raises(Refused, match="deux contre deux"):
        plan_rounds(tournament, format="fixed", pairing="fixed")


def test_a_game_without_duels_is_refused_with_what_it_can_be_played_in() -> None:
    tournament = create_tournament(10, "fixed", game="chiamata")
    with pytest.raises(Refused, match="rondes tirées au sort"):
        plan_rounds(tournament, format="swiss", rounds=3)
