"""An event's standings as the table that pages, files and paper show, in the words of its game."""

from collections.abc import Iterator, Mapping

import scoring
from tournaments.models import Event
from tournaments.tables import Address, StandingsTable

from .queries import standing
from .ranking import Row


def standings_table(
    event: Event, names: Mapping[int, str] | None = None, address: Address | None = None
) -> StandingsTable:
    """Everybody ranked; `names` and `address` as in `standing` and `StandingsTable`."""
    return table_of(event, standing(event, names), address)


def table_of(event: Event, rows: tuple[Row, ...], address: Address | None = None) -> StandingsTable:
    """These rows of the event's standings."""
    return StandingsTable(
        rows, address=address, points=not in_jetons(event), with_brusquembilles=settles_brusquembilles(event)
    )


def in_jetons(event: Event) -> bool:
    """Does the event's game, as its options stand, count in jetons? Otherwise in points."""
    return any(scoring.opening(setting).purses for setting in settings_of(event))


def settles_brusquembilles(event: Event) -> bool:
    """Are brusquembilles won and lost at some number of players?"""
    fields = (field for setting in settings_of(event) for field in scoring.game(event.game).fields(setting))
    return any(field.path.startswith("brusquembilles.") for field in fields)


def settings_of(event: Event) -> Iterator[scoring.Setting]:
    """A table of each size that the event's rules allow."""
    for size in scoring.game(event.game).sizes:
        players = tuple(str(place) for place in range(1, size + 1))
        try:
            yield scoring.setting(event.game, players, event.preset, event.options)
        except scoring.Refused:
            continue
