"""Clubs and their players, and what public pages show of a player."""

from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.money.currency import check_currency
from tournaments.actions.saving import save_fields
from tournaments.models import Club, Entry, Player, PlayerDetails
from tournaments.models.rights import Role

from .framers import check_framers
from .members import add_member
from .names import clean_name


@transaction.atomic
def create_club(user: Any, name: str, *, demonstration: bool = False) -> Club:
    """Create a club whose owner is this account, in this computer's time zone. Raises Refused for an invalid name."""
    club = Club.objects.create(name=clean_name(name), demonstration=demonstration, time_zone=settings.TIME_ZONE)
    add_member(user, club, Role.OWNER)
    return club


def change_club(
    club: Club,
    *,
    name: str,
    time_zone: str,
    initials: bool,
    indexed: bool,
    cards: str,
    currency: str,
    framers: str = "",
) -> Club:
    """Change the club's name, its time zone, whether public pages show initials only, whether search engines may find
    them, the suits of its cards, the currency of its next tournaments, and which sites may show its tables. Raises
    Refused."""
    checked = {"name": clean_name(name), "time_zone": check_time_zone(time_zone), "currency": check_currency(currency)}
    checked["framers"] = check_framers(framers)
    return save_fields(club, initials=initials, indexed=indexed, cards=cards, **checked)


def refuse_demonstration(club: Club) -> None:
    """Raise NotNow for a demonstration club: nothing of what is invented is sent to other machines."""
    if club.demonstration:
        raise NotNow(_("Ce club est un exemple : rien n’en part vers d’autres machines."))


def check_time_zone(name: str) -> str:
    """Return the time zone's name. Raises Refused if there is no such time zone."""
    if name not in available_timezones():
        raise Refused([FieldError("time_zone", _("Ce fuseau horaire n’existe pas."))])
    return name


def add_player(club: Club, name: str) -> Player:
    """Create a player of the club, even if another one bears that name. Raises Refused."""
    return Player.objects.create(club=club, name=clean_name(name))


def save_player_details(player: Player, **details: Any) -> None:
    """Keep what was written of the player: fields of PlayerDetails, checked already."""
    PlayerDetails.objects.update_or_create(player=player, defaults=details)


def rename_player(player: Player, name: str) -> Player:
    """Rename the player at the club; tournaments keep the name that they showed. Raises Refused."""
    return save_fields(player, name=clean_name(name))


def set_player_active(player: Player, active: bool) -> Player:
    """Set whether the player is active; inactive players are no longer proposed."""
    return save_fields(player, active=active)


@transaction.atomic
def change_player(player: Player, name: str | None, hidden: bool | None, discreet: bool | None) -> None:
    """Change what is told of the player, None where it stays. Raises Refused."""
    if name is not None:
        rename_player(player, name)
    if hidden is not None:
        set_player_active(player, not hidden)
    if discreet is not None:
        set_player_discreet(player, discreet)


@transaction.atomic
def set_player_discreet(player: Player, discreet: bool) -> None:
    """Set whether public pages show the player's initials even where the club shows names. His entries are written
    again as they are, so that every page that shows him is drawn anew."""
    save_fields(player, discreet=discreet)
    Entry.objects.filter(player=player).update(shown_name=F("shown_name"))
