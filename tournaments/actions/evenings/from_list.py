"""A tournament made together with the list of its players."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from tournaments.actions.people.player_import import ImportOutcome, ListedPlayer, import_players
from tournaments.models import Club, Tournament

from .lifecycle import create_tournament


@transaction.atomic
def create_tournament_from_list(
    club: Club, listed: Sequence[ListedPlayer], decisions: Mapping[int, str], **evening: Any
) -> tuple[Tournament, ImportOutcome]:
    """Create a tournament and enter the list's people in it, or neither. `evening`: as `create_tournament` takes it.
    Raises Refused."""
    tournament = create_tournament(club, **evening)
    return tournament, import_players(club, listed, decisions, tournament)
