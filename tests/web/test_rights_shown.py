"""What pages of one's own club show of it, and of it alone."""

import pytest

from tests.web.rights_world import FOREIGN, OWN, RightsWorld, sign_in
from tests.web.test_rights import MAY, ROUTES, build_address, catch_writes, world
from tournaments.models import Club, Tournament

__all__ = ["world"]


def test_the_status_page_offers_the_diagnostic_file_to_who_owns_the_computer_alone(world: RightsWorld):
    owns = {role: world.clients[role].get("/desk/status").context["owns"] for role in MAY}
    assert owns == {role: role == "founder" for role in MAY}


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
    assert f"{OWN} règle" in page.content.decode() and FOREIGN not in page.content.decode()


def test_the_rules_name_the_own_clubs_rules_alone(world: RightsWorld):
    for actor, seen in (("owner", True), ("anonymous", False)):
        page = world.clients[actor].get("/rules/brusquembille").content.decode()
        assert (f"{OWN} règle" in page, FOREIGN in page) == (seen, False), actor
