"""Who there is to draw, from which round on, and what went before: an event as `draws` sees it. Writes nothing.

A draw knows players by number. Here each number is an entry, or two entries where pairs are fixed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import scoring
from tournaments.draws import model, partners
from tournaments.draws.divisions import Division, propose
from tournaments.models import Entry, Event, Rest, Round, Season, Seat, Unplayed
from tournaments.ready import Pattern, partner_seats

EFFORT = 0.1
"""What a page may take: some tenths of a second at the worst."""
FOUR = partners.FOUR
REMEMBERED = 60
"""Rounds of a season that a draw counts, at most: the last ones."""


def next_round(event: Event) -> int:
    """The number of the round that is to be published next."""
    current = event.rounds.current()
    return current.n + 1 if current else 1


@dataclass(frozen=True)
class Field:
    """The players of the draw, numbered from 1 in the order of `units` (the entries that each stands for), from round
    `first` on. `there`: from which round to which each plays (None: to the end), or None where he is absent. `lone`:
    entries that have no partner where pairs are fixed. `remembered`: how many rounds of `previous` are those of other
    evenings of the season."""

    event: Event
    first: int
    units: tuple[tuple[int, ...], ...]
    there: tuple[tuple[int, int | None] | None, ...]
    lone: tuple[int, ...]
    previous: tuple[model.Round, ...]
    forbidden: frozenset[tuple[int, int]]
    fixed: tuple[tuple[int, int], ...]
    pattern: Pattern | None
    remembered: int = 0

    @property
    def pairs(self) -> bool:
        return self.event.pairing == Event.Pairing.FIXED

    @property
    def sizes(self) -> tuple[int, ...]:
        """The table sizes that may be drawn, in players of the draw."""
        if self.pairs or self.event.duels:
            return (2,)
        return (FOUR,) if self.event.pairing == Event.Pairing.DRAWN else scoring.game(self.event.game).sizes

    def absent(self, n: int) -> frozenset[int]:
        """The players who are not there for round n."""
        return frozenset(p for p, span in enumerate(self.there, 1) if not is_there(span, n))

    def present(self, n: int) -> list[int]:
        return [p for p in range(1, len(self.units) + 1) if is_there(self.there[p - 1], n)]

    def people(self, n: int) -> set[int]:
        """The entries that round n must seat or rest."""
        return {entry for p in self.present(n) for entry in self.units[p - 1]}

    def divisions(self) -> tuple[Division, ...]:
        """Ways to divide those who are there for the first round to draw."""
        return propose(len(self.present(self.first)), self.sizes)

    def request(self, rounds: int, **asked: Any) -> model.Request:
        """What to ask of the draw; `asked`: sizes, seed, locked, standing, effort."""
        chosen: dict[str, Any] = {"sizes": self.sizes, "effort": EFFORT} | asked
        return model.Request(
            players=len(self.units),
            rounds=rounds,
            previous=self.previous,
            forbidden=self.forbidden,
            absent=tuple(self.absent(n) for n in range(self.first, self.first + rounds)),
            fixed=self.fixed,
            **chosen,
        )

    def standing(self, merits: Mapping[int, int]) -> tuple[int, ...]:
        """Each player's score from those of the entries (the higher the better); a pair has the sum of both."""
        return tuple(sum(merits.get(entry, 0) for entry in unit) for unit in self.units)

    def entries(self, table: Sequence[int]) -> list[int]:
        """The entries of a table in seat order. Partners sit as the game has them."""
        both = [self.units[player - 1] for player in table]
        if not self.pairs or len(both) != 2 or self.pattern is None:
            return [entry for unit in both for entry in unit]
        seats = {seat: both[side][i] for side, pair in enumerate(self.pattern) for i, seat in enumerate(pair)}
        return [seats[seat] for seat in range(FOUR)]

    def players(self, entries: Iterable[int]) -> tuple[int, ...]:
        """The players of the draw whom these entries are, each once, in order; who is none is left out."""
        of = self.number_of
        return tuple(dict.fromkeys(of[entry] for entry in entries if entry in of))

    @property
    def number_of(self) -> dict[int, int]:
        return {entry: n for n, unit in enumerate(self.units, 1) for entry in unit}


def is_there(span: tuple[int, int | None] | None, n: int) -> bool:
    return span is not None and span[0] <= n and (span[1] is None or n <= span[1])


def field_of(event: Event, first: int | None = None) -> Field:
    """The event's field for the round `first` (the next one) and those after it: seven queries, and three more where a
    season is counted."""
    first = first or next_round(event)
    entries = list(event.entries.order_by("pk"))
    units, lone = units_of(event, entries)
    known = {entry.pk: entry for entry in entries}
    blank = Field(event, first, units, tuple(there(unit, known) for unit in units), lone, (), frozenset(), (), None)
    season = of_the_season(blank)
    return Field(
        event,
        first,
        units,
        blank.there,
        lone,
        previous=(*season, *played(blank)),
        remembered=len(season),
        forbidden=apart(blank),
        fixed=tuple((n, wanted) for n, unit in enumerate(units, 1) if (wanted := fixed_table(unit, known))),
        pattern=partner_seats(event) if event.pairing != Event.Pairing.SINGLE else None,
    )


