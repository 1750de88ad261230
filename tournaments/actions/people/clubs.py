"""Clubs and their players, and what public pages show of a player."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from zoneinfo import available_timezones

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.money.currency import check_currency
from tournaments.actions.saving import save_fields
from tournaments.models import Club, Entry, KeptRatings, Player, PlayerDetails
from tournaments.models.listed_names import split_name
from tournaments.models.rights import Role

from .framers import check_framers
from .members import add_member
from .names import clean_name

Given = ParamSpec("Given")
Result = TypeVar("Result")


def alone_in_club(take: Callable[Concatenate[Club, Given], Result]) -> Callable[Concatenate[Club, Given], Result]:
    """Decorate a function that takes a file over into a club, so that only one runs at a time for each club, on all
    servers together. A second call meanwhile raises Refused at once; on SQLite it waits, as every writer does."""

    @wraps(take)
    def taken(club: Club, *args: Given.args, **options: Given.kwargs) -> Result:
        if connection.vendor == "sqlite":
            return take(club, *args, **options)
        with cache.lock(f"taken over:{club.pk}", wait=False) as is_alone:  # type: ignore[attr-defined]
            if not is_alone:
                raise Refused(
                    [FieldError("", _("Un autre fichier entre au club en ce moment. Renvoyez celui-ci après."))]
                )
            return take(club, *args, **options)

    return taken


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
    family_first: bool = False,
    table_corrections: bool = True,
    ratings_public: bool = False,
    photos_kept: bool = False,
) -> Club:
    """Change the club's name, its time zone, whether public pages show initials only, whether search engines may find
    them, the suits of its cards, the currency of its next tournaments, which sites may show its tables, whether its
    alphabetic lists go by family names, whether its tables may correct their coups, whether public pages show what
    the games say of skill, and whether the pictures of sheets are kept. Raises Refused."""
    checked = {"name": clean_name(name), "time_zone": check_time_zone(time_zone), "currency": check_currency(currency)}
    checked["framers"] = check_framers(framers)
    chosen = {"family_first": family_first, "table_corrections": table_corrections, "ratings_public": ratings_public}
    chosen |= {"photos_kept": photos_kept, "initials": initials, "indexed": indexed}
    return save_fields(club, cards=cards, **chosen, **checked)


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
    """Save these details of the player: fields of `PlayerDetails`, already checked."""
    PlayerDetails.objects.update_or_create(player=player, defaults=details)


@transaction.atomic
def rename_player(player: Player, name: str, family_name: str | None = None) -> Player:
    """Rename the player at the club; tournaments keep the name that they showed. `family_name`: which words of the new
    name are the family name; None: the same words as before, or none if the new name does not hold them. Raises
    Refused."""
    save_fields(player, name=clean_name(name))
    set_family_name(player, player.family_name if family_name is None else family_name)
    return player


@transaction.atomic
def set_family_name(player: Player, family_name: str) -> None:
    """Keep which words of the player's name are his family name, if it holds them."""
    kept = split_name(player.name, family_name)[1]
    if kept != player.family_name:
        save_fields(player, family_name=kept)
        redraw_entries(player)


def adopt_family_name(player: Player, family_name: str) -> bool:
    """Keep what another source says is the player's family name, if nothing is known of it yet and his name holds it.
    Return True if it was kept."""
    is_new = may_adopt_family_name(player, family_name)
    if is_new:
        set_family_name(player, family_name)
    return is_new


def may_adopt_family_name(player: Player, family_name: str) -> bool:
    """True if nothing is known of the player's family name yet, and his name holds this one."""
    return not player.family_name and bool(split_name(player.name, family_name)[1])


def redraw_entries(player: Player) -> None:
    """Save the player's entries unchanged, so that every page that shows him counts as changed and is drawn anew."""
    Entry.objects.filter(player=player).update(shown_name=F("shown_name"))


def set_player_active(player: Player, active: bool) -> Player:
    """Set whether the player is active; inactive players are no longer proposed."""
    return save_fields(player, active=active)


@transaction.atomic
def set_player_rated(player: Player, rated: bool) -> Player:
    """Set whether the player's skill may be reckoned. If not, all that is kept of it is deleted at once."""
    if not rated:
        forget_ratings(player)
    return save_fields(player, rated=rated)


def forget_ratings(player: Player) -> None:
    """Remove what is kept of the player's skill, also his figure in rounds that were drawn by rating. Who sat where in
    them stays."""
    KeptRatings.objects.filter(player=player).delete()
    for entry in player.entries.filter(tournament__seeded_by__isnull=False).select_related("tournament"):
        seeding = entry.tournament.seeding
        if str(entry.pk) in seeding.get("figures", {}):
            figures = seeding["figures"] | {str(entry.pk): None}
            save_fields(entry.tournament, seeded_by=seeding | {"figures": figures})


@transaction.atomic
def change_player(player: Player, name: str | None, hidden: bool | None, discreet: bool | None) -> None:
    """Change the player's name, whether he is hidden (inactive) and whether he is discreet; None: unchanged. Raises
    Refused."""
    if name is not None:
        rename_player(player, name)
    if hidden is not None:
        set_player_active(player, not hidden)
    if discreet is not None:
        set_player_discreet(player, discreet)


@transaction.atomic
def set_player_discreet(player: Player, discreet: bool) -> None:
    """Set whether public pages show the player's initials even where the club shows names."""
    save_fields(player, discreet=discreet)
    redraw_entries(player)
