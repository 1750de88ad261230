"""The evenings of a season as `seasons` counts them: three queries an evening, whatever its size.

Knows where things are stored; knows no page and no rule of a game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.models import Club, Entry, Event, Player, Season

from .queries import standing
from .ranking import anew
from .seasons import Evening, Outing, Rule, SeasonRow, season


def counted(of: Season) -> list[Event]:
    """Its evenings that anybody may see, the first one first."""
    return list(of.events.shown())


def season_rows(found: Season, names: Mapping[int, str]) -> tuple[list[Event], tuple[SeasonRow, ...]]:
    """The evenings that count, and everybody ranked over them. `names`: of the club's players."""
    events = counted(found)
    return events, season(evenings_of(events), Rule.of(found.rule), names)


def evenings_of(events: Iterable[Event]) -> list[Evening]:
    """Each event's standings, its players as the club's. Who has not played a coup was not there."""
    events = list(events)
    entries = Entry.objects.filter(event__in=events).values_list("pk", "player")
    player_of = dict(entries)
    return [Evening(event.pk, event.game, outings(event, player_of)) for event in events]


def outings(event: Event, player_of: Mapping[int, int]) -> tuple[Outing, ...]:
    rows = anew(row for row in standing(event) if row.tally.coups)
    sharing = Counter(row.rank for row in rows)
    return tuple(
        Outing(player_of[row.tally.entry], row.rank, sharing[row.rank], len(rows), row.tally.total) for row in rows
    )


def club_names(club: Club) -> dict[int, str]:
    """By player, a name that nobody else of the club bears: of two, the second is numbered."""
    met: Counter[str] = Counter()
    names = {}
    for pk, name in Player.objects.filter(club=club).order_by("pk").values_list("pk", "name"):
        met[name] += 1
        names[pk] = name if met[name] == 1 else f"{name} {met[name]}"
    return names
