"""The keys with which other programs write for a club: made, found, revoked. Their text is shown once; only its digest
is kept, which needs no salt and no slow hash, since nobody guesses 256 random bits."""

import datetime
import re
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.models import ApiToken, Club
from tournaments.models.rights import Right, Role, find_rights

from .club_log import What, log_key_change
from .names import clean_name

TOKEN_ROLES = (Role.ORGANISER, Role.ARBITER, Role.TREASURER, Role.READER)
"""The roles that a key may have: none that governs the club."""
PREFIX = "corbillon_"
TOKEN_TEXT = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
TOKEN_BYTES = 32
MOST_DAYS = 366
USE_NOTED_EVERY = datetime.timedelta(minutes=10)


@transaction.atomic
def make_token(
    club: Club, *, name: str, role: Role, scopes: Iterable[Right], days: int, maker: Any
) -> tuple[ApiToken, str]:
    """Make a key for another program: with these rights of the role, for so many days. Return it with its text, which
    nothing can show again. Raises Refused."""
    clean, rights = clean_name(name), frozenset(scopes)
    faults = []
    if role not in TOKEN_ROLES:
        faults.append(FieldError("role", _("Une clé ne peut pas régler le club : choisissez un autre rôle.")))
    elif not rights or not rights <= find_rights(role, owns_installation=False):
        faults.append(FieldError("scopes", _("Choisissez ce que la clé permet, parmi ce que permet son rôle.")))
    if not 1 <= days <= MOST_DAYS:
        faults.append(FieldError("days", _("De 1 à 366 jours.")))
    if faults:
        raise Refused(faults)
    text = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = ApiToken.objects.create(
        club=club,
        name=clean,
        role=role,
        scopes=sorted(rights),
        digest=compute_token_digest(text),
        maker=maker,
        expires_at=timezone.now() + datetime.timedelta(days=days),
    )
    log_key_change(token, What.KEY_MADE, f"user:{maker.pk}" if maker else "")
    return token, text


def compute_token_digest(text: str) -> str:
    """Return the digest under which a key is kept."""
    return sha256(text.encode()).hexdigest()


def find_token(text: str) -> ApiToken | None:
    """Return the key of this text, if it is in force; else None. What does not look like a key costs no query."""
    if not TOKEN_TEXT.fullmatch(text):
        return None
    api_token = ApiToken.objects.filter(digest=compute_token_digest(text)).select_related("club").first()
    return api_token if api_token is not None and api_token.is_in_force else None


def note_token_use(token: ApiToken) -> None:
    """Note that the key is used now; at most once every USE_NOTED_EVERY, so that reading seldom writes."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at >= USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


@transaction.atomic
def revoke_token(token: ApiToken, *, actor: str = "") -> None:
    """Revoke the key: it opens nothing any more."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        log_key_change(token, What.KEY_REVOKED, actor)


def revoke_tokens_of(club_id: int, maker_id: int) -> None:
    """Revoke every key of the club that this account has made."""
    ApiToken.objects.filter(club=club_id, maker=maker_id, revoked_at=None).update(revoked_at=timezone.now())
