"""An evening's own life: made, its rules chosen, opened, closed, hidden. Never deleted."""

import datetime
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.keys import ALPHABET
from tournaments.models import Club, Event, Player, Record, Round, Table

from .asking import lock
from .entries import enter
from .errors import Fault, NotNow, Refused
from .names import clean_name

ADDRESSES = frozenset({"T", "DESK", "STATIC", "ACCOUNTS"})  # words that addresses begin with already
SHORTEST_CODE = 3
TRIES = 50


@transaction.atomic
def create_event(
    club: Club,
    *,
    name: str,
    date: datetime.date,
    game: str = "brusquembille",
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    house_rule: str = "",
    players: Iterable[Player | str] = (),
) -> Event:
    """A new evening in preparation, with its first round and its players: of the club, or typed in. Raises Refused.

    `house_rule`: the name of the club's own preset that these options come from.
    """
    preset, chosen = checked_rules(game, preset, options or {})
    event = Event.objects.create(
        club=club,
        code=new_code(),
        name=clean_name(name),
        date=date,
        game=game,
        preset=preset,
        options=chosen,
        house_rule=house_rule,
    )
    Round.objects.create(event=event, n=1)
    enter(event, players)
    return event


@transaction.atomic
def change_event(event: Event, *, name: str, date: datetime.date) -> Event:
    """Its name and date; at any time. Raises Refused."""
    event.name, event.date = clean_name(name), date
    event.save(update_fields=["name", "date"])
    return event


@transaction.atomic
def set_options(event: Event, *, preset: str, options: Mapping[str, Any], house_rule: str = "") -> Event:
    """Its rules, until the first record freezes them. Raises Refused, NotNow."""
    lock_event(event)
    if Record.objects.filter(table__round__event=event).exists():
        raise NotNow(_("Un coup est déjà enregistré : les règles de la soirée ne changent plus."))
    event.preset, event.options = checked_rules(event.game, preset, options)
    event.house_rule = house_rule
    event.save(update_fields=["preset", "options", "house_rule"])
    return event


def checked_rules(game: str, preset: str | None, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The preset's key and the options chosen against it. Raises Refused with every problem of theirs."""
    known = {each.key: each for each in scoring.games()}
    if game not in known:
        raise Refused([Fault("game", _("Ce jeu n’est pas connu."))])
    preset = preset or known[game].presets[0].key
    problems = problems_of(known[game], preset, options)
    if problems:
        raise Refused(problems)
    return preset, dict(options)


def problems_of(game: scoring.Game, preset: str, options: Mapping[str, Any]) -> tuple[scoring.Problem, ...]:
    """What is wrong with the rules whoever plays: what every number of players would meet."""
    problems: tuple[scoring.Problem, ...] = ()
    for size in game.sizes:
        try:
            scoring.setting(game.key, tuple(map(str, range(1, size + 1))), preset, options)
        except scoring.Refused as refused:
            problems = refused.problems
        else:
            return ()
    return problems


@transaction.atomic
def open_event(event: Event) -> Event:
    """From now on its tables write. Also opens it again, and its typed codes. Raises NotNow without a full table."""
    lock_event(event)
    if not any(sheet.state for sheet in Table.objects.filter(round__event=event).sheets()):
        raise NotNow(_("Placez d’abord des joueurs à une table : il n’y en a aucune de complète."))
    event.status, event.typing_closed = Event.Status.OPEN, False
    event.save(update_fields=["status", "typing_closed"])
    return event


@transaction.atomic
def close_event(event: Event) -> Event:
    """From now on only an organiser writes, with a reason. Whoever is writing a coup finishes first."""
    lock_event(event)
    event.status = Event.Status.CLOSED
    event.save(update_fields=["status"])
    return event


def close_typing(event: Event) -> None:
    """Too many wrong codes: no code is read until the organiser opens typing again."""
    Event.objects.filter(pk=event.pk).update(typing_closed=True)


def open_typing(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(typing_closed=False)


def hide_event(event: Event, hidden: bool = True) -> Event:
    """Take it off the lists, or put it back."""
    event.hidden = hidden
    event.save(update_fields=["hidden"])
    return event


def lock_event(event: Event) -> None:
    """Behind all its tables' locks nothing is written at any of them; the event is read again."""
    Event.objects.select_for_update().get(pk=event.pk)
    lock(Table.objects.filter(round__event=event))
    event.refresh_from_db()


def new_code() -> str:
    """A code that no event has: three characters, more where many are taken; at least one letter, no address's word."""
    for tries in range(TRIES):
        code = "".join(secrets.choice(ALPHABET) for _ in range(SHORTEST_CODE + tries // 10))
        if not code.isdigit() and code not in ADDRESSES and not Event.objects.filter(code=code).exists():
            return code
    raise NotNow(_("Aucun code n’est libre pour cette soirée : réessayez."))
