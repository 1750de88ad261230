"""The life cycle of a tournament: created, its rules chosen, opened, closed, hidden. It is never deleted."""

import datetime
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.people.entries import enter_players
from tournaments.actions.people.names import clean_name
from tournaments.actions.tables.preconditions import lock_tables
from tournaments.book.table_keys import ALPHABET
from tournaments.models import AuditEntry, Club, Player, Record, Round, Table, Tournament, WrongCode

from .audit_log import require_reason, write_audit_entry

RESERVED_CODES = frozenset({"T", "DESK", "STATIC", "ACCOUNTS"})  # words of the site's addresses, which no code equals
SHORTEST_CODE = 3
CODE_ATTEMPTS = 50
CHANGE_MARKS_KEPT = 100  # more than a page reads to see whether something changed


@transaction.atomic
def create_tournament(
    club: Club,
    *,
    name: str,
    date: datetime.date,
    game: str = "brusquembille",
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    house_rule: str = "",
    players: Iterable[Player | str] = (),
) -> Tournament:
    """Create a tournament in preparation, with its first round and its players (of the club, or names typed in). Raises
    Refused.

    `house_rule`: the name of the club's own preset that these options come from.
    """
    preset, chosen = check_rules(game, preset, options or {})
    event = Tournament.objects.create(
        club=club,
        code=generate_code(),
        name=clean_name(name),
        date=date,
        game=game,
        preset=preset,
        options=chosen,
        house_rule=house_rule,
    )
    Round.objects.create(event=event, n=1)
    enter_players(event, players)
    return event


@transaction.atomic
def change_tournament(event: Tournament, *, name: str, date: datetime.date, by: str = "") -> Tournament:
    """Change the tournament's name and date, at any time. Writes an audit entry. Raises Refused."""
    before = get_name_and_date(Tournament.objects.select_for_update(no_key=True).get(pk=event.pk))
    event.name, event.date = clean_name(name), date
    event.save(update_fields=["name", "date"])
    if get_name_and_date(event) != before:
        write_audit_entry(event, AuditEntry.What.CHANGED, by=by, before=before, after=get_name_and_date(event))
    return event


def get_name_and_date(event: Tournament) -> dict[str, str]:
    """Return the tournament's name and date, as an audit entry stores them."""
    return {"name": event.name, "date": str(event.date)}


@transaction.atomic
def set_rules(
    event: Tournament, *, preset: str, options: Mapping[str, Any], house_rule: str = "", by: str = ""
) -> Tournament:
    """Set the tournament's rules, as long as no table has a record (afterwards: `rule_change.change_rules`). Raises
    Refused, NotNow."""
    lock_tournament(event)
    if Record.objects.filter(table__round__event=event).exists():
        raise NotNow(_("Un coup est déjà marqué : changer la règle demande une raison, et recompte les tables."))
    save_rules(event, preset, options, house_rule, by=by)
    return event


def save_rules(
    event: Tournament,
    preset: str,
    options: Mapping[str, Any],
    house_rule: str,
    *,
    by: str,
    reason: str = "",
    since: int = 1,
) -> None:
    """Save the tournament's rules from round `since` on, and write an audit entry if they change. Tables that have
    records are not scored again here: that is the caller's duty. Raises Refused."""
    before = get_rules(event.of_round(since))
    preset, chosen = check_rules(event.game, preset, options)
    if since == 1:
        event.preset, event.options, event.house_rule = preset, chosen, house_rule
    else:
        stage = {"since": since, "preset": preset, "options": chosen, "house_rule": house_rule}
        others = [each for each in event.stages if each["since"] != since]
        event.stages = sorted([*others, stage], key=lambda each: int(each["since"]))
    event.save(update_fields=["preset", "options", "house_rule", "stages"])
    write_rules_entry(event, since, before, by=by, reason=reason)


def write_rules_entry(event: Tournament, since: int, before: Mapping[str, Any], *, by: str, reason: str = "") -> None:
    """Write an audit entry if the rules from round `since` on differ from those before (`before`)."""
    after = get_rules(event.of_round(since))
    if after != before:
        part = {"since": since} if since > 1 else {}
        write_audit_entry(
            event, AuditEntry.What.RULES, by=by, reason=reason, before={**before, **part}, after={**after, **part}
        )


def get_rules(event: Tournament) -> dict[str, Any]:
    """Return the tournament's rules: {"preset": …, "options": …}."""
    return {"preset": event.preset, "options": event.options}


