"""The life cycle of a tournament: created, its rules chosen, opened, closed, hidden. It is never deleted."""

import datetime
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.decisions import seal_changed, seal_new, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.people.entries import enter_players
from tournaments.actions.people.names import clean_name
from tournaments.actions.saving import save_fields
from tournaments.actions.states import lock_evening
from tournaments.actions.tables.preconditions import lock_tables
from tournaments.book.table_cards import load_cards
from tournaments.book.table_keys import ALPHABET
from tournaments.models import AuditEntry, Club, Player, Record, Round, Table, Tournament
from tournaments.reading import preset_diff

from .audit_log import require_reason, write_audit_entry

RESERVED_CODES = frozenset({"T", "API", "DESK", "STATIC", "ACCOUNTS"})
"""Words of the site's addresses, which no code equals."""
SHORTEST_CODE = 3
CODE_ATTEMPTS = 50
CHANGE_MARKS_KEPT = 100  # more than a page reads to see whether something changed


@sealed
def create_tournament(
    club: Club,
    *,
    name: str,
    date: datetime.date,
    game: str = scoring.FIRST_GAME.key,
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
    tournament = Tournament.objects.create(
        club=club,
        code=generate_code(),
        name=clean_name(name),
        date=date,
        game=game,
        preset=preset,
        options=chosen,
        house_rule=house_rule,
        currency=club.currency,
    )
    seal_new(tournament, Round.objects.create(tournament=tournament, n=1))
    enter_players(tournament, players)
    return tournament


@transaction.atomic
def change_tournament(tournament: Tournament, *, name: str, date: datetime.date, actor: str = "") -> Tournament:
    """Change the tournament's name and date, at any time. Writes an audit entry. Raises Refused."""
    before = get_name_and_date(Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk))
    save_fields(tournament, name=clean_name(name), date=date)
    after = get_name_and_date(tournament)
    if after != before:
        write_audit_entry(tournament, AuditEntry.Action.CHANGED, actor=actor, before=before, after=after)
    return tournament


def get_name_and_date(tournament: Tournament) -> dict[str, str]:
    """Return {"name": …, "date": …} of the tournament, as text, for an audit entry."""
    return {"name": tournament.name, "date": str(tournament.date)}


@sealed
def set_rules(
    tournament: Tournament, *, preset: str, options: Mapping[str, Any], house_rule: str = "", actor: str = ""
) -> Tournament:
    """Set the tournament's rules, as long as no table has a record (afterwards: `rule_change.change_rules`). Raises
    Refused, NotNow."""
    lock_tournament(tournament, "set_rules")
    if Record.objects.filter(table__round__tournament=tournament).exists():
        raise NotNow(_("Un coup est déjà marqué : changer la règle demande une raison, et recompte les tables."))
    save_rules(tournament, preset, options, house_rule, actor=actor)
    return tournament


def save_rules(
    tournament: Tournament,
    preset: str,
    options: Mapping[str, Any],
    house_rule: str,
    *,
    actor: str,
    reason: str = "",
    since: int = 1,
) -> None:
    """Save the tournament's rules from round `since` on, and write an audit entry if they change. Tables that have
    records are not scored again here: that is the caller's duty. Raises Refused."""
    before = get_rules(tournament.with_round_rules(since))
    preset, chosen = check_rules(tournament.game, preset, options)
    if since == 1:
        tournament.preset, tournament.options, tournament.house_rule = preset, chosen, house_rule
    else:
        stage = {"since": since, "preset": preset, "options": chosen, "house_rule": house_rule}
        others = [each for each in tournament.stages if each["since"] != since]
        tournament.stages = sorted([*others, stage], key=lambda each: int(each["since"]))
    tournament.save(update_fields=["preset", "options", "house_rule", "stages"])
    seal_changed(Tournament, [tournament.pk])
    write_rules_entry(tournament, since, before, actor=actor, reason=reason)


def write_rules_entry(
    tournament: Tournament, since: int, before: Mapping[str, Any], *, actor: str, reason: str = ""
) -> None:
    """Write an audit entry if the rules from round `since` on differ from those before (`before`)."""
    after = get_rules(tournament.with_round_rules(since))
    if after != before:
        part = {"since": since} if since > 1 else {}
        write_audit_entry(
            tournament,
            AuditEntry.Action.RULES,
            actor=actor,
            reason=reason,
            before={**before, **part},
            after={**after, **part},
        )


def get_rules(tournament: Tournament) -> dict[str, Any]:
    """Return the tournament's rules, as records and the audit log keep them: {"preset", "options"}, with the value of
    every option, so that they stay what they are where a standard preset changes."""
    return preset_diff.spell_rules(tournament.game, tournament.preset, tournament.options)


