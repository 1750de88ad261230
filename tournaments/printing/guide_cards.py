"""Guide cards: for each table, where whoever sits at it goes after each round, of rounds that are drawn ahead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from tournaments.forms.games.game_paper import LETTERS
from tournaments.models import Tournament
from tournaments.presentation.text.numbers import NARROW_SPACE

from .round_papers import list_sitters

Places = dict[int, tuple[int, int]]
"""The table and the seat (from 1) of each entry in one round."""


@dataclass(frozen=True)
class GuideCard:
    """One table's card. `letters`: of its seats; `rows`: after which round ("" where it is the same after each), and
    where each seat's player goes."""

    n: int
    letters: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


def build_guide_cards(tournament: Tournament) -> dict[str, Any]:
    """Return the context of a card for every table, of the rounds published and drawn ahead."""
    rounds = dict(sorted(iterate_rounds(tournament)))
    tables = sorted({n for places in rounds.values() for n, _seat in places.values()})
    return {"cards": [_build_card(n, rounds) for n in tables] if len(rounds) > 1 else []}


def iterate_rounds(tournament: Tournament) -> Iterator[tuple[int, Places]]:
    """Yield the number of each round, published or drawn ahead, and its places."""
    published: dict[int, Places] = {}
    for n, entry, table, seat in list_sitters(tournament).values_list(
        "table__round__n", "entry", "table__n", "position"
    ):
        published.setdefault(n, {})[entry] = table, seat
    yield from published.items()
    if draft := tournament.drafts.filter(chosen=True).first():
        for n, row in enumerate(draft.rounds, draft.first):
            tables = enumerate(row["tables"], 1)
            yield n, {entry: (number, seat) for number, table in tables for seat, entry in enumerate(table, 1)}


def _build_card(table: int, rounds: dict[int, Places]) -> GuideCard:
    """Return the card of one table."""
    size = max(seat for places in rounds.values() for n, seat in places.values() if n == table)
    rows = []
    for (n, here), (_next, there) in pairwise(rounds.items()):
        at = {place: entry for entry, place in here.items()}
        whose = [at.get((table, seat)) for seat in range(1, size + 1)]
        rows.append((str(n), [_describe_place((table, seat), whose[seat - 1], there) for seat in range(1, size + 1)]))
    if all(places == rows[0][1] for _n, places in rows):
        rows = [("", rows[0][1])]
    return GuideCard(table, LETTERS[:size], rows)


def _describe_place(here: tuple[int, int], entry: int | None, there: Places) -> str:
    """Return where an entry goes from its place: «4 A», that it stays or rests, or "" for nobody."""
    if entry is None:
        return ""
    if entry not in there:
        return _("repos")
    table, seat = there[entry]
    return _("reste") if (table, seat) == here else f"{table}{NARROW_SPACE}{LETTERS[seat - 1]}"
