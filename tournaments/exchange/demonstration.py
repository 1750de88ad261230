"""The demonstration tournament, in a club of its own: three tables, one finished, one in the middle, one
beginning, and a coup that was corrected. It is made once."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

from django.utils import timezone

from scoring import FIRST_GAME
from tournaments.actions.decisions import sealed
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables.corrections import correct_event, preview_correction
from tournaments.actions.tables.recording import play_tables
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.models import Club, Table, Tournament
from tournaments.models.clubs import DEMONSTRATION_CLUB

from .invented_clubs import get_or_create_club
from .simulation import build_event_chooser

NAMES = (
    "Anne-Cécile Lefèvre",
    "Basile d’Aubigné",
    "Chloé Prud’homme",
    "Denis Le Goff",
    "Édith Saint-Cyr",
    "François L’Hostis",
    "Gaël Müller",
    "Hélène Çelik",
    "Jean-Noël O’Brien",
    "Léonie Bœuf",
    "Maÿlis de La Tour",
)
TABLES = ((0, 3, None), (3, 7, 2), (7, 10, 1))  # first name, last name, coups played (None: all)
SEED = 1718


@sealed
def get_or_create_demonstration() -> Tournament:
    """Return the demonstration tournament, made if necessary; every active account becomes a member of its club."""
    club = get_or_create_club(DEMONSTRATION_CLUB)
    return club.tournaments.filter(entries__shown_name=NAMES[0]).first() or create_demonstration(club)


def create_demonstration(club: Club) -> Tournament:
    """Create the club's demonstration tournament, with its tables partly played and one coup corrected; return it."""
    tournament = create_tournament(club, name=str(FIRST_GAME.name), date=timezone.localdate(), players=NAMES)
    entries = {entry.shown_name: entry for entry in tournament.entries.all()}
    seat_round(tournament, 1, [[entries[name] for name in NAMES[first:last]] for first, last, _ in TABLES])
    open_tournament(tournament)
    chance = Random(SEED)
    for n, (_, _, most) in enumerate(TABLES, 1):
        table = Table.objects.get(round__tournament=tournament, n=n)
        play_tables([table.pk], build_event_chooser(tournament.game, chance, most, tricks=0), actor="table:1")
    correct_one_coup(Table.objects.get(round__tournament=tournament, n=1))
    return tournament


def correct_one_coup(table: Table) -> None:
    """Correct one coup of the table, as if two points had first been given to the wrong player."""
    sheet = load_sheet(table.pk)
    position, event = next(find_possible_corrections(sheet))
    correct_event(
        table.pk, position, event, key="demonstration-1", number=sheet.next_number, actor="table:2", reason=REASON
    )


REASON = "Deux points comptés à la mauvaise personne"


def find_possible_corrections(sheet: Sheet) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (position, corrected event) for each correction that the table allows of moving two points from one player
    to another, in a coup written as totals."""
    for position, event in enumerate(map(sheet.to_seats, sheet.events), 1):
        for giver, taker in permutations(event.get("points", ()), 2):
            points = event["points"] | {giver: event["points"][giver] - 2, taker: event["points"][taker] + 2}
            corrected = event | {"points": points}
            if not preview_correction(sheet.table.pk, position, corrected).blocked:
                yield position, corrected
