"""Resuming a tournament that went on without the computer: the draw printed beforehand in the breakdown pack is
published, so that the paper sheets can be typed in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_changed, sealed
from tournaments.actions.errors import NotNow
from tournaments.actions.evenings.lifecycle import lock_tournament
from tournaments.actions.saving import save_fields
from tournaments.draws import partners
from tournaments.models import Entry, Round, RoundDraft, Tournament
from tournaments.reading import phases
from tournaments.reading.prepared_draws import prepare_draw

from . import phases as seating_phases
from .drafts import FORMATS_DRAWN_AHEAD, create_tables
from .pairing_pool import PairingPool, build_pool
from .seating import delete_unwritten_tables


@sealed
def publish_prepared_round(tournament: Tournament, numbers: Mapping[int, int], size: int) -> Round:
    """Publish the next round as the breakdown pack has it, and return it. Rounds that are published already are left
    out; if rounds are drawn ahead, the later rounds of the pack become a draft.

    `numbers`: by entry, the number that it had on paper: 1, 2, 3 … without a gap; fixed partners, or a team, share one.
    An entry without a number is set absent. `size`: the number of players of most tables. Raises NotNow.
    """
    lock_tournament(tournament, "publish_prepared_round")
    free = tournament.format == Tournament.Format.FREE
    if free:
        delete_unwritten_tables(tournament.rounds.latest("n"))
    field = order_by_number(build_pool(tournament, 1 if free else None), numbers)
    present = [entry for number in range(1, len(field.units) + 1) for entry in field.list_seated(number)]
    tournament.entries.filter(pk__in=present).update(presence=Entry.Presence.PRESENT)
    tournament.entries.exclude(pk__in=present).update(presence=Entry.Presence.ABSENT)
    current, made = Round.objects.get_or_create(tournament=tournament, n=field.first)
    if not made and current.tables.exists():
        raise NotNow(_("Une table de cette ronde a commencé : la ronde ne se reprend plus du paquet."))
    save_fields(current, minutes=tournament.minutes, seed=tournament.pk)
    seal_changed(Round, [current.pk])
    rows = build_prepared_rows(field, size)
    create_tables(current, rows[0], sides=field.pattern == partners.BESIDE)
    tournament.drafts.all().delete()
    if tournament.format in FORMATS_DRAWN_AHEAD and rows[1:]:
        RoundDraft.objects.create(
            tournament=tournament,
            choice=1,
            chosen=True,
            seed=tournament.pk,
            first=field.first + 1,
            sizes=[size],
            rounds=rows[1:],
        )
    return current


def build_prepared_rows(field: PairingPool, size: int) -> list[dict[str, Any]]:
    """Return the rounds of the pack from the next one on, as a RoundDraft stores them; in a bracket, only the next
    round, which follows from the results. Raises NotNow if no round is left."""
    tournament = field.tournament
    phase = phases.get_current_phase(tournament) if tournament.format != Tournament.Format.SWISS else None
    if phase is None:
        rounds = prepare_draw(tournament, len(field.units), size).rounds
        if field.first > len(rounds):
            raise NotNow(_("Toutes les rondes du paquet sont déjà publiées."))
        return seating_phases.build_draft_rows(field, rounds[field.first - 1 :], ())
    if field.first == phase.since:
        phase = seating_phases.save_phase(tournament, replace(phase, sides=field.units[: phase.qualified], finals=None))
    return seating_phases.build_next_rounds(field, phases.read_phase_state(tournament, phase))


def order_by_number(field: PairingPool, numbers: Mapping[int, int]) -> PairingPool:
    """Return the pool with its players in the order of their numbers on paper; players without a number are left out.
    Raises NotNow if the numbers have a gap, or if two players share one."""
    of: dict[int, tuple[int, ...]] = {}
    for unit in field.units:
        found = {numbers[entry] for entry in unit if entry in numbers}
        if len(found) > 1 or found & set(of):
            raise NotNow(_("Deux joueurs ont le même numéro, ou des partenaires deux numéros : regardez la feuille."))
        if found:
            of[found.pop()] = unit
    if not of or sorted(of) != list(range(1, len(of) + 1)):
        raise NotNow(_("Les numéros vont de 1 au nombre des présents, sans trou."))
    return replace(field, units=tuple(of[n] for n in sorted(of)), spans=((1, None),) * len(of))
