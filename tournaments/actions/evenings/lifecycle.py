"""The life cycle of a tournament: created, its rules chosen, opened, closed, hidden. It is never deleted."""

import datetime
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import Fault, NotNow, Refused
from tournaments.actions.people.entries import enter
from tournaments.actions.people.names import clean_name
from tournaments.actions.tables.preconditions import lock
from tournaments.book.table_keys import ALPHABET
from tournaments.models import Club, Deed, Event, Player, Record, Round, Table, WrongCode

from .audit_log import given, keep

ADDRESSES = frozenset({"T", "DESK", "STATIC", "ACCOUNTS"})  # words of the site's addresses, which no code equals
SHORTEST_CODE = 3
TRIES = 50
BEATS_KEPT = 100  # more than a page reads to see whether something changed


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
    """Create a tournament in preparation, with its first round and its players (of the club, or names typed in). Raises
    Refused.

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
    """Change the tournament's name and date, at any time. Writes an audit entry. Raises Refused."""
    before = called(Event.objects.select_for_update(no_key=True).get(pk=event.pk))
    event.name, event.date = clean_name(name), date
    event.save(update_fields=["name", "date"])
    if called(event) != before:
        keep(event, Deed.What.CHANGED, by=by, before=before, after=called(event))
    return event


def called(event: Event) -> dict[str, str]:
    """Return the tournament's name and date, as an audit entry stores them."""
    return {"name": event.name, "date": str(event.date)}


@transaction.atomic
def set_options(event: Event, *, preset: str, options: Mapping[str, Any], house_rule: str = "", by: str = "") -> Event:
    """Set the tournament's rules, as long as no table has a record (afterwards: `rule_change.change_rules`). Raises
    Refused, NotNow."""
    lock_event(event)
    if Record.objects.filter(table__round__event=event).exists():
        raise NotNow(_("Un coup est déjà marqué : changer la règle demande une raison, et recompte les tables."))
    put_rules(event, preset, options, house_rule, by=by)
    return event


def put_rules(
    event: Event, preset: str, options: Mapping[str, Any], house_rule: str, *, by: str, reason: str = "", since: int = 1
) -> None:
    """Save the tournament's rules from round `since` on, and write an audit entry if they change. Tables that have
    records are not scored again here: that is the caller's duty. Raises Refused."""
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
    """Write an audit entry if the rules from round `since` on differ from those before (`before`)."""
    after = rules_of(event.of_round(since))
    if after != before:
        part = {"since": since} if since > 1 else {}
        keep(event, Deed.What.RULES, by=by, reason=reason, before={**before, **part}, after={**after, **part})


def rules_of(event: Event) -> dict[str, Any]:
    """Return the tournament's rules: {"preset": …, "options": …}."""
    return {"preset": event.preset, "options": event.options}


def checked_rules(game: str, preset: str | None, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the preset's key (default: the game's first preset) and the options that differ from it. Raises Refused
    with every problem."""
    known = {each.key: each for each in scoring.games()}
    if game not in known:
        raise Refused([Fault("game", _("Ce jeu n’est pas connu."))])
    preset = preset or known[game].presets[0].key
    problems = problems_of(known[game], preset, options)
    if problems:
        raise Refused(problems)
    return preset, dict(options)


def problems_of(game: scoring.Game, preset: str, options: Mapping[str, Any]) -> tuple[scoring.Problem, ...]:
    """Return the problems of these rules that arise for every allowed number of players; none if at least one number
    can play by them."""
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
    """Open the tournament: from now on its tables may write, and its codes are accepted again. Opening a closed one
    needs a reason, which goes into the audit log. Raises NotNow if no table is complete, Refused without that
    reason."""
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
    """Close the tournament: from now on only an organiser writes, with a reason. A coup that is being written is
    finished first. Writes an audit entry."""
    lock_event(event)
    before, event.status = event.status, Event.Status.CLOSED
    event.save(update_fields=["status"])
    if before != event.status:
        keep(event, Deed.What.CLOSED, by=by, before={"status": before}, after={"status": event.status})
    forget_old_beats(event)
    return event


def forget_old_beats(event: Event) -> None:
    """Delete all change marks but the latest CHANGE_MARKS_KEPT. PostgreSQL adds one for each statement, and nobody
    reads the old ones."""
    last = event.beats.order_by("-pk").values_list("pk", flat=True)[:BEATS_KEPT]
    event.beats.exclude(pk__in=list(last)).delete()


WRONG_CODES = 10  # in WINDOW: then no code is accepted for this tournament until the organiser allows it again
WINDOW = datetime.timedelta(minutes=1)


@transaction.atomic
def wrong_code(event: Event) -> bool:
    """Record one more wrong code; at the WRONG_CODES-th within WRONG_CODES_WINDOW, stop accepting typed codes. Returns
    True if they are not accepted now.

    The sender's address plays no part, because a whole hall shares one. The count is stored in the database, so that
    all processes of the server count together.
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
    """Stop accepting typed codes, because too many were wrong, until the organiser allows them again."""
    event.wrong_codes.all().delete()
    Event.objects.filter(pk=event.pk).update(typing_closed=True)


@transaction.atomic
def open_typing(event: Event, *, by: str = "") -> None:
    """Accept typed codes again. Writes an audit entry if they were not accepted before."""
    if Event.objects.filter(pk=event.pk, typing_closed=True).update(typing_closed=False):
        keep(event, Deed.What.TYPING, by=by)


@transaction.atomic
def hide_event(event: Event, hidden: bool = True, *, by: str = "") -> Event:
    """Take the tournament off the lists, or put it back. Writes an audit entry."""
    event.hidden = hidden
    if Event.objects.filter(pk=event.pk).exclude(hidden=hidden).update(hidden=hidden):
        keep(event, Deed.What.HIDDEN if hidden else Deed.What.SHOWN, by=by)
    return event


def lock_event(event: Event) -> None:
    """Lock the tournament and all its tables, so that nothing is written at any of them, and read the tournament again.
    The lock is `no_key`, so that a table that writes an audit entry behind its own lock need not wait for it."""
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    lock(Table.objects.filter(round__event=event))
    event.refresh_from_db()


def new_code() -> str:
    """Return an unused code: three characters, more if many are taken, with at least one letter, and not a word of the
    site's addresses. Raises NotNow if none is found in CODE_ATTEMPTS attempts."""
    for tries in range(TRIES):
        code = "".join(secrets.choice(ALPHABET) for _ in range(SHORTEST_CODE + tries // 10))
        if not code.isdigit() and code not in ADDRESSES and not Event.objects.filter(code=code).exists():
            return code
    raise NotNow(_("Aucun code n’est libre pour cette soirée : réessayez."))
