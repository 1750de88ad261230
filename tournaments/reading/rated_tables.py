"""A club's closed evenings as tables that skill is reckoned from. Public evenings alone, read by `played_evenings`: so
merged players are one person, and those who left a table stand where the rules place them.

Players who want no rating, or whose name was erased, are left out of these tables, as if they had not sat there.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db.models import Q

from tournaments.models import Club, Player, Tournament
from tournaments.standings.rated_tables import RatedTable, leave_players_out

from .played_evenings import PlayedEvening, compute_stamp_digest, find_played_evenings, read_stamps


def list_rated_tournaments(club: Club) -> dict[str, list[Tournament]]:
    """Return the club's closed public tournaments, from which ratings are computed, by game; the earliest first."""
    tournaments: dict[str, list[Tournament]] = defaultdict(list)
    for tournament in Tournament.objects.visible().closed().filter(club=club).order_by("date", "pk"):
        tournaments[tournament.game].append(tournament)
    return dict(tournaments)


UNRATED = Q(rated=False) | Q(erasure__isnull=False)


def list_unrated_players(club: Club) -> set[int]:
    """Return the ids of the players for whom no rating is computed: those not to be rated, and those erased."""
    return set(Player.objects.filter(UNRATED, club=club).values_list("pk", flat=True))


def read_rated_tables(tournaments: Sequence[Tournament], unrated: set[int]) -> list[RatedTable]:
    """Return the tables of these tournaments, without the players `unrated` (ids)."""
    evenings = find_played_evenings(tournaments)
    tables = [table for each in tournaments for table in _iter_tables(each, evenings[each.pk])]
    return leave_players_out(tables, unrated)


def _iter_tables(tournament: Tournament, evening: PlayedEvening) -> Iterator[RatedTable]:
    """Yield the tables of one tournament where two sides or more played."""
    places: dict[int, dict[int, int]] = defaultdict(dict)
    people: dict[tuple[int, int], set[int]] = defaultdict(set)
    for result in evening.results.results:
        places[result.table][result.side] = result.place
        people[result.table, result.side].add(evening.player_of[result.entry])
    for table, by_side in places.items():
        sides = tuple(tuple(sorted(people[table, side])) for side in by_side)
        seated = [player for side in sides for player in side]
        if len(sides) > 1 and len(set(seated)) == len(seated):  # nobody is judged against himself, who changed seats
            yield RatedTable(table, tournament.pk, tournament.date.toordinal(), sides, tuple(by_side.values()))


def compute_ratings_stamps(tournaments: dict[str, list[Tournament]], unrated: set[int]) -> dict[str, str]:
    """Return, by game, a digest of all that its ratings are computed from; it differs once anything of that has
    changed. `tournaments`: by game; `unrated`: the ids of the players left out."""
    stamps = read_stamps({each.pk: each for those in tournaments.values() for each in those})
    digests = {}
    for game, those in tournaments.items():
        seen = [(each.pk, str(each.date), compute_stamp_digest(stamps[each.pk])) for each in those]
        digests[game] = hashlib.sha256(json.dumps([seen, sorted(unrated)]).encode()).hexdigest()
    return digests
