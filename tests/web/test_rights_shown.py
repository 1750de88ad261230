"""What pages of one's own club show of it, and of it alone."""

import pytest
from django.urls import reverse

import scoring
from tests.web.declared_routes import ROUTES
from tests.web.rights_world import FOREIGN, MAY, OWN, RightsWorld, build_address, catch_writes, sign_in
from tournaments.models import Club, Entry, JoinedClub, Rest, Round, Seat, Table, Tournament
from tournaments.models.rights import Right


def test_the_status_page_offers_the_diagnostic_file_to_who_owns_the_computer_alone(world: RightsWorld):
    address = reverse("diagnostic")
    offers = {role: address in world.clients[role].get("/desk/status").content.decode() for role in MAY}
    assert offers == {role: role == "founder" for role in MAY}


def test_a_name_at_a_table_leads_to_its_player_for_whoever_runs_the_evening_alone(world: RightsWorld):
    address = build_address(ROUTES["desk-table"], world)
    pages = {role: world.clients[role].get(address) for role in MAY}
    leads = {role: "/desk/entry/" in page.content.decode() for role, page in pages.items() if page.status_code == 200}
    assert leads == {role: Right.RUN in MAY[role] for role in leads}
    assert set(leads.values()) == {True, False}


def test_the_clock_lists_the_tables_of_its_own_round_alone(world: RightsWorld):
    tables = world.clients["owner"].get(build_address(ROUTES["round-clock"], world)).context["tables"]
    assert {table.round.tournament_id for table in tables} == {world.own["tournament"]}


@pytest.mark.usefixtures("world")
def test_a_new_club_s_seasons_count_no_other_club_s_evenings():
    with catch_writes():
        client = sign_in("new", Club.objects.create(name="Neuf"))
        assert client.get("/desk/seasons").context["has_records"] is False


def test_a_tournament_in_preparation_is_offered_no_other_club_s_rules(world: RightsWorld):
    draft = Tournament.objects.get(code=world.draft["code"])
    page = world.clients["owner"].get(build_address(ROUTES["tournament-setup"], world, pk=draft.pk))
    assert f"{OWN} règle" in page.content.decode()
    assert FOREIGN not in page.content.decode()


def test_the_rules_name_the_own_clubs_rules_alone(world: RightsWorld):
    for actor, seen in (("owner", True), ("anonymous", False)):
        page = world.clients[actor].get("/rules/brusquembille").content.decode()
        assert (f"{OWN} règle" in page, FOREIGN in page) == (seen, False), actor


def test_a_sheet_s_seats_are_exchanged_within_its_own_round(world: RightsWorld):
    page = world.clients["owner"].get(build_address(ROUTES["desk-seats"], world))
    offered = page.context["cases"]["tables"].fields["table"].queryset
    assert offered
    assert {table.round.tournament_id for table in offered} == {world.own["tournament"]}


@pytest.mark.usefixtures("world")
def test_a_new_club_s_first_tournament_is_filled_in_like_no_other_club_s():
    first, *_others, last = scoring.get_game("brusquembille").presets
    with catch_writes():
        Tournament.objects.update(preset=last.key, house_rule="")
        client = sign_in("new", Club.objects.create(name="Neuf"))
        form = client.get("/desk/event/new?game=brusquembille").context["form"]
    assert form.initial["preset"] == first.key


def test_a_club_s_page_lists_its_own_invitations_alone(world: RightsWorld):
    found = world.clients["owner"].get("/desk/club").context["invitations"]
    assert [invitation.pk for invitation in found] == [world.own["invitation"]]


def seat_in_rounds(world: RightsWorld) -> Entry:
    """Let both tournaments play by rounds; in the own one an entry sits in round 1, another rests there and sits in
    round 2, which is the current one. Return the other."""
    Tournament.objects.update(format=Tournament.Format.RANDOM)
    first = Round.objects.get(tournament=world.own["tournament"], n=1)
    entry = Entry.objects.get(pk=world.own["spare_entry"])
    later = Table.objects.create(round=Round.objects.create(tournament=first.tournament, n=2), n=1)
    Seat.objects.create(table=later, position=1, entry_id=world.own["waiting_entry"])
    Rest.objects.create(round=first, entry=entry)
    Rest.objects.create(
        round=Round.objects.get(tournament=world.foreign["tournament"], n=1), entry_id=world.foreign["entry"]
    )
    return entry


def test_pages_of_the_current_round_show_its_own_tables_and_rests_alone(world: RightsWorld):
    with catch_writes():
        resting = seat_in_rounds(world)
        board, seats, player = (
            world.clients["anonymous"].get(build_address(ROUTES[name], world, pk=resting.pk)).context
            for name in ("board", "seats", "player")
        )
    assert [view.card.table.round.n for view in board["tables"]] == [2]
    assert [row.entry for row in seats["page"]] == [world.own["waiting_entry"]]
    assert player["rests"] is False


def test_a_club_s_public_page_lists_the_seasons_that_it_plays_alone(world: RightsWorld):
    seasons = world.clients["anonymous"].get(build_address(ROUTES["club-page"], world)).context["seasons"]
    joined = JoinedClub.objects.get(pk=world.own["joined"])
    assert {season.pk for season in seasons} == {world.own["season"], joined.season_id}


def test_a_public_page_leads_to_the_desk_whoever_may_see_that_of_its_club_alone(world: RightsWorld):
    board, desk = f"/{world.own['code']}", f'href="/desk/event/{world.own["tournament"]}'
    leads = {name: desk in world.clients[name].get(board).content.decode() for name in ("owner", "rival", "clubless")}
    assert leads == {"owner": True, "rival": False, "clubless": False}


def test_a_member_is_told_what_he_may_not_do_and_who_may(world: RightsWorld):
    answer = world.clients["reader"].post("/desk/club", {"club": world.own["club"], "name": "À moi"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert str(Right.GOVERN.label) in page
    assert "owner" in page
    assert "treasurer" not in page
    computer = world.clients["owner"].get("/desk/network")
    assert computer.status_code == 403
    assert "founder" in computer.content.decode()
    assert FOREIGN not in page
    assert {each.club_id for each in answer.context["allowed"]} == {world.own["club"]}
    assert [each.user.username for each in computer.context["allowed"]] == ["founder"]