def check_rules(game: str, preset: str | None, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the preset's key (default: the game's first preset) and the options that differ from it. Raises Refused
    with every problem."""
    known = {each.key: each for each in scoring.list_games()}
    if game not in known:
        raise Refused([FieldError("game", _("Ce jeu n’est pas connu."))])
    preset = preset or known[game].presets[0].key
    problems = list_rule_problems(known[game], preset, options)
    if problems:
        raise Refused(problems)
    return preset, dict(options)


def list_rule_problems(game: scoring.Game, preset: str, options: Mapping[str, Any]) -> tuple[scoring.Problem, ...]:
    """Return the problems of these rules that arise for every allowed number of players; none if at least one number
    can play by them."""
    problems: tuple[scoring.Problem, ...] = ()
    for size in game.sizes:
        try:
            scoring.build_setting(game.key, tuple(map(str, range(1, size + 1))), preset, options)
        except scoring.InvalidSetting as refused:
            problems = refused.problems
        else:
            return ()
    return problems


NO_REASON_TO_OPEN = FieldError("reason", _("Dites pourquoi la soirée se rouvre : la raison est gardée au journal."))


@transaction.atomic
def open_tournament(event: Tournament, *, by: str = "", reason: str = "") -> Tournament:
    """Open the tournament: from now on its tables may write, and its codes are accepted again. Opening a closed one
    needs a reason, which goes into the audit log. Raises NotNow if no table is complete, Refused without that
    reason."""
    lock_tournament(event)
    before = event.status
    if before == Tournament.Status.CLOSED:
        reason = require_reason(reason, NO_REASON_TO_OPEN)
    if not any(sheet.state for sheet in Table.objects.filter(round__event=event).sheets()):
        raise NotNow(_("Placez d’abord des joueurs à une table : il n’y en a aucune de complète."))
    event.status, event.typing_closed = Tournament.Status.OPEN, False
    event.save(update_fields=["status", "typing_closed"])
    if before != event.status:
        what = AuditEntry.What.OPENED if before == Tournament.Status.DRAFT else AuditEntry.What.REOPENED
        write_audit_entry(event, what, by=by, reason=reason, before={"status": before}, after={"status": event.status})
    return event


@transaction.atomic
def close_tournament(event: Tournament, *, by: str = "") -> Tournament:
    """Close the tournament: from now on only an organiser writes, with a reason. A coup that is being written is
    finished first. Writes an audit entry."""
    lock_tournament(event)
    before, event.status = event.status, Tournament.Status.CLOSED
    event.save(update_fields=["status"])
    if before != event.status:
        write_audit_entry(
            event, AuditEntry.What.CLOSED, by=by, before={"status": before}, after={"status": event.status}
        )
    delete_old_change_marks(event)
    return event


def delete_old_change_marks(event: Tournament) -> None:
    """Delete all change marks but the latest CHANGE_MARKS_KEPT. PostgreSQL adds one for each statement, and nobody
    reads the old ones."""
    last = event.beats.order_by("-pk").values_list("pk", flat=True)[:CHANGE_MARKS_KEPT]
    event.beats.exclude(pk__in=list(last)).delete()


WRONG_CODES = 10  # in WINDOW: then no code is accepted for this tournament until the organiser allows it again
WRONG_CODES_WINDOW = datetime.timedelta(minutes=1)


@transaction.atomic
def record_wrong_code(event: Tournament) -> bool:
    """Record one more wrong code; at the WRONG_CODES-th within WRONG_CODES_WINDOW, stop accepting typed codes. Returns
    True if they are not accepted now.

    The sender's address plays no part, because a whole hall shares one. The count is stored in the database, so that
    all processes of the server count together.
    """
    locked = Tournament.objects.select_for_update(no_key=True).get(pk=event.pk)
    now = timezone.now()
    locked.wrong_codes.filter(at__lte=now - WRONG_CODES_WINDOW).delete()
    WrongCode.objects.create(event=locked, at=now)
    if locked.wrong_codes.count() < WRONG_CODES:
        return locked.typing_closed
    close_typing(locked)
    return True


def close_typing(event: Tournament) -> None:
    """Stop accepting typed codes, because too many were wrong, until the organiser allows them again."""
    event.wrong_codes.all().delete()
    Tournament.objects.filter(pk=event.pk).update(typing_closed=True)


@transaction.atomic
def open_typing(event: Tournament, *, by: str = "") -> None:
    """Accept typed codes again. Writes an audit entry if they were not accepted before."""
    if Tournament.objects.filter(pk=event.pk, typing_closed=True).update(typing_closed=False):
        write_audit_entry(event, AuditEntry.What.TYPING, by=by)


@transaction.atomic
def hide_tournament(event: Tournament, hidden: bool = True, *, by: str = "") -> Tournament:
    """Take the tournament off the lists, or put it back. Writes an audit entry."""
    event.hidden = hidden
    if Tournament.objects.filter(pk=event.pk).exclude(hidden=hidden).update(hidden=hidden):
        write_audit_entry(event, AuditEntry.What.HIDDEN if hidden else AuditEntry.What.SHOWN, by=by)
    return event


def lock_tournament(event: Tournament) -> None:
    """Lock the tournament and all its tables, so that nothing is written at any of them, and read the tournament again.
    The lock is `no_key`, so that a table that writes an audit entry behind its own lock need not wait for it."""
    Tournament.objects.select_for_update(no_key=True).get(pk=event.pk)
    lock_tables(Table.objects.filter(round__event=event))
    event.refresh_from_db()


def generate_code() -> str:
    """Return an unused code: three characters, more if many are taken, with at least one letter, and not a word of the
    site's addresses. Raises NotNow if none is found in CODE_ATTEMPTS attempts."""
    for tries in range(CODE_ATTEMPTS):
        code = "".join(secrets.choice(ALPHABET) for _ in range(SHORTEST_CODE + tries // 10))
        if not code.isdigit() and code not in RESERVED_CODES and not Tournament.objects.filter(code=code).exists():
            return code
    raise NotNow(_("Aucun code n’est libre pour cette soirée : réessayez."))
