"""Read the evenings of a season for `seasons`: three queries for each evening, whatever its size.

Reads the database; knows no page and no rule of a game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.models import Club, Entry, Event, Player, Season
from tournaments.standings.ranking import anew
from tournaments.standings.seasons import Evening, Outing, Rule, SeasonRow, season

from .tallies import standing


def counted(of: Season) -> list[Event]:
    """Return the season's evenings that are public, the earliest first."""
    return list(of.events.shown())


def season_rows(found: Season, names: Mapping[int, str]) -> tuple[list[Event], tuple[SeasonRow, ...]]:
    """Return the evenings that count, and every player ranked over them. `names`: by player of the club."""
    events = counted(found)
    return events, season(evenings_of(events), Rule.of(found.rule), names)


def evenings_of(events: Iterable[Event]) -> list[Evening]:
    """Return the outcome of each evening, with the club's players in place of entries."""
    events = list(events)
    entries = Entry.objects.filter(event__in=events).values_list("pk", "player")
    player_of = dict(entries)
    return [Evening(event.pk, event.game, outings(event, player_of)) for event in events]


def outings(event: Event, player_of: Mapping[int, int]) -> tuple[Outing, ...]:
    """Return each player's outcome of one evening; players who have not played a coup are left out."""
    rows = anew(row for row in standing(event) if row.tally.coups)
    sharing = Counter(row.rank for row in rows)
    return tuple(
        Outing(player_of[row.tally.entry], row.rank, sharing[row.rank], len(rows), row.tally.total) for row in rows
    )


def club_names(club: Club) -> dict[int, str]:
    """Return, by player, a name that is unique in the club: a second player of the same name is numbered."""
    met: Counter[str] = Counter()
    names = {}
    for pk, name in Player.objects.filter(club=club).order_by("pk").values_list("pk", "name"):
        met[name] += 1
        names[pk] = name if met[name] == 1 else f"{name} {met[name]}"
    return names