def units_of(event: Event, entries: Sequence[Entry]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Who is drawn as one, and who has no partner to be drawn with."""
    if event.pairing != Event.Pairing.FIXED:
        return tuple((entry.pk,) for entry in entries), ()
    pairs: dict[int | None, list[int]] = {}
    for entry in entries:
        pairs.setdefault(entry.pair, []).append(entry.pk)
    lone = pairs.pop(None, [])
    lone += [pk for some in pairs.values() if len(some) != 2 for pk in some]
    return tuple(tuple(some) for some in pairs.values() if len(some) == 2), tuple(lone)


def there(unit: Sequence[int], known: Mapping[int, Entry]) -> tuple[int, int | None] | None:
    """The rounds for which all of them are there."""
    people = [known[pk] for pk in unit]
    if any(each.presence == Entry.Presence.ABSENT for each in people):
        return None
    ends = [each.last_round for each in people if each.last_round is not None]
    return max(each.first_round for each in people), min(ends, default=None)


def fixed_table(unit: Sequence[int], known: Mapping[int, Entry]) -> int | None:
    return next((known[pk].fixed_table for pk in unit if known[pk].fixed_table), None)


def apart(field: Field) -> frozenset[tuple[int, int]]:
    of = field.number_of
    groups: dict[int, set[int]] = {}
    for group, entry in field.event.aparts.values_list("pk", "entries"):
        if entry in of:
            groups.setdefault(group, set()).add(of[entry])
    return frozenset(pair for group in groups.values() for pair in combinations(sorted(group), 2))


def of_the_season(field: Field) -> list[model.Round]:
    """The rounds of the other evenings of its seasons, the last ones played: the same people met and rested there."""
    counted = Season.objects.filter(events=field.event, in_draws=True, hidden=False)
    others = Event.objects.shown().filter(seasons__in=counted).exclude(pk=field.event.pk).distinct()
    rounds = list(Round.objects.filter(event__in=others).order_by("-event__date", "-event", "-n")[:REMEMBERED])
    if not rounds:
        return []
    tonight = dict(field.event.entries.values_list("player", "pk"))
    sat: dict[tuple[int, int], dict[int, int]] = {}
    seats = Seat.objects.filter(table__round__in=rounds).order_by("table", "since")
    for n, table, place, player in seats.values_list("table__round", "table", "position", "entry__player"):
        sat.setdefault((n, table), {})[place] = tonight.get(player, 0)
    rested: dict[int, list[int]] = {}
    for n, player in Rest.objects.filter(round__in=rounds).values_list("round", "entry__player"):
        rested.setdefault(n, []).append(tonight.get(player, 0))
    tables: dict[int, list[tuple[int, ...]]] = {}
    for (n, _table), places in sat.items():
        tables.setdefault(n, []).append(field.players(places[place] for place in sorted(places)))
    return [
        model.Round(tuple(table for table in tables.get(each.pk, []) if table), field.players(rested.get(each.pk, [])))
        for each in reversed(rounds)
    ]


def played(field: Field) -> tuple[model.Round, ...]:
    """The rounds before the first one to draw: who sat with whom in the end, and who rested. At a table that was not
    played nobody met; who came for it in vain has rested."""
    before = {"round__event": field.event, "round__n__lt": field.first}
    sat: dict[tuple[int, int], dict[int, int]] = {}
    rested: dict[int, list[int]] = {}
    for n, table, position, entry, kind, absent in seats_of(before):
        if kind in Unplayed.FINAL:
            came = kind != Unplayed.Kind.ANNULLED and position not in absent
            rested.setdefault(n, []).extend([entry] if came else [])
        else:
            sat.setdefault((n, table), {})[position] = entry
    for n, entry in Rest.objects.filter(**before).values_list("round__n", "entry"):
        rested.setdefault(n, []).append(entry)
    tables: dict[int, list[tuple[int, ...]]] = {n: [] for n in range(1, field.first)}
    for (n, _), places in sorted(sat.items()):
        tables[n].append(field.players(places[position] for position in sorted(places)))
    return tuple(
        model.Round(tuple(table for table in tables[n] if table), field.players(rested.get(n, []))) for n in tables
    )


def seats_of(rounds: Mapping[str, Any]) -> Iterable[tuple[int, int, int, int, str | None, Any]]:
    """(round, table, place, entry, what became of the table, who forfeits it) of these rounds' last sitters."""
    columns = ("table__round__n", "table__n", "position", "entry", "table__unplayed__kind", "table__unplayed__absent")
    seats = Seat.objects.filter(**{f"table__{key}": value for key, value in rounds.items()}).order_by("since")
    return {(n, table, at): (n, table, at, *rest) for n, table, at, *rest in seats.values_list(*columns)}.values()
