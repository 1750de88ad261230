"""Other rules from a later round on: for example, finals in two tours after groups in one. They are set before the
first record of those rounds; afterwards a change is a correction of their tables (`rule_change.change_rules` with
`since`)."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.saving import save_fields
from tournaments.models import Record, Tournament
from tournaments.reading.preset_diff import spell_rules

from .lifecycle import check_rules, get_rules, lock_tournament, save_rules, write_rules_entry

MOST_ROUNDS = 100


@sealed
def set_stage(
    tournament: Tournament,
    since: int,
    *,
    preset: str,
    options: Mapping[str, Any],
    house_rule: str = "",
    actor: str = "",
) -> Tournament:
    """Set the rules that hold from round `since` on. If they are the rules of the round before, that part loses its own
    rules. Raises Refused, NotNow."""
    lock_tournament(tournament, "set_stage")
    check_stage(tournament, since)
    if tournament.format not in Tournament.DUELS and since > tournament.planned_rounds:
        sentence = _("La dernière ronde prévue est la ronde %(n)s.") % {"n": tournament.planned_rounds}
        raise Refused([FieldError("since", sentence)])
    preset, chosen = check_rules(tournament.game, preset, options)
    if get_rules(tournament.with_round_rules(since - 1)) == spell_rules(tournament.game, preset, chosen):
        remove_stage(tournament, since, actor=actor)
    else:
        save_rules(tournament, preset, chosen, house_rule, actor=actor, since=since)
    return tournament


@sealed
def drop_stage(tournament: Tournament, since: int, *, actor: str = "") -> None:
    """Remove the rules that begin with round `since`: those before it go on. Raises Refused, NotNow."""
    lock_tournament(tournament, "drop_stage")
    check_stage(tournament, since)
    remove_stage(tournament, since, actor=actor)


def check_stage(tournament: Tournament, since: int) -> None:
    """Raise NotNow if the tournament has free tables, without rounds; Refused if the round is out of bounds or if a
    table of the part that begins with it has a record."""
    if tournament.format == Tournament.Format.FREE:
        raise NotNow(_("À tables libres, toute la soirée se joue sous une seule règle."))
    if not 2 <= since <= MOST_ROUNDS:
        raise Refused([FieldError("since", _("De la ronde 2 à la ronde 100."))])
    if has_records_since(tournament, since):
        words = _("Un coup est déjà marqué : changer la règle demande une raison, et recompte les tables.")
        raise Refused([FieldError("since", words)])


def has_records_since(tournament: Tournament, since: int) -> bool:
    """True if a table of the part that begins with round `since` has a record."""
    rounds = tournament.find_stage_rounds(since)
    return Record.objects.filter(
        table__round__tournament=tournament, table__round__n__gte=rounds.start, table__round__n__lt=rounds.stop
    ).exists()


def remove_stage(tournament: Tournament, since: int, *, actor: str) -> None:
    """Remove the rules that begin with round `since`, and write an audit entry if this changes the rules."""
    before = get_rules(tournament.with_round_rules(since))
    save_fields(tournament, stages=[each for each in tournament.stages if each["since"] != since])
    seal_changed(Tournament, [tournament.pk])
    write_rules_entry(tournament, since, before, actor=actor)
