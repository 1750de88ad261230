"""Who is a member of a club, and as what: every change is logged, and a club always keeps an owner."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.saving import save_fields
from tournaments.models import Club, Invitation, Member, MemberChange
from tournaments.models.rights import Role

from .tokens import revoke_tokens_of

LAST_OWNER = _("C’est le seul responsable du club : donnez d’abord ce rôle à quelqu’un d’autre.")


@transaction.atomic
def add_member(user: Any, club: Club, role: Role = Role.ORGANISER, *, actor: str = "") -> Member:
    """Make the account a member of the club; an account that is one already keeps its role."""
    member, made = Member.objects.get_or_create(user=user, club=club, defaults={"role": role})
    if made:
        log_change(member, "", role, actor)
    return member


def log_change(member: Member, was: str, now: str, actor: str) -> None:
    """Write in the club's log that a member's role changed from `was` to `now` ("": no member)."""
    name = member.user.get_username()
    MemberChange.objects.create(club=member.club, account=member.user_id, name=name, was=was, now=now, actor=actor)


@transaction.atomic
def change_role(member: Member, role: Role, *, actor: str) -> Member:
    """Give the member another role. Raises Refused for the last owner."""
    was = lock_member(member)
    if role != was:
        refuse_last_owner(member, was)
        save_role(member, role, actor=actor)
    return member


@transaction.atomic
def remove_member(member: Member, *, actor: str) -> None:
    """Remove the account from the club: from its next page on it may do nothing there. Its open invitations are
    withdrawn and the keys that it made are revoked; the log keeps its name. Raises Refused for the last owner."""
    was = lock_member(member)
    refuse_last_owner(member, was)
    log_change(member, was, "", actor)
    withdraw_invitations(member)
    revoke_tokens_of(member.club_id, member.user_id)
    member.delete()


@transaction.atomic
def hand_over_club(owner: Member, heir: Member, *, actor: str, with_installation: bool) -> None:
    """Make the member `heir` the owner instead of `owner`, who stays as an organiser. `with_installation`: the heir
    also becomes the owner of the installation, if `owner` was that. Raises Refused if `owner` is no owner any more, or
    the heir is not another member of the same club."""
    if lock_member(owner) != Role.OWNER or owner.club_id != heir.club_id or owner == heir:
        raise Refused([FieldError("heir", _("Choisissez quelqu’un d’autre du même club."))])
    heir.refresh_from_db()
    save_role(heir, Role.OWNER, actor=actor)
    save_role(owner, Role.ORGANISER, actor=actor)
    if with_installation and owner.user.is_superuser:
        for user, owns in ((heir.user, True), (owner.user, False)):
            save_fields(user, is_superuser=owns)


def lock_member(member: Member) -> str:
    """Wait for other changes of the club's members, and return the member's role as it is now."""
    Club.objects.select_for_update().get(pk=member.club_id)
    member.refresh_from_db(fields=["role"])
    return member.role


def refuse_last_owner(member: Member, was: str) -> None:
    """Raise Refused if without this member the club has no owner. `was`: the member's role until now."""
    others = Member.objects.filter(club=member.club_id, role=Role.OWNER).exclude(pk=member.pk)
    if was == Role.OWNER and not others.exists():
        raise Refused([FieldError("role", LAST_OWNER)])


def save_role(member: Member, role: Role, *, actor: str) -> None:
    """Save and log the member's role. Of one who is no owner any more, delete the invitations and revoke the keys."""
    log_change(member, member.role, role, actor)
    save_fields(member, role=role)
    if role != Role.OWNER:
        withdraw_invitations(member)
        revoke_tokens_of(member.club_id, member.user_id)


def withdraw_invitations(member: Member) -> None:
    """Delete the open invitations that the member has made."""
    Invitation.objects.filter(club=member.club_id, inviter=member.user_id).delete()
