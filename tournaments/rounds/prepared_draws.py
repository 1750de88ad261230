"""Draws prepared before the tournament for each number of players that may come, with numbers for players.

They are printed in the pack for a breakdown of the computer, and can be used from there when it works again. They
depend only on the tournament's plan and on the size of most tables, both printed too, so the same draw is found again.
Reads a tournament, writes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

import scoring
from tournaments.draws import berger, groups, model, paper_bracket, partners
from tournaments.draws.seating import draw
from tournaments.models import Entry, Event, Seat
from tournaments.rounds import phases
from tournaments.rounds.phases import Phase, together

Pattern = Sequence[tuple[int, int]]
MARGIN = 2
"""How many players more, or fewer, may come than are expected."""
EFFORT = 0.1
TWO, FOUR = 2, 4


@dataclass(frozen=True)
class Ready:
    """The prepared draw for one number of players (of pairs, where these are fixed), who are numbered from 1.

    `size`: the number of players (or pairs) at most of the tables. `in_groups`: the numbers in each group. `matches`:
    the matches of a knockout, or of the finals after groups, where numbers are seeds; `games`: the games that win one.
    """

    players: int
    size: int
    rounds: tuple[model.Round, ...]
    in_groups: tuple[tuple[int, ...], ...] = ()
    matches: tuple[paper_bracket.PaperMatch, ...] = ()
    games: int = 1


def partner_seats(event: Event) -> Pattern | None:
    """Return which seats of four are partners, as two pairs of indices from 0; None if the game has no pairs."""
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
    """Count the players to be drawn: all who are not marked absent; pairs, where these are fixed."""
    there = event.entries.exclude(presence=Entry.Presence.ABSENT)
    if event.pairing == Event.Pairing.FIXED:
        return len(set(there.exclude(pair=None).values_list("pair", flat=True)))
    return there.count()


def numbers(event: Event) -> range:
    """Return the numbers of players for which a draw is prepared."""
    there = expected(event)
    fewest = max(there - MARGIN, min(sizes_of(event)))
    return range(fewest, max(there + MARGIN, fewest) + 1)


def ready(event: Event, players: int, size: int) -> Ready:
    """Prepare the draw of all rounds for this number of players. `size`: players at most of the tables."""
    if event.duels and event.format != Event.Format.SWISS:
        return ready_phase(phases.current(event) or Phase(event.format, 1), players)
    rounds = 1 if event.format == Event.Format.FREE else event.planned_rounds
    drawn = draw(model.Request(players, sizes_for(event, players, size), rounds, seed=event.pk, effort=EFFORT)).rounds
    pattern = partner_seats(event) if event.pairing == Event.Pairing.DRAWN else None
    return Ready(players, size, partners.split(drawn, (), pattern) if pattern else drawn)


def ready_phase(phase: Phase, there: int) -> Ready:
    """Prepare the draw of a round robin, groups or a knockout, which follow from the numbers alone."""
    players = min(there, phase.qualified or there)
    everybody, games = range(1, players + 1), phase.best_of // 2 + 1
    if phase.format == Event.Format.ALL:
        return Ready(players, TWO, berger.table(everybody, phase.double))
    if phase.format == Event.Format.KNOCKOUT:
        return Ready(players, TWO, (), matches=tuple(paper_bracket.matches(players, phase.scheme)), games=games)
    dealt = groups.snake(everybody, min(phase.groups, players))
    rounds = together([berger.table(group, phase.double) for group in dealt])
    finals = paper_bracket.matches(min(players, len(dealt) * phase.through + phase.best), phase.scheme)
    return Ready(players, TWO, rounds, dealt, tuple(finals), games)


def all_ready(event: Event) -> list[Ready]:
    """Prepare the draw for every number of players that may come."""
    size = usual_size(event)
    return [ready(event, players, size) for players in numbers(event)]


def usual_size(event: Event) -> int:
    """Return how many players (of the draw) most of the tables seat, published or else drafted.

    Without tables: four, or the allowed size nearest to it.
    """
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
    """Return the table sizes that may be drawn, in players (or pairs) of the draw."""
    if event.pairing == Event.Pairing.FIXED or event.duels:
        return (TWO,)
    return (FOUR,) if event.pairing == Event.Pairing.DRAWN else scoring.game(event.game).sizes


def sizes_for(event: Event, players: int, size: int) -> tuple[int, ...]:
    """Return the table sizes for a draw of so many players.

    Only `size` if it divides them; also one less if both together seat everybody; else also one less and one more.
    """
    if players % size == 0:
        return (size,)
    smaller = size - 1
    if smaller in sizes_of(event) and any(left % smaller == 0 for left in range(players, -1, -size)):
        return (smaller, size)
    return tuple(each for each in sizes_of(event) if abs(each - size) <= 1)
