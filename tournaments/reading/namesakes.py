"""What tells players of one name apart: how often and when each played last, and his licence."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max

from tournaments.models import Entry, Player, PlayerDetails, Tournament
from tournaments.standings.ranking import get_name_key

from .grouping import group_pairs


@dataclass(frozen=True)
class Namesake:
    """A player of whose name there is another. `rank`: which of them he is, from 1, in the order in which they came,
    those last who were taken out of the list and never played; `licence`: or ""; `evenings`: how many he was entered
    in; `last`: the day of the latest, or None."""

    rank: int
    licence: str
    evenings: int
    last: date | None


def find_namesakes(players: Iterable[Player]) -> dict[int, Namesake]:
    """Return, by id, what tells apart those of these players who have the same name as another of them. No query where
    there are none."""
    by_name = group_pairs((get_name_key(player.name), (player.active, player.pk)) for player in players)
    shared = [same for same in by_name.values() if len(same) > 1]
    if not shared:
        return {}
    alike = [pk for same in shared for _active, pk in same]
    entered = Entry.objects.filter(player__in=alike, tournament__hidden=False)
    entered = entered.exclude(tournament__status=Tournament.Status.DRAFT)
    rows = entered.values("player").annotate(evenings=Count("pk"), last=Max("tournament__date"))
    played = {row["player"]: (row["evenings"], row["last"]) for row in rows}
    licences = dict(PlayerDetails.objects.filter(player__in=alike).values_list("player", "licence"))
    orders = (sorted(same, key=lambda each: (not each[0] and each[1] not in played, each[1])) for same in shared)
    ranks = {pk: n for order in orders for n, (_active, pk) in enumerate(order, 1)}
    return {pk: Namesake(n, licences.get(pk, ""), *played.get(pk, (0, None))) for pk, n in ranks.items()}
