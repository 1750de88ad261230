"""What the draw must know of the people: who is present for which rounds, who keeps a fixed table, who must not sit
together, who is whose partner; and the format by which the rounds are drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.evenings.audit_log import note_change
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.saving import save_fields
from tournaments.actions.states import lock_evening
from tournaments.draws.partners import count_whist_rounds
from tournaments.models import AuditEntry, Entry, SeatingExclusion, Tournament
from tournaments.reading.phases import Phase
from tournaments.standings.ranking_orders import PRESETS

from .pairing_pool import find_partner_seats, get_next_round_number
from .phases import add_phase

MOST_ROUNDS = 100
MOST_MINUTES = 600
MOST_TABLES = 999


@sealed
def plan_rounds(
    tournament: Tournament,
    *,
    format: str,
    pairing: str = Tournament.Pairing.SINGLE,
    rounds: int = 1,
    minutes: int | None = None,
    phase: Phase | None = None,
    by_rating: bool = False,
) -> Tournament:
    """Set how the tournament is played: format, pairing, number of rounds (free tables have one), minutes per
    round. `phase`: the settings of the rounds to come, for formats in which two sides meet at a table. `by_rating`: the
    first of rounds that follow the standings is drawn by rating.

    Once a round is published, free tables cannot become rounds or the reverse, and the pairing cannot change. Drafts
    are deleted if the format, the pairing, the number of rounds or the phases change. Raises Refused, NotNow.
    """
    lock_tournament(tournament, "plan_rounds")
    check_plan(tournament, format, pairing, rounds, minutes)
    done = get_next_round_number(tournament) - 1
    if done and (tournament.format == Tournament.Format.FREE) != (format == Tournament.Format.FREE):
        raise NotNow(_("Des tables sont déjà placées : le déroulement ne change plus."))
    if done and pairing != tournament.pairing:
        raise NotNow(_("Une ronde est déjà publiée : on ne change plus qui joue avec qui."))
    wanted = by_rating and format == Tournament.Format.STANDING
    before = tournament.format, tournament.pairing, tournament.planned_rounds, tournament.phases, tournament.seeded_by
    if format in Tournament.DUELS:
        tournament.phases = add_phase(tournament, replace(phase or Phase(format, 0), format=format), done + 1)
        tournament.ranking = tournament.ranking or choose_initial_ranking(format, done)
    else:
        tournament.phases = [each for each in tournament.phases if each["since"] <= done]
    if not done and wanted != bool(tournament.seeding.get("wanted")):
        tournament.seeded_by = {"wanted": True} if wanted else None
    tournament.format, tournament.pairing = format, pairing
    planned = 1 if format == Tournament.Format.FREE else rounds
    tournament.planned_rounds, tournament.minutes = max(planned, done), minutes
    tournament.save(update_fields=["format", "pairing", "planned_rounds", "minutes", "phases", "ranking", "seeded_by"])
    seal_changed(Tournament, [tournament.pk])
    now = tournament.format, tournament.pairing, tournament.planned_rounds, tournament.phases, tournament.seeded_by
    if before != now:
        tournament.drafts.all().delete()
    return tournament


def choose_initial_ranking(format: str, done: int) -> dict[str, Any]:
    """Return the ranking to set for a tournament that has none: that of a Swiss if it begins as one, else an empty one.
    `done`: how many rounds are published."""
    return PRESETS["swiss"].as_json if format == Tournament.Format.SWISS and not done else {}


def check_plan(tournament: Tournament, format: str, pairing: str, rounds: int, minutes: int | None) -> None:
    """Check the settings of plan_rounds; `minutes`: of one round, None for no clock. Raises Refused with every problem,
    each under its field."""
    faults = []
    if format not in Tournament.Format.values:
        faults.append(FieldError("format", _("Choisissez un déroulement.")))
    faults += list_pairing_faults(tournament, format, pairing)
    if not 1 <= rounds <= MOST_ROUNDS:
        faults.append(FieldError("rounds", _("De 1 à 100 rondes.")))
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        faults.append(FieldError("minutes", _("De 1 à 600 minutes.")))
    if faults:
        raise Refused(faults)


def list_pairing_faults(tournament: Tournament, format: str, pairing: str) -> list[FieldError]:
    """Return the form errors of this pairing (single, fixed pairs, changing pairs, teams) in this format; [] if it
    fits."""
    faults = []
    if pairing not in Tournament.Pairing.values:
        faults.append(FieldError("pairing", _("Choisissez qui joue avec qui.")))
    elif pairing == Tournament.Pairing.TEAMS:
        faults += list_team_match_faults(tournament, format)
    elif pairing != Tournament.Pairing.SINGLE and find_partner_seats(tournament) is None:
        faults.append(FieldError("pairing", _("Ce jeu ne se joue pas à deux contre deux.")))
    elif pairing != Tournament.Pairing.SINGLE and format == Tournament.Format.FREE:
        faults.append(FieldError("pairing", _("À tables libres, chacun joue pour soi.")))
    duels = format in Tournament.DUELS
    if duels and pairing == Tournament.Pairing.DRAWN:
        faults.append(FieldError("pairing", explain_no_changing_pairs(tournament, format)))
    if duels and pairing == Tournament.Pairing.SINGLE and 2 not in tournament.table_sizes:
        faults.append(FieldError("format", explain_no_duels(tournament)))
    return faults


def explain_no_changing_pairs(tournament: Tournament, format: str) -> str | Promise:
    """Return the message that refuses changing pairs in a format in which pairs stay the same. It says to choose fixed
    pairs; or, for everybody against everybody, a whist tournament if one fits."""
    rounds = count_whist_rounds(tournament.entries.count()) if format == Tournament.Format.ALL else 0
    if not rounds:
        return _("Ici les paires restent les mêmes : choisissez des paires fixes.")
    words = _(
        "Ici les paires restent les mêmes. Jouer une fois avec chacun, deux fois contre chacun, c’est un tournoi de "
        "whist : choisissez des rondes tirées d’avance, %(n)s rondes."
    )
    return words % {"n": rounds}


def list_team_match_faults(tournament: Tournament, format: str) -> list[FieldError]:
    """Return why teams cannot meet in this tournament, drawn in this format."""
    if format not in Tournament.OF_TEAMS:
        return [FieldError("format", _("Équipe contre équipe : choisissez le suisse ou les toutes rondes."))]
    if 2 not in tournament.table_sizes:
        return [FieldError("pairing", _("Ce jeu ne se joue pas à deux : des équipes ne s’y rencontrent pas."))]
    if not tournament.team_score:
        return [FieldError("pairing", _("Faites d’abord les équipes."))]
    return []


def explain_no_duels(tournament: Tournament) -> Promise:
    """Return the message that says what to choose for a game that two players cannot play."""
    if find_partner_seats(tournament):
        return _("Ce jeu ne se joue pas à deux : choisissez deux contre deux.")
    return _("Ce jeu ne se joue pas à deux, ni deux contre deux : choisissez des rondes tirées au sort.")


@transaction.atomic
def set_presence(entries: Iterable[Entry], presence: str, *, actor: str | None = None) -> None:
    """Set whether these people of one tournament are present, expected or absent; who leaves or comes back is in the
    audit log. Raises TournamentClosed."""
    chosen, absent = list(entries), Entry.Presence.ABSENT
    if not chosen:
        return
    lock_evening(chosen[0].tournament, "set_presence")
    if moved := [each.pk for each in chosen if (each.presence == absent) != (presence == absent)]:
        after = {"entries": moved, "presence": presence}
        note_change(chosen[0].tournament, AuditEntry.Action.PRESENCE, actor=actor, after=after)
    Entry.objects.filter(pk__in=[entry.pk for entry in chosen]).update(presence=Entry.Presence(presence))


@transaction.atomic
def set_participation(
    entry: Entry, *, first: int, last: int | None, table: int | None, actor: str | None = None
) -> Entry:
    """Set the rounds that the entry plays, from `first` to `last` (None: to the end), and the fixed table of a player
    who cannot walk. Published rounds stay as they are. Raises Refused, TournamentClosed."""
    lock_evening(entry.tournament, "set_participation")
    faults = []
    if not 1 <= first <= MOST_ROUNDS:
        faults.append(FieldError("first_round", _("De la ronde 1 à la ronde 100.")))
    if last is not None and not 0 <= last <= MOST_ROUNDS:
        faults.append(FieldError("last_round", _("De la ronde 1 à la ronde 100.")))
    elif last and last < first:
        faults.append(FieldError("last_round", _("La dernière ronde ne vient pas avant la première.")))
    if table is not None and not 1 <= table <= MOST_TABLES:
        faults.append(FieldError("fixed_table", _("Écrivez le numéro d’une table.")))
    if faults:
        raise Refused(faults)
    before = {"entry": entry.pk, "first": entry.first_round, "last": entry.last_round, "table": entry.fixed_table}
    after = {"entry": entry.pk, "first": first, "last": last, "table": table}
    note_change(entry.tournament, AuditEntry.Action.PART, actor=actor, before=before, after=after)
    return save_fields(entry, first_round=first, last_round=last, fixed_table=table)


@transaction.atomic
def add_seating_exclusion(
    tournament: Tournament, entries: Sequence[Entry], *, actor: str | None = None
) -> SeatingExclusion:
    """Forbid that any two of these people sit at one table. Raises NotNow for fewer than two people."""
    lock_evening(tournament, "add_seating_exclusion")
    if len({entry.pk for entry in entries}) < 2:
        raise NotNow(_("Choisissez au moins deux personnes."))
    group = SeatingExclusion.objects.create(tournament=tournament)
    group.entries.set(entries)
    after = {"entries": sorted({entry.pk for entry in entries})}
    note_change(tournament, AuditEntry.Action.APART, actor=actor, after=after)
    return group


@transaction.atomic
def remove_seating_exclusion(exclusion: SeatingExclusion, *, actor: str | None = None) -> None:
    """Delete the exclusion: these people may sit together again. Raises TournamentClosed."""
    lock_evening(exclusion.tournament, "remove_seating_exclusion")
    before = {"entries": sorted(exclusion.entries.values_list("pk", flat=True))}
    note_change(exclusion.tournament, AuditEntry.Action.APART, actor=actor, before=before)
    exclusion.delete()


@sealed
def make_pair(tournament: Tournament, first: Entry, second: Entry) -> None:
    """Make two entries partners for the whole tournament; their former partners are without one. Raises NotNow."""
    lock_tournament(tournament, "make_pair")
    if first.pk == second.pk:
        raise NotNow(_("Une paire, c’est deux personnes."))
    check_pairs_may_change(tournament)
    former = Entry.objects.filter(tournament=tournament, pair__in=[n for n in (first.pair, second.pair) if n])
    seal_changed(Entry, [first.pk, second.pk, *former.values_list("pk", flat=True)])
    former.update(pair=None)
    taken = set(tournament.entries.exclude(pair=None).values_list("pair", flat=True))
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    Entry.objects.filter(pk__in=[first.pk, second.pk]).update(pair=number)


@sealed
def dissolve_pair(tournament: Tournament, number: int) -> None:
    """Dissolve the pair of this number. Raises NotNow if pairs are fixed and a round is published."""
    lock_tournament(tournament, "dissolve_pair")
    check_pairs_may_change(tournament)
    former = tournament.entries.filter(pair=number)
    seal_changed(Entry, former.values_list("pk", flat=True))
    former.update(pair=None)


def check_pairs_may_change(tournament: Tournament) -> None:
    """Raise NotNow if pairs can no longer change: they are fixed, and a round is published."""
    if tournament.pairing == Tournament.Pairing.FIXED and get_next_round_number(tournament) > 1:
        raise NotNow(_("Une ronde est déjà publiée : les paires ne changent plus, on remplace un joueur à sa table."))
