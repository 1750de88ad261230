"""Invitations to run a club: a code that is shown once, is good once and for a day, and can be withdrawn."""

import datetime
import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.book.table_keys import ALPHABET, normalise_code
from tournaments.models import Club, Invitation, Member, salts
from tournaments.models.rights import Role

from .members import add_member
from .names import clean_name

LIFETIME = datetime.timedelta(days=1)
CODE_LETTERS, GROUP_LETTERS = 12, 4  # 60 bits, in groups that are easy to read aloud
NAME_TAKEN = _("Quelqu’un entre déjà sous ce nom : ajoutez-y une initiale.")
NO_INVITATION = _("Ce code n’ouvre rien : il a déjà servi, il est trop vieux, ou il est mal recopié.")


@transaction.atomic
def invite_member(club: Club, role: Role, *, inviter: Any) -> str:
    """Invite somebody to the club in this role. Returns the code, which nothing can show again."""
    Invitation.objects.filter(expires_at__lt=timezone.now()).delete()
    code = "".join(secrets.choice(ALPHABET) for _letter in range(CODE_LETTERS))
    expires_at = timezone.now() + LIFETIME
    Invitation.objects.create(club=club, role=role, digest=compute_digest(code), inviter=inviter, expires_at=expires_at)
    return "-".join(code[start : start + GROUP_LETTERS] for start in range(0, CODE_LETTERS, GROUP_LETTERS))


def find_invitation(text: str) -> Invitation | None:
    """Return the open invitation whose code was typed, in upper or lower case, with or without hyphens; else None."""
    open_ones = Invitation.objects.filter(expires_at__gte=timezone.now()).select_related("club")
    return open_ones.filter(digest=compute_digest(normalise_code(text))).first()


def compute_digest(code: str) -> str:
    """Return the digest under which an invitation's code is stored."""
    return salted_hmac(salts.INVITATION, code, algorithm="sha256").hexdigest()


@transaction.atomic
def accept_invitation(invitation: Invitation, user: Any) -> Member:
    """Make the account a member as invited, and use the invitation up. Raises Refused if it is used up already, or if
    the account is a member."""
    if not Invitation.objects.filter(pk=invitation.pk).delete()[0]:
        raise Refused([FieldError("code", NO_INVITATION)])
    if Member.objects.filter(club=invitation.club, user=user).exists():
        raise Refused([FieldError("code", _("Vous êtes déjà de ce club."))])
    return add_member(user, invitation.club, Role(invitation.role), actor=f"user:{invitation.inviter_id}")


@transaction.atomic
def open_invited_account(invitation: Invitation, name: str, password: str) -> Member:
    """Create the account of somebody who was invited, and make it a member. Raises Refused for a name that is not valid
    or taken, and for an invitation that is used up."""
    user = get_user_model()(username=clean_account_name(name))
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as taken:  # in the same instant
        raise Refused([FieldError("name", NAME_TAKEN)]) from taken
    return accept_invitation(invitation, user)


def clean_account_name(name: str) -> str:
    """Return the name, trimmed. Raises Refused if it is not valid, looks like an e-mail address, or is the name of an
    account already, whether in upper or lower case."""
    clean = clean_name(name)
    if "@" in clean:
        raise Refused([FieldError("name", _("Un nom, pas une adresse de courriel."))])
    if get_user_model().objects.filter(username__iexact=clean).exists():
        raise Refused([FieldError("name", NAME_TAKEN)])
    return clean


def withdraw_invitation(invitation: Invitation) -> None:
    """Delete the invitation: its code opens nothing any more."""
    invitation.delete()
