"""An evening's own life: made, its rules chosen, opened, closed, hidden. Never deleted."""

import datetime
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.keys import ALPHABET
from tournaments.models import Club, Deed, Event, Player, Record, Round, Table, WrongCode

from .asking import lock
from .deeds import given, keep
from .entries import enter
from .errors import Fault, NotNow, Refused
from .names import clean_name

ADDRESSES = frozenset({"T", "DESK", "STATIC", "ACCOUNTS"})  # words that addresses begin with already
SHORTEST_CODE = 3
TRIES = 50
BEATS_KEPT = 100  # more than a page's stamp looks at


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
def change_event(event: Event, *, name: str, date: datetime.date, by: str = "") -> Event:
    """Its name and date; at any time. Raises Refused."""
    before = called(Event.objects.select_for_update(no_key=True).get(pk=event.pk))
    event.name, event.date = clean_name(name), date
    event.save(update_fields=["name", "date"])
    if called(event) != before:
        keep(event, Deed.What.CHANGED, by=by, before=before, after=called(event))
    return event


def called(event: Event) -> dict[str, str]:
    return {"name": event.name, "date": str(event.date)}


@transaction.atomic
def set_options(event: Event, *, preset: str, options: Mapping[str, Any], house_rule: str = "", by: str = "") -> Event:
    """Its rules, until the first record freezes them (then: `rules.change_rules`). Raises Refused, NotNow."""
    lock_event(event)
    if Record.objects.filter(table__round__event=event).exists():
        raise NotNow(_("Un coup est déjà marqué : changer la règle demande une raison, et recompte les tables."))
    put_rules(event, preset, options, house_rule, by=by)
    return event


def put_rules(
    event: Event, preset: str, options: Mapping[str, Any], house_rule: str, *, by: str, reason: str = "", since: int = 1
) -> None:
    """The event's rules from round `since` on, and the deed where they are others; its tables are the caller's care.
    Raises Refused."""
    before = rules_of(event.of_round(since))
    preset, chosen = checked_rules(event.game, preset, options)
    if since == 1:
        event.preset, event.options, event.house_rule = preset, chosen, house_rule
    else:
        stage = {"since": since, "preset": preset, "options": chosen, "house_rule": house_rule}
        others = [each for each in event.stages if each["since"] != since]
        event.stages = sorted([*others, stage], key=lambda each: int(each["since"]))
    event.save(update_fields=["preset", "options", "house_rule", "stages"])
    keep_ruling(event, since, before, by=by, reason=reason)


def keep_ruling(event: Event, since: int, before: Mapping[str, Any], *, by: str, reason: str = "") -> None:
    """The deed, where the rules from round `since` on are not what they were before."""
    after = rules_of(event.of_round(since))
    if after != before:
        part = {"since": since} if since > 1 else {}
        keep(event, Deed.What.RULES, by=by, reason=reason, before={**before, **part}, after={**after, **part})


def rules_of(event: Event) -> dict[str, Any]:
    return {"preset": event.preset, "options": event.options}


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


NO_REASON_TO_OPEN = Fault("reason", _("Dites pourquoi la soirée se rouvre : la raison est gardée au journal."))


@transaction.atomic
def open_event(event: Event, *, by: str = "", reason: str = "") -> Event:
    """From now on its tables write, and its codes are read again. A closed evening opens again for a reason, which is
    kept. Raises NotNow without a full table, Refused without that reason."""
    lock_event(event)
    before = event.status
    if before == Event.Status.CLOSED:
        reason = given(reason, NO_REASON_TO_OPEN)
    if not any(sheet.state for sheet in Table.objects.filter(round__event=event).sheets()):
        raise NotNow(_("Placez d’abord des joueurs à une table : il n’y en a aucune de complète."))
    event.status, event.typing_closed = Event.Status.OPEN, False
    event.save(update_fields=["status", "typing_closed"])
    if before != event.status:
        what = Deed.What.OPENED if before == Event.Status.DRAFT else Deed.What.REOPENED
        keep(event, what, by=by, reason=reason, before={"status": before}, after={"status": event.status})
    return event


@transaction.atomic
def close_event(event: Event, *, by: str = "") -> Event:
    """From now on only an organiser writes, with a reason. Whoever is writing a coup finishes first."""
    lock_event(event)
    before, event.status = event.status, Event.Status.CLOSED
    event.save(update_fields=["status"])
    if before != event.status:
        keep(event, Deed.What.CLOSED, by=by, before={"status": before}, after={"status": event.status})
    forget_old_beats(event)
    return event


def forget_old_beats(event: Event) -> None:
    """PostgreSQL adds one for each statement of an evening: what nobody looks at any more goes with its end."""
    last = event.beats.order_by("-pk").values_list("pk", flat=True)[:BEATS_KEPT]
    event.beats.exclude(pk__in=list(last)).delete()


WRONG_CODES = 10  # in WINDOW: then nobody types a code for this evening until the organiser allows it again
WINDOW = datetime.timedelta(minutes=1)


@transaction.atomic
def wrong_code(event: Event) -> bool:
    """Take note of one more wrong code; at the tenth in a minute, close typing for the evening. Is it closed now?

    No address is looked at: a hall is one address. Kept in the database, for all the server's processes count together.
    """
    locked = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    now = timezone.now()
    locked.wrong_codes.filter(at__lte=now - WINDOW).delete()
    WrongCode.objects.create(event=locked, at=now)
    if locked.wrong_codes.count() < WRONG_CODES:
        return locked.typing_closed
    close_typing(locked)
    return True


def close_typing(event: Event) -> None:
    """Too many wrong codes: no code is read until the organiser opens typing again."""
    event.wrong_codes.all().delete()
    Event.objects.filter(pk=event.pk).update(typing_closed=True)


@transaction.atomic
def open_typing(event: Event, *, by: str = "") -> None:
    if Event.objects.filter(pk=event.pk, typing_closed=True).update(typing_closed=False):
        keep(event, Deed.What.TYPING, by=by)


@transaction.atomic
def hide_event(event: Event, hidden: bool = True, *, by: str = "") -> Event:
    """Take it off the lists, or put it back."""
    event.hidden = hidden
    if Event.objects.filter(pk=event.pk).exclude(hidden=hidden).update(hidden=hidden):
        keep(event, Deed.What.HIDDEN if hidden else Deed.What.SHOWN, by=by)
    return event


def lock_event(event: Event) -> None:
    """Behind all its tables' locks nothing is written at any of them; the event is read again. `no_key`: a table that
    writes a deed behind its own lock need not wait for the event's."""
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    lock(Table.objects.filter(round__event=event))
    event.refresh_from_db()


def new_code() -> str:
    """A code that no event has: three characters, more where many are taken; at least one letter, no address's word."""
    for tries in range(TRIES):
        code = "".join(secrets.choice(ALPHABET) for _ in range(SHORTEST_CODE + tries // 10))
        if not code.isdigit() and code not in ADDRESSES and not Event.objects.filter(code=code).exists():
            return code
    raise NotNow(_("Aucun code n’est libre pour cette soirée : réessayez."))
