"""The people who run a club: invitations, roles, who goes and who stays, and the log of it."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.web.organiser_builders import (
    PASSWORD,
    add_account,
    create_open_evening,
    enter_coup,
    get_first_table,
    invite,
    join,
    sign_in_organiser,
)
from tournaments.actions.errors import Refused
from tournaments.actions.people.clubs import create_club
from tournaments.actions.people.invitations import NO_INVITATION, accept_invitation, find_invitation
from tournaments.actions.people.members import add_member, change_role, remove_member
from tournaments.actions.people.tokens import MOST_DAYS, make_token
from tournaments.models import Club, Invitation, Member, MemberChange
from tournaments.models.rights import RIGHTS_BY_ROLE, Right, Role
from tournaments.views.organiser.club.club_page import list_members

pytestmark = pytest.mark.django_db


def test_an_invitation_makes_an_account_in_its_role_and_is_good_once():
    owner, club = sign_in_organiser()
    code, guest = invite(owner), Client()
    page = guest.get(f"/join?code={code}").content.decode()
    assert code in page
    answer = join(code.lower().replace("-", " "), client=guest)
    assert answer.status_code == 302
    assert guest.get("/desk/").status_code == 200
    member = Member.objects.get(user__username="Marie Dupont")
    assert (member.club, member.role) == (club, Role.ARBITER)
    assert join(code, "Paul").status_code == 422
    assert not get_user_model().objects.filter(username="Paul").exists()
    assert Client().login(username="Marie Dupont", password=PASSWORD)


def test_an_invitation_that_another_has_just_used_is_refused_in_a_sentence():
    owner, _club = sign_in_organiser()
    found = find_invitation(invite(owner))
    accept_invitation(found, add_account("Marie", Club.objects.create(name="Autre"), Role.READER)[1].user)
    with pytest.raises(Refused) as refused:
        accept_invitation(found, get_user_model().objects.create_user("Paul"))
    assert [(each.path, each.message) for each in refused.value.problems] == [("code", NO_INVITATION)]


def test_the_code_is_kept_nowhere():
    owner, _club = sign_in_organiser()
    code = invite(owner).replace("-", "")
    assert code not in str(list(Invitation.objects.values()))


def test_an_invitation_that_is_withdrawn_or_too_old_opens_nothing():
    owner, _club = sign_in_organiser()
    withdrawn, old = invite(owner), invite(owner)
    first = Invitation.objects.order_by("pk").first()
    assert owner.post(f"/desk/invitation/{first.pk}/withdraw").status_code == 302
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for code in (withdrawn, old):
        assert join(code).status_code == 422
    assert Member.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("", PASSWORD),
        ("nadia", PASSWORD),
        ("NADIA", PASSWORD),
        ("a@b.fr", PASSWORD),
        ("Marie", "court"),
        ("é" * 81, PASSWORD),
    ],
)
def test_a_wrong_name_or_password_is_told_and_the_code_stays_good(name: str, password: str):
    owner, _club = sign_in_organiser()
    code = invite(owner)
    answer = join(code, name, password)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    assert Invitation.objects.count() == 1
    assert get_user_model().objects.count() == 1


def test_who_types_wrong_codes_waits_and_nobody_else():
    owner, _club = sign_in_organiser()
    code, hasty = invite(owner), Client()
    assert [join("0000-0000-0000", client=hasty).status_code for _ in range(6)] == [422] * 5 + [429]
    assert join(code, client=hasty).status_code == 429
    assert join(code).status_code == 302


def test_an_account_that_is_signed_in_joins_with_what_it_is():
    owner, club = sign_in_organiser()
    other, _own_club = sign_in_organiser("karl", "Autre cercle")
    code = invite(owner, "treasurer")
    assert "karl" in other.get(f"/join?code={code}").content.decode()
    assert other.post("/join", {"code": code}).status_code == 302
    assert Member.objects.get(club=club, user__username="karl").role == Role.TREASURER
    again = invite(owner)
    assert other.post("/join", {"code": again}).status_code == 422


def test_a_role_is_changed_and_the_log_says_who_did_it():
    owner, club = sign_in_organiser()
    _client, member = add_account("Marie", club, Role.READER)
    assert owner.post(f"/desk/member/{member.pk}", {"role": "arbiter"}).status_code == 302
    change = MemberChange.objects.latest("pk")
    assert (change.name, change.was, change.now) == ("Marie", "reader", "arbiter")
    page = owner.get("/desk/club/technical").content.decode()
    assert "Marie" in page
    assert "nadia, responsable" in page


@pytest.mark.parametrize("address", ["", "/remove"])
def test_the_last_owner_cannot_go(address: str):
    owner, club = sign_in_organiser()
    member = Member.objects.get(club=club)
    answer = owner.post(f"/desk/member/{member.pk}{address}", {"role": "reader"})
    assert answer.status_code == 422
    assert "seul responsable" in answer.content.decode()
    add_account("Marie", club, Role.OWNER)
    assert owner.post(f"/desk/member/{member.pk}{address}", {"role": "reader"}).status_code == 302
    assert [each.user.username for each in Member.objects.filter(role=Role.OWNER)] == ["Marie"]


def test_who_is_removed_sees_nothing_more_and_what_he_invited_to_is_withdrawn():
    owner, club = sign_in_organiser()
    client, member = add_account("Marie", club, Role.OWNER)
    code = invite(client)
    assert owner.post(f"/desk/member/{member.pk}/remove").status_code == 302
    assert client.get("/desk/").status_code == 404
    assert join(code).status_code == 422


def test_whoever_leaves_the_club_reads_about_himself_and_an_owner_about_another():
    owner, club = sign_in_organiser()
    leaver, member = add_account("Marie", club, Role.OWNER)
    address = f"/desk/member/{member.pk}/remove"
    read = {who: client.get(address).content.decode() for who, client in (("own", leaver), ("other", owner))}
    assert "Quitter le club\u202f?" in read["own"]
    assert "cette personne" not in read["own"]
    assert "Retirer Marie" in read["other"]
    assert "cette personne" in read["other"]


def test_the_club_is_handed_over_with_the_password_again():
    owner, club = sign_in_organiser()
    _client, heir = add_account("Marie", club, Role.ORGANISER)
    address = f"/desk/member/{heir.pk}/hand-over"
    assert owner.post(address, {"password": "faux"}).status_code == 422
    assert owner.post(address, {"password": PASSWORD, "with_installation": "on"}).status_code == 302
    roles = {each.user.username: each.role for each in Member.objects.select_related("user")}
    assert roles == {"nadia": Role.ORGANISER, "Marie": Role.OWNER}
    installers = get_user_model().objects.filter(is_superuser=True)
    assert [user.username for user in installers] == ["Marie"]
    assert owner.get(address).status_code == 403


def test_who_owns_two_clubs_hands_over_the_one_that_is_meant():
    owner, club = sign_in_organiser()
    other = create_club(get_user_model().objects.get(username="nadia"), "Autre cercle")
    _client, heir = add_account("Marie", club, Role.ORGANISER)
    assert owner.get(f"/desk/member/{heir.pk}").status_code == 200
    assert owner.post(f"/desk/member/{heir.pk}/hand-over", {"password": PASSWORD}).status_code == 302
    roles = {(each.club_id, each.user.username): each.role for each in Member.objects.select_related("user")}
    assert roles[club.pk, "nadia"] == Role.ORGANISER
    assert roles[other.pk, "nadia"] == Role.OWNER


def test_a_password_asked_again_is_tried_ever_more_slowly():
    owner, club = sign_in_organiser()
    _client, heir = add_account("Marie", club, Role.ORGANISER)
    answers = [owner.post(f"/desk/member/{heir.pk}/hand-over", {"password": "faux"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]


def test_the_evening_s_log_names_the_role_of_then_and_keeps_the_name_of_who_is_gone():
    owner, club = sign_in_organiser()
    client, member = add_account("Marie", club, Role.ARBITER)
    tournament = create_open_evening(club)
    table = get_first_table(tournament)
    assert enter_coup(client, table).status_code == 302
    change_role(member, Role.READER, actor="")
    assert "Marie, arbitre" in owner.get(f"/desk/table/{table.pk}/story").content.decode()
    user = member.user
    remove_member(member, actor="")
    user.delete()
    page = owner.get(f"/desk/table/{table.pk}/story").content.decode()
    assert "Marie, arbitre" in page
    assert "compte fermé" not in page


def test_the_club_s_page_shows_the_table_of_roles():
    owner, _club = sign_in_organiser()
    rows = [row.split("</td>") for row in owner.get("/desk/club").context["roles"].list_html_rows()]
    club_rights = [right for right in Right if right != Right.INSTALL]
    shown = {
        str(right): [role for role, cell in zip(Role, cells, strict=False) if "oui" in cell]
        for right, cells in zip(club_rights, rows, strict=True)
    }
    assert shown == {str(right): [role for role in Role if right in RIGHTS_BY_ROLE[role]] for right in club_rights}


def test_one_session_is_ended_and_then_all_others():
    owner, club = sign_in_organiser()
    user = get_user_model().objects.get()
    phone, laptop = Client(headers={"User-Agent": "Mozilla (iPhone) Safari"}), Client()
    for client in (phone, laptop):
        client.force_login(user)
        client.get("/desk/")
    demonstration = Club.objects.create(name="Exemple", demonstration=True, time_zone="Asia/Tokyo")
    add_member(user, demonstration, Role.OWNER)
    account = owner.get("/desk/account").context
    listed = account["sessions"]
    assert account["zone"] == club.time_zone != demonstration.time_zone
    assert len(listed) == 3
    assert "Safari, iPhone" in {each["device"] for each in listed}
    handle = next(each["session"].handle for each in listed if "iPhone" in each["device"])
    owner.post("/desk/account/session/end", {"session": handle})
    assert phone.get("/desk/").status_code == 302
    assert laptop.get("/desk/").status_code == 200
    *_earlier, said = owner.post("/desk/account/sessions/end", follow=True).context["messages"]
    assert said.message.startswith("Un autre")
    assert laptop.get("/desk/").status_code == 302
    assert owner.get("/desk/").status_code == 200


def test_nobody_ends_another_account_s_session():
    owner, club = sign_in_organiser()
    client, _member = add_account("Marie", club, Role.ARBITER)
    client.get("/desk/")
    handle = client.get("/desk/account").context["sessions"][0]["session"].handle
    owner.post("/desk/account/session/end", {"session": handle})
    owner.post("/desk/account/sessions/end")
    assert client.get("/desk/").status_code == 200
    assert Session.objects.count() == 2


def test_the_guide_shows_the_same_table_of_roles():
    guide = (settings.BASE_DIR / "docs" / "fr" / "organisers.md").read_text(encoding="utf-8")
    for right in (right for right in Right if right != Right.INSTALL):
        cells = " | ".join("oui" if right in RIGHTS_BY_ROLE[role] else "" for role in Role)
        assert f"| {right.label} | {cells} |" in guide


def test_an_upgrade_gives_the_installation_to_who_has_owned_a_real_club_longest():
    _client, club = sign_in_organiser()
    users = get_user_model().objects
    add_account("Marie", club, Role.OWNER)
    first = users.create(pk=-1, username="Ada")
    create_club(first, "Démonstration", demonstration=True)
    users.update(is_superuser=False)
    MemberChange.objects.all().delete()
    roles = list(Member.objects.order_by("pk").values_list("user__username", "role"))
    migration = import_module("tournaments.migrations.0021_people_and_roles")
    for _again in range(2):
        migration.give_installation(apps, None)
    migration.log_members(apps, None)
    assert [user.username for user in users.filter(is_superuser=True)] == ["nadia"]
    assert list(MemberChange.objects.order_by("pk").values_list("name", "now")) == roles


def test_a_program_s_key_lasts_a_day_at_least_and_a_year_at_most():
    club = Club.objects.create(name="Cercle")
    asked = {"name": "Site", "role": Role.READER, "scopes": [Right.LOOK], "maker": None}
    for days in (0, MOST_DAYS + 1):
        with pytest.raises(Refused) as refused:
            make_token(club, days=days, **asked)
        assert [each.path for each in refused.value.problems] == ["days"]
    for days in (1, MOST_DAYS):
        assert make_token(club, days=days, **asked)[0].club == club


def test_members_are_listed_as_a_reader_looks_for_them():
    _client, club = sign_in_organiser()
    for name in ("zoé", "Élise"):
        add_account(name, club, Role.READER)
    assert [member.user.get_username() for member in list_members(club)] == ["Élise", "nadia", "zoé"]
