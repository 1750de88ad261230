"""The tombola of an evening as pages and paper show it: never more of the seed than its digest, until all is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.tombola import compute_seed_digest, draw_tickets
from tournaments.models import Entry, Tombola, Tournament

from .shown_names import Viewer, get_entry_names


@dataclass(frozen=True)
class DrawnPrize:
    """A prize that is drawn: the number of the ticket that wins it, and its holder's name ("" where tickets are sold by
    number)."""

    n: int
    label: str
    ticket: int
    name: str


@dataclass(frozen=True)
class TombolaView:
    """A tombola as a page shows it. `won`: the prizes drawn, in their order; `waiting`: the names of the others;
    `seed`: "" until all are drawn; `holders`: the name for each ticket from 1, empty where tickets are sold by number;
    `count`: of all tickets."""

    tombola: Tombola
    digest: str
    seed: str
    won: Sequence[DrawnPrize]
    waiting: Sequence[str]
    holders: Sequence[str]
    count: int

    @property
    def newest(self) -> DrawnPrize | None:
        """The prize drawn last; None before the first."""
        return self.won[-1] if self.won else None

    @property
    def earlier(self) -> Sequence[DrawnPrize]:
        """The prizes drawn before the newest one, the latest first."""
        return self.won[-2::-1]

    @property
    def next_n(self) -> int:
        """The number of the prize to draw now."""
        return len(self.won) + 1


def find_tombola(tournament: Tournament) -> Tombola | None:
    """Return the tournament's tombola; None where none is set up."""
    return getattr(tournament, "tombola", None)


def read_tombola(tournament: Tournament, viewer: Viewer) -> TombolaView | None:
    """Return the tombola with names as this viewer may read them; None where none is set up."""
    tombola = find_tombola(tournament)
    if not tombola:
        return None
    holders = list_holders(tombola, {} if tombola.is_sold_by_number else get_entry_names(viewer, tournament))
    count = tombola.count_sold() or len(holders)
    drawn = draw_tickets(tombola.seed, count, tombola.drawn, several=tombola.several)
    first = tombola.first if tombola.first is not None else 1
    won = [
        DrawnPrize(n, label, first + at, holders[at] if holders else "")
        for n, (label, at) in enumerate(zip(tombola.prizes, drawn, strict=False), 1)
    ]
    return TombolaView(
        tombola,
        compute_seed_digest(tombola.seed),
        tombola.seed if tombola.is_over else "",
        won,
        tombola.prizes[tombola.drawn :],
        holders,
        count,
    )


def list_holders(tombola: Tombola, names: Mapping[int, str]) -> list[str]:
    """Return the name of each ticket's holder, in the order of the numbers: of the holders once these are fixed, before
    that of those who would hold one now."""
    if tombola.is_sold_by_number:
        return []
    if tombola.entries is not None:
        return [names.get(entry, "–") for entry in tombola.entries]
    playing = tombola.tournament.entries.exclude(presence=Entry.Presence.ABSENT).order_by("pk")
    return [names[entry] for entry in playing.values_list("pk", flat=True)]