def check_rules(game: str, preset: str | None, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the preset's key (default: the game's first preset) and the options that differ from it. Raises Refused
    with every problem."""
    known = {each.key: each for each in scoring.list_games()}
    if game not in known:
        raise Refused([FieldError("game", _("Ce jeu n’est pas connu."))])
    preset = preset or known[game].presets[0].key
    problems = scoring.list_rule_problems(game, preset, options)
    if problems:
        raise Refused(problems)
    standard = preset_diff.find_standard_preset(known[game], preset)
    return preset, preset_diff.find_differing_options(known[game], standard, options)


NO_REASON_TO_OPEN = FieldError("reason", _("Dites pourquoi la soirée se rouvre : la raison est gardée au journal."))


@sealed
def open_tournament(tournament: Tournament, *, actor: str = "", reason: str = "") -> Tournament:
    """Open the tournament: from now on its tables may write. Opening a closed one needs a reason, which goes into the
    audit log. Raises NotNow if no table is complete, Refused without that reason."""
    lock_tournament(tournament, "open_tournament")
    before = tournament.status
    if before == Tournament.Status.CLOSED:
        reason = require_reason(reason, NO_REASON_TO_OPEN)
    if not any(card.setting for card in load_cards(tournament)):
        if tournament.drafts.exists():
            raise NotNow(_("Publiez d’abord la ronde tirée : ses tables n’ont pas encore leurs joueurs."))
        raise NotNow(_("Placez d’abord des joueurs à une table : il n’y en a aucune de complète."))
    what = AuditEntry.Action.OPENED if before == Tournament.Status.DRAFT else AuditEntry.Action.REOPENED
    save_status(tournament, Tournament.Status.OPEN, what, actor=actor, reason=reason)
    return tournament


def save_status(
    tournament: Tournament, status: Tournament.Status, what: AuditEntry.Action, *, actor: str, reason: str = ""
) -> None:
    """Save the tournament's status, and write an audit entry if it changes."""
    before = tournament.status
    save_fields(tournament, status=status)
    seal_changed(Tournament, [tournament.pk])
    if before != status:
        now = {"status": status}
        write_audit_entry(tournament, what, actor=actor, reason=reason, before={"status": before}, after=now)


@sealed
def close_tournament(tournament: Tournament, *, actor: str = "") -> Tournament:
    """Close the tournament: from now on only an organiser writes, with a reason. A coup that is being written is
    finished first. Writes an audit entry. Raises NotNow for a tournament in preparation, which nobody else may see yet:
    closing it would show it."""
    lock_tournament(tournament, "close_tournament")
    save_status(tournament, Tournament.Status.CLOSED, AuditEntry.Action.CLOSED, actor=actor)
    delete_old_change_marks(tournament)
    tournament.sign_ups.update(origin="")
    return tournament


def delete_old_change_marks(tournament: Tournament) -> None:
    """Delete all change marks but the latest CHANGE_MARKS_KEPT. PostgreSQL adds one for each statement, and nobody
    reads the old ones."""
    last = tournament.change_marks.order_by("-pk").values_list("pk", flat=True)[:CHANGE_MARKS_KEPT]
    tournament.change_marks.exclude(pk__in=list(last)).delete()


@transaction.atomic
def hide_tournament(tournament: Tournament, hidden: bool = True, *, actor: str = "") -> Tournament:
    """Take the tournament off the lists, or put it back. Writes an audit entry."""
    tournament.hidden = hidden
    if Tournament.objects.filter(pk=tournament.pk).exclude(hidden=hidden).update(hidden=hidden):
        write_audit_entry(tournament, AuditEntry.Action.HIDDEN if hidden else AuditEntry.Action.SHOWN, actor=actor)
    return tournament


def lock_tournament(tournament: Tournament, action: str) -> None:
    """Lock the tournament and all its tables for the action, so that nothing is written at any of them, and read the
    tournament again. Raises TournamentClosed."""
    lock_evening(tournament, action)
    lock_tables(Table.objects.filter(round__tournament=tournament))


def generate_code() -> str:
    """Return an unused code: three characters, more if many are taken, with at least one letter, and not a word of the
    site's addresses. Raises NotNow if none is found in CODE_ATTEMPTS attempts."""
    for tries in range(CODE_ATTEMPTS):
        code = "".join(secrets.choice(ALPHABET) for _ in range(SHORTEST_CODE + tries // 10))
        if not code.isdigit() and code not in RESERVED_CODES and not Tournament.objects.filter(code=code).exists():
            return code
    raise NotNow(_("Aucun code n’est libre pour cette soirée : réessayez."))
