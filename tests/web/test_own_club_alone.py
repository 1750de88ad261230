"""What a page says of the club, or proposes to it, comes from the club alone: nothing of another one is looked at."""

import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import OuterRef
from django.test import Client
from django.urls import reverse

from tests.web.organiser_builders import DAY, NAMES, create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import hide_tournament
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.people.clubs import add_player
from tournaments.actions.people.signing_up import SignUpRequest, set_sign_up_terms, sign_up
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, ClubPreset, Prize, Round, RoundDraft, Season, Seat, Table, Tournament
from tournaments.models.querysets import LastDecision
from tournaments.views.organiser.evening.moving import build_preview
from tournaments.views.organiser.evening.new_evening import find_usual_game
from tournaments.views.organiser.evening.tournaments import find_last_gathering
from tournaments.views.organiser.rounds.round_plan import suggest_next_round
from tournaments.views.organiser.rounds.round_publishing import preview_withdrawal
from tournaments.views.public.engines import list_open_addresses
from tournaments.views.public.signing_up import describe_sign_up
from tournaments.views.what_if import USUAL_PLACES, find_usual_places

pytestmark = pytest.mark.django_db
TERMS: Any = {"is_open": True, "limit": 0, "closes_at": None, "self_check_in": False, "fee_cents": None}
TOMORROW = datetime.date(2026, 11, 22)


def create_other_club() -> Club:
    """Create a club of somebody else, in this installation."""
    return sign_in_organiser("karl", "Autre cercle")[1]


def test_a_tournament_without_terms_to_sign_up_shows_no_other_one_s():
    client, club = sign_in_organiser()
    set_sign_up_terms(create_open_evening(create_other_club()), **TERMS)
    page = client.get(reverse("tournament-sign-ups", args=[create_open_evening(club).pk]))
    assert page.context["terms"] is None


def test_nobody_signs_up_for_a_hidden_tournament_and_waits_behind_those_of_his_own_alone():
    _client, club = sign_in_organiser()
    ours, theirs = create_open_evening(club), create_open_evening(create_other_club())
    for each in (theirs, ours):
        set_sign_up_terms(each, **TERMS)
        sign_up(each, SignUpRequest("Zoé Albret", nonce="1"))
    told = describe_sign_up(ours.sign_ups.get())
    assert told["place"] == 1
    address = reverse("sign-up", args=[ours.code])
    assert Client().get(address).context["waiting"] == 1
    hide_tournament(ours)
    assert Client().get(address).status_code == 404


def test_lists_of_evenings_look_at_their_own_club_and_rounds():
    _client, club = sign_in_organiser()
    ours, other = create_open_evening(club), create_other_club()
    theirs = create_open_evening(other, sizes=(3,))
    Round.objects.create(tournament=ours, n=2)
    assert [each.n for each in ours.rounds.published()] == [ours.rounds.last_played().n] == [1]
    Table.objects.create(round=Round.objects.create(tournament=theirs, n=2), n=1)
    told = {each.pk: (each.round_n, each.round_tables) for each in Tournament.objects.for_door()}
    assert told == {ours.pk: (1, 2), theirs.pk: (2, 1)}
    assert list(Tournament.objects.for_organiser([club])) == [ours]
    heads = Tournament.objects.annotate(last=LastDecision(OuterRef("pk"))).values_list("last", flat=True)
    assert len(set(heads)) == 2
    Club.objects.filter(pk=other.pk).update(demonstration=True)
    assert list(Tournament.objects.for_door()) == [ours]
    before = DAY - datetime.timedelta(days=1)
    assert list(Tournament.objects.coming(club, before)) == [ours]
    hide_tournament(ours)
    assert list(Tournament.objects.coming(club, before)) == []


def test_no_evening_of_a_club_is_taken_for_the_example():
    _client, club = sign_in_organiser()
    evening = create_open_evening(club)
    assert Client().get("/").context["demonstration"] is None
    Club.objects.update(demonstration=True)
    assert Client().get("/").context["demonstration"] == evening


def test_what_if_begins_with_the_prizes_of_its_own_tournament():
    _client, club = sign_in_organiser()
    ours, theirs = create_open_evening(club), create_open_evening(create_other_club())
    places = []
    for tournament, place in ((theirs, 5), (ours, 2)):
        Prize.objects.create(tournament=tournament, kind=Prize.PrizeKind.RANK, place=place)
        places.append(count_first_places(ours))
    assert places == [USUAL_PLACES, 2]


