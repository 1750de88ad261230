"""Draws made before the evening, by number, for as many players as may come: printed in the breakdown pack, and taken
up again from there. The event's plan and the size of most tables decide them, both said on paper: so the same draw is
found again. Reads an event, writes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

import scoring
from tournaments import phases
from tournaments.draws import berger, groups, model, onpaper, partners
from tournaments.draws.seating import draw
from tournaments.models import Entry, Event, Seat
from tournaments.phases import Phase, together

Pattern = Sequence[tuple[int, int]]
MARGIN = 2
"""How many more may come than are expected, or fewer."""
EFFORT = 0.1
TWO, FOUR = 2, 4


@dataclass(frozen=True)
class Ready:
    """The rounds for so many players (pairs, where these are fixed), who are numbered from 1, most at tables of `size`
    (in players of the draw). `in_groups`: who is in which group; `matches`: of a knockout, or of the finals after
    groups, where the numbers are seeds; each is won by `games` games."""

    players: int
    size: int
    rounds: tuple[model.Round, ...]
    in_groups: tuple[tuple[int, ...], ...] = ()
    matches: tuple[onpaper.PaperMatch, ...] = ()
    games: int = 1


def partner_seats(event: Event) -> Pattern | None:
    """Which seats of a table of four are partners (from 0); None where the event's game has no pairs."""
    names = ("1", "2", "3", "4")
    for pattern in (partners.BESIDE, partners.OPPOSITE):
        sides = tuple(tuple(names[seat] for seat in pair) for pair in pattern)
        try:
            scoring.setting(event.game, names, event.preset, event.options, sides)
        except scoring.Refused:
            continue
        return pattern
    return None


def expected(event: Event) -> int:
    """How many are to be drawn: everybody who is not known to be absent; pairs, where these are fixed."""
    there = event.entries.exclude(presence=Entry.Presence.ABSENT)
    if event.pairing == Event.Pairing.FIXED:
        return len(set(there.exclude(pair=None).values_list("pair", flat=True)))
    return there.count()


def numbers(event: Event) -> range:
    """For how many players a draw is ready."""
    there = expected(event)
    fewest = max(there - MARGIN, min(sizes_of(event)))
    return range(fewest, max(there + MARGIN, fewest) + 1)


def ready(event: Event, players: int, size: int) -> Ready:
    """All rounds of the evening for so many players."""
    if event.duels and event.format != Event.Format.SWISS:
        return ready_phase(phases.current(event) or Phase(event.format, 1), players)
    rounds = 1 if event.format == Event.Format.FREE else event.planned_rounds
    drawn = draw(model.Request(players, sizes_for(event, players, size), rounds, seed=event.pk, effort=EFFORT)).rounds
    pattern = partner_seats(event) if event.pairing == Event.Pairing.DRAWN else None
    return Ready(players, size, partners.split(drawn, (), pattern) if pattern else drawn)


def ready_phase(phase: Phase, there: int) -> Ready:
    """A round robin, groups, a knockout: they follow from the numbers alone."""
    players = min(there, phase.qualified or there)
    everybody, games = range(1, players + 1), phase.best_of // 2 + 1
    if phase.format == Event.Format.ALL:
        return Ready(players, TWO, berger.table(everybody, phase.double))
    if phase.format == Event.Format.KNOCKOUT:
        return Ready(players, TWO, (), matches=tuple(onpaper.matches(players, phase.scheme)), games=games)
    dealt = groups.snake(everybody, min(phase.groups, players))
    rounds = together([berger.table(group, phase.double) for group in dealt])
    finals = onpaper.matches(min(players, len(dealt) * phase.through + phase.best), phase.scheme)
    return Ready(players, TWO, rounds, dealt, tuple(finals), games)


def all_ready(event: Event) -> list[Ready]:
    size = usual_size(event)
    return [ready(event, players, size) for players in numbers(event)]


def usual_size(event: Event) -> int:
    """What most of its tables seat so far, published or drafted; else four, or what the game has nearest to it."""
    draft = event.drafts.filter(chosen=True).first()
    seated = (
        Seat.objects.filter(table__round__event=event).values_list("table").annotate(n=Count("position", distinct=True))
    )
    found = [n for _table, n in seated.order_by("table")] or [
        len(table) for row in (draft.rounds if draft else []) for table in row["tables"]
    ]
    people = 2 if event.pairing == Event.Pairing.FIXED else 1
    counted = Counter(n // people for n in found)
    allowed = sizes_of(event)
    most = max(allowed, key=lambda size: (counted[size], size))
    return most if counted[most] else min(allowed, key=lambda size: (abs(size - FOUR), size))


def sizes_of(event: Event) -> tuple[int, ...]:
    """The sizes of table that may be drawn, in players of the draw."""
    if event.pairing == Event.Pairing.FIXED or event.duels:
        return (TWO,)
    return (FOUR,) if event.pairing == Event.Pairing.DRAWN else scoring.game(event.game).sizes


def sizes_for(event: Event, players: int, size: int) -> tuple[int, ...]:
    """Tables of this size; where that leaves somebody over, some that are one smaller; else of both next sizes too."""
    if players % size == 0:
        return (size,)
    smaller = size - 1
    if smaller in sizes_of(event) and any(left % smaller == 0 for left in range(players, -1, -size)):
        return (smaller, size)
    return tuple(each for each in sizes_of(event) if abs(each - size) <= 1)
