"""Making a tournament of a report: its name, its day, its players in the order of their starting ranks, its format and
its number of rounds. Results stay in the file: a book holds coups, and a report has none."""

import datetime

from django.db import transaction

from tournaments import actions
from tournaments.models import Club, Tournament
from tournaments.models.clubs import NAME_LENGTH
from tournaments.reading.phases import LIST, Phase

from .report import TrfReport

FORMAT_WORDS = (
    (Tournament.Format.GROUPS, ("groups", "poules", "gironi")),
    (Tournament.Format.KNOCKOUT, ("knock", "elimin", "élimin")),
    (Tournament.Format.ALL, ("robin", "toutes rondes", "berger")),
)
"""Words of a report's type of tournament that tell its format; without any it is a Swiss."""


@transaction.atomic
def import_report(club: Club, report: TrfReport, *, game: str, name: str, today: datetime.date) -> Tournament:
    """Create the tournament, in preparation. `name`: where the report has none; `today`: where it has no day. Raises
    Refused, NotNow."""
    tournament = actions.create_tournament(
        club,
        name=report.name[:NAME_LENGTH].strip() or name,
        date=report.date or today,
        game=game,
        players=[player.name for player in report.players],
    )
    found = choose_format(report.kind)
    return actions.plan_rounds(tournament, format=found, rounds=report.rounds, phase=Phase(found, 0, seeding=LIST))


def choose_format(kind: str) -> str:
    """Return the format of two sides that a report's type of tournament names."""
    told = kind.lower()
    return next((each for each, words in FORMAT_WORDS if any(word in told for word in words)), Tournament.Format.SWISS)
