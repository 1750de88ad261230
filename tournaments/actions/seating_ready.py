"""An evening that went on without the computer: the draw on which it was played, out of the breakdown pack, is taken up
again, so that its sheets can be typed in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import phases
from tournaments.draws import partners
from tournaments.models import Draft, Entry, Event, Round
from tournaments.ready import ready

from . import seating_phases
from .errors import NotNow
from .evenings import lock_event
from .seating import clear
from .seating_drafts import BEFOREHAND, kept_rows, seat_all
from .seating_field import Field, field_of


@transaction.atomic
def take_up_ready(event: Event, numbered: Mapping[int, int], size: int) -> Round:
    """Publish the round that is next as the pack has it. `numbered`: by entry, the number that each had on paper, 1, 2,
    3 … without a gap; partners who stay together have one number. Who has none was not there. `size`: what most tables
    seat. Of the pack's draw the rounds published already are left out; the rest follow, one by one. Raises NotNow."""
    lock_event(event)
    free = event.format == Event.Format.FREE
    if free:
        clear(event.rounds.latest("n"))
    field = as_numbered(field_of(event, 1 if free else None), numbered)
    present = [entry for unit in field.units for entry in unit]
    event.entries.filter(pk__in=present).update(presence=Entry.Presence.PRESENT)
    event.entries.exclude(pk__in=present).update(presence=Entry.Presence.ABSENT)
    current, made = Round.objects.get_or_create(event=event, n=field.first)
    if not made and current.tables.exists():
        raise NotNow(_("Une table de cette ronde a commencé : la ronde ne se reprend plus du paquet."))
    current.minutes, current.seed = event.minutes, event.pk
    current.save(update_fields=["minutes", "seed"])
    rows = rows_ready(field, size)
    seat_all(current, rows[0], sides=field.pattern == partners.BESIDE)
    event.drafts.all().delete()
    if event.format in BEFOREHAND and rows[1:]:
        Draft.objects.create(
            event=event, choice=1, chosen=True, seed=event.pk, first=field.first + 1, sizes=[size], rounds=rows[1:]
        )
    return current


def rows_ready(field: Field, size: int) -> list[dict[str, Any]]:
    """The rounds from the next one on as the pack has them; of a bracket the next one, as the results have it. Raises
    NotNow where none is left."""
    event = field.event
    phase = phases.current(event) if event.format != Event.Format.SWISS else None
    if phase is None:
        rounds = ready(event, len(field.units), size).rounds
        if field.first > len(rounds):
            raise NotNow(_("Toutes les rondes du paquet sont déjà publiées."))
        return kept_rows(field, rounds[field.first - 1 :], ())
    if field.first == phase.since:
        phase = seating_phases.keep_phase(event, replace(phase, sides=field.units[: phase.qualified], finals=None))
    return seating_phases.follow(field, phases.stand(event, phase))


def as_numbered(field: Field, numbered: Mapping[int, int]) -> Field:
    """The field with its players in the order of the pack's numbers. Raises NotNow where these leave a gap, or two
    share one."""
    of: dict[int, tuple[int, ...]] = {}
    for unit in field.units:
        found = {numbered[entry] for entry in unit if entry in numbered}
        if len(found) > 1 or found & set(of):
            raise NotNow(_("Deux joueurs ont le même numéro, ou des partenaires deux numéros : regardez la feuille."))
        if found:
            of[found.pop()] = unit
    if not of or sorted(of) != list(range(1, len(of) + 1)):
        raise NotNow(_("Les numéros vont de 1 au nombre des présents, sans trou."))
    return replace(field, units=tuple(of[n] for n in sorted(of)), there=((1, None),) * len(of))
