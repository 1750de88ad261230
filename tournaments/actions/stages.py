"""Other rules from a later round on: the finals in two tours, say, after groups in one. Settled before that part's
first record; afterwards it is a correction of its tables (`rules.change_rules` since that round)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments import house_rules
from tournaments.models import Event, Record

from .errors import Fault, NotNow, Refused
from .evenings import checked_rules, keep_ruling, lock_event, put_rules, rules_of

MOST_ROUNDS = 100


@transaction.atomic
def set_stage(
    event: Event, since: int, *, preset: str, options: Mapping[str, Any], house_rule: str = "", by: str = ""
) -> Event:
    """From round `since` on these rules hold; where they are the ones before it, that part is none of its own any more.
    Raises Refused, NotNow."""
    lock_event(event)
    check_stage(event, since)
    preset, chosen = checked_rules(event.game, preset, options)
    if same(event.of_round(since - 1), preset, chosen):
        take_away(event, since, by=by)
    else:
        put_rules(event, preset, chosen, house_rule, by=by, since=since)
    return event


def same(event: Event, preset: str, options: Mapping[str, Any]) -> bool:
    """Are these the event's rules, whatever is said of an option that is as the preset has it?"""
    game = scoring.game(event.game)
    now = house_rules.in_force(game, event.preset, event.options)
    return preset == event.preset and now == house_rules.in_force(game, preset, options)


@transaction.atomic
def drop_stage(event: Event, since: int, *, by: str = "") -> Event:
    """From round `since` on the rules go on as before it. Raises NotNow."""
    lock_event(event)
    check_stage(event, since)
    take_away(event, since, by=by)
    return event


def check_stage(event: Event, since: int) -> None:
    if event.format == Event.Format.FREE:
        raise NotNow(_("À tables libres, toute la soirée se joue sous une seule règle."))
    if not 2 <= since <= MOST_ROUNDS:
        raise Refused([Fault("since", _("De la ronde 2 à la ronde 100."))])
    if written_in(event, since):
        words = _("Un coup est déjà marqué : changer la règle demande une raison, et recompte les tables.")
        raise Refused([Fault("since", words)])


def written_in(event: Event, since: int) -> bool:
    """Has a table of the part that begins with this round written?"""
    rounds = event.rounds_ruled(since)
    return Record.objects.filter(
        table__round__event=event, table__round__n__gte=rounds.start, table__round__n__lt=rounds.stop
    ).exists()


def take_away(event: Event, since: int, *, by: str) -> None:
    before = rules_of(event.of_round(since))
    event.stages = [each for each in event.stages if each["since"] != since]
    event.save(update_fields=["stages"])
    keep_ruling(event, since, before, by=by)