def count_first_places(tournament: Tournament) -> int:
    """Return with how many places the page starts, among ten players."""
    found: Any = SimpleNamespace(race=SimpleNamespace(scores=range(10)))
    return find_usual_places(tournament, found)


def test_another_tournament_s_draft_is_not_looked_at():
    _client, club = sign_in_organiser()
    ours, theirs = (create_open_evening(club) for _n in range(2))
    for each in (ours, theirs):
        Tournament.objects.filter(pk=each.pk).update(format="random", planned_rounds=2)
        each.refresh_from_db()
    told = suggest_next_round(ours)
    draft = {"choice": 1, "sizes": [3], "seed": 1, "rounds": [], "first": 2}
    RoundDraft.objects.create(tournament=theirs, **draft)
    assert suggest_next_round(ours) == told is not None
    RoundDraft.objects.create(tournament=ours, **draft)
    assert suggest_next_round(ours) != told


def test_a_withdrawal_shows_the_tables_and_bonuses_of_its_round_alone():
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    second = Round.objects.create(tournament=tournament, n=2)
    table = Table.objects.create(round=second, n=1)
    for position, entry in enumerate(tournament.entries.order_by("pk")[:3], 1):
        Seat.objects.create(table=table, position=position, since=1, entry=entry)
    anne = tournament.entries.order_by("pk")[0]
    for number in (1, 2):
        bonus = {"amount": 5, "round": number, "rule": "Accueil", "reason": "Premier venu", "actor": ""}
        give_adjustment(tournament, entry=anne, **bonus)
    told = preview_withdrawal(tournament, second)
    assert [card.table for card in told["cards"]] == [table]
    assert len(told["adjustments"]) == 1


def test_engines_are_let_to_the_visible_pages_of_clubs_that_asked_for_it_alone():
    _client, club = sign_in_organiser()
    other = create_other_club()
    Club.objects.filter(pk=club.pk).update(indexed=True)
    evenings = [create_open_evening(each) for each in (club, club, other)]
    seasons = [create_season(each, name) for each, name in ((club, "2026"), (club, "2025"), (other, "2026"))]
    hide_tournament(evenings[1])
    Season.objects.filter(pk=seasons[1].pk).update(hidden=True)
    found = [line for line in list_open_addresses() if line.endswith("$") and "/club/" not in line]
    wanted = [reverse("season", args=[seasons[0].pk]), reverse("board", args=[evenings[0].code])]
    assert found == [f"{address}$" for address in wanted]


def test_a_file_to_be_imported_is_compared_with_the_own_club():
    _client, club = sign_in_organiser()
    other = create_other_club()
    document = read_tournament(build_tournament_document(create_open_evening(other)))
    add_player(club, NAMES[0])
    told = build_preview(club, document)
    assert (told["known"], told["fresh"]) == ([NAMES[0]], list(NAMES[1:]))
    assert list(told["same"]) == []
    assert len(build_preview(other, document)["same"]) == 1


def test_the_game_and_the_players_that_are_proposed_are_those_of_the_own_club_s_last_evening():
    _client, club = sign_in_organiser()
    ours, theirs = create_draft_evening(club), create_draft_evening(create_other_club())
    Tournament.objects.filter(pk=theirs.pk).update(game="briscan", date=TOMORROW)
    assert find_usual_game(club) == ours.game
    last = find_last_gathering(club)
    assert last is not None
    assert set(last.players.split()) == {str(pk) for pk in ours.entries.values_list("player", flat=True)}


def test_a_list_of_first_players_goes_with_no_preset_of_another_club():
    client, club = sign_in_organiser()
    preset = make_preset(club, game="brusquembille", base="academie-1718", name="Maison", options={"tours": 3})
    typed = {"name": "Soirée", "date": "2026-11-21", "preset": f"club:{preset.pk}", "file": "yes"}
    address = reverse("tournament-new-list")
    assert client.post(reverse("tournament-new"), typed).url == address
    assert client.get(address).status_code == 200
    ClubPreset.objects.update(club=create_other_club())
    assert client.get(address).status_code == 302


def test_what_a_jeton_is_worth_is_the_own_club_s():
    client, _club = sign_in_organiser()
    empty = client.get(reverse("club-jeton")).context["form"].initial
    set_jeton_worth(create_other_club(), WorthTerms(25, 2, "EUR", 3))
    assert client.get(reverse("club-jeton")).context["form"].initial == empty
