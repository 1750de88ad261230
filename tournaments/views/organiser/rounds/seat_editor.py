"""The editor of seats by hand, for the draft of a round and for free tables: each table with a plate for every player,
what an exchange with the picked player would cost, and the answer to each touch."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.actions.errors import ActionError
from tournaments.draws.exchanges import ExchangePrice
from tournaments.draws.meetings import list_pairs
from tournaments.models import Tournament
from tournaments.presentation.text.numbers import format_signed
from tournaments.views.numbers import parse_number
from tournaments.views.requests import MemberRequest

MOST_KEPT = 2000
"""Tables made, of 1 kB each, that a process keeps."""
Pair = tuple[int, int]


@dataclass(frozen=True)
class MeasureLine:
    """One measure of a draft, or of an exchange, in words. `mark`: "go" if nothing better is possible, "warn" if the
    organiser should look, else ""."""

    words: str
    mark: str = ""


@dataclass(frozen=True)
class Plate:
    """One player's place in the seat editor. `worth`: what is said of him there, as text or HTML; `is_lit`: he meets
    somebody again; `is_taken`: he is picked to be moved; `price`: what an exchange with the player so picked would
    cost; `deals`: he deals first at his table; `sent`: the field that a touch sends."""

    entry: int
    name: str
    worth: str
    is_lit: bool
    is_taken: bool
    price: MeasureLine | None
    deals: bool
    sent: str


@dataclass(frozen=True)
class Repeat:
    """Two players at one table who met before, or should not meet. `words`: when they met, or that they should not;
    `is_clash`: they should not."""

    people: tuple[str, ...]
    words: str
    is_clash: bool = False


@dataclass(frozen=True)
class FreePlace:
    """A free place to which the player picked to be moved can go. `value`: as the form sends it; `where`: which table,
    for who does not see it; `price`: what it costs to go there."""

    value: str
    words: str
    where: str = ""
    price: MeasureLine | None = None

    @property
    def key(self) -> str:
        """The part of `value` that names the table: it stays the same when the table's next place is free."""
        return self.value.partition(":")[0]


@dataclass(frozen=True)
class EditedTable:
    """One table in the seat editor, with the plates of its players.

    `repeats`: who at it should not meet, and who met before. `is_kept`: it stays as it is. `by_hand`: its players can
    be moved. `sides`: the names of each side; True if two sides play whose members are not named; False or empty if
    each plays alone. `free`: its free places, after the last plate. `group`: the name of the group that plays there, or
    "". `why`: what brought them together. `problem`: why it cannot play. `may_pair`: sides may be chosen."""

    n: int
    plates: Sequence[Plate]
    repeats: Sequence[Repeat]
    is_kept: bool
    by_hand: bool
    sides: Sequence[Sequence[str]] | bool
    free: Sequence[FreePlace] = ()
    group: str = ""
    why: str = ""
    problem: str = ""
    may_pair: bool = False
    pk: int = 0

    @property
    def html(self) -> str:
        """The HTML of its plates and free places, in the active language."""
        return make_plates(tuple(self.plates), tuple(self.free), self.by_hand, get_language())

    @property
    def empty(self) -> bool:
        """True if nobody sits there and it has not begun."""
        return not self.is_kept and not self.plates


@lru_cache(maxsize=MOST_KEPT)
def make_plates(plates: tuple[Plate, ...], free: tuple[FreePlace, ...], by_hand: bool, language: str) -> str:
    """Return the HTML of these plates and free places in this language, which is the active one; it is rendered once
    and kept. `by_hand`: players can be picked."""
    return render_to_string("organiser/_plates.html", {"plates": plates, "free": free, "by_hand": by_hand})


class SeatEditor:
    """The editor of a page, which `organiser/_seat_editor.html` shows. A subclass builds its `tables`, and `aside`, the
    plates of those who sit at no table.

    `section`: its id on the page. `url`: where a touch is sent, with the fields `sent`. `free`: the places beside those
    who sit at no table. `by_hand`: players can be picked to be moved. `in_matches`: whole teams are picked. `moved`:
    the entries that move together with the one picked.

    `names`: by entry. `numbers`: the number of each entry, by which the pairs below name it; partners who move together
    have the same number. `met`: the pairs that met before; `forbidden`: the pairs that must not meet; `prices`: what
    exchanging the picked entry (`taken`) with each other one would cost."""

    section: str
    url: str
    sent: Mapping[str, int] = MappingProxyType({})
    free: Sequence[FreePlace] = ()
    by_hand = True
    in_matches = False
    moved: Sequence[int | None] = ()

    aside: Sequence[Plate]
    names: Mapping[int, str]
    numbers: Mapping[int, int]
    met: Collection[Pair]
    forbidden: Collection[Pair]
    taken: int | None
    prices: Mapping[int, ExchangePrice]

    @property
    def picked(self) -> tuple[int, str] | None:
        """(Id, name) of the entry that is picked to be moved; None if none is."""
        return (self.taken, self.names[self.taken]) if self.taken else None

    @property
    def tray(self) -> str:
        """The HTML of the plates of those who sit at no table, and of the free places beside them."""
        return make_plates(tuple(self.aside), tuple(self.free), self.by_hand, get_language())

    def find_pairs(self, entries: Sequence[int], among: Collection[Pair]) -> list[Pair]:
        """Return the pairs that these entries form at one table, as pairs of their numbers, as far as they are in
        `among`."""
        numbers = {self.numbers[entry] for entry in entries if entry in self.numbers}
        return [pair for pair in list_pairs(numbers) if pair in among]

    def describe_pairs(self, entries: Sequence[int], repeats: Sequence[Pair]) -> list[Repeat]:
        """Say who of the entries at one table should not meet, then who met before."""
        clashes = self.find_pairs(entries, self.forbidden)
        sentences = [
            Repeat(tuple(map(self.name_number, pair)), _("à ne pas réunir"), is_clash=True) for pair in clashes
        ]
        return [
            *sentences,
            *(Repeat(tuple(map(self.name_number, pair)), self.describe_repeat(pair)) for pair in repeats),
        ]

    def name_number(self, number: int) -> str:
        """Return the name of the entry, or the names of the partners, of that number."""
        return self.names[number]

    def describe_repeat(self, _pair: Pair) -> str:
        """Return the words on when the pair met before."""
        return _("déjà ensemble")

    def build_plates(
        self, entries: Sequence[int], worths: Mapping[int, str], repeats: Sequence[Pair] = (), dealer: int = 0
    ) -> list[Plate]:
        """Return the plates of those of the entries who have a name. `repeats`: the pairs among them that met before or
        should not meet, by their numbers; `worths`: what is said of them, by entry; `dealer`: the position that deals
        first."""
        lit = {number for pair in repeats for number in pair}
        return [
            Plate(
                entry,
                self.names[entry],
                conditional_escape(worths.get(entry, "")),
                self.numbers.get(entry, 0) in lit,
                entry == self.taken,
                describe_price(price, in_match=self.in_matches)
                if (price := self.prices.get(self.numbers.get(entry, 0)))
                else None,
                position == dealer,
                "leave" if entry in (self.taken, *self.moved) else "with" if self.taken else "take",
            )
            for position, entry in enumerate(entries, 1)
            if entry in self.names
        ]


def describe_price(price: ExchangePrice, *, in_match: bool = False) -> MeasureLine | None:
    """Return the short line on what an exchange would cost («+1 répétée»), in which repeated meetings weigh more than
    ranks; None if it costs nothing. `in_match`: whole teams would change places."""
    if price.same_table:
        return MeasureLine(_("même rencontre") if in_match else _("même table"))
    if price.forbidden > 0:
        return MeasureLine(_("à éviter"), "warn")
    wider = _("écart %(n)s") % {"n": format_signed(price.spread)} if price.spread else ""
    if price.repeats > 0:
        words = ngettext("+%(n)s répétée", "+%(n)s répétées", price.repeats)
        return MeasureLine(words % {"n": price.repeats}, "warn")
    if price.repeats < 0:
        words = ngettext("−%(n)s répétée", "−%(n)s répétées", -price.repeats)
        return MeasureLine(words % {"n": -price.repeats}, "go")
    return MeasureLine(wider, "" if price.spread > 0 else "go") if wider else None


def edit_seats(
    request: MemberRequest,
    tournament: Tournament,
    apply_edit: Callable[[Tournament, QueryDict], str | None],
    render_page: Callable[..., HttpResponse],
    address: str,
) -> HttpResponse:
    """Answer one touch: show the page with nobody taken (`leave`), with a player taken (`take`) or with other tables of
    it (`turn`); or apply an edit, and redirect to `address`. The page itself comes back if htmx waits for it or if the
    edit was refused, with the error message, and the player who was taken still taken.

    apply_edit: applies the edit that was posted; returns an error message, or None; may raise ActionError.
    """
    post = request.POST
    entry = parse_number(post.get("entry"))
    if "leave" in post:
        return render_page(request, tournament)
    if "take" in post or "turn" in post:
        return render_page(request, tournament, picked=parse_number(post.get("take")) or entry)
    try:
        refused = apply_edit(tournament, post)
    except ActionError as why:
        refused = str(why)
    if not refused and (done := describe_seat_edit(tournament, entry, parse_number(post.get("with")))):
        messages.success(request, done)
    if refused or request.htmx:
        return render_page(request, tournament, refused=refused, picked=entry if refused else None)
    return redirect(address)


def describe_seat_edit(tournament: Tournament, entry: int | None, other: int | None) -> str:
    """Say which of these two entries (ids, None for nobody) changed places; "" where the edit moved nobody."""
    names = {each.pk: each.shown_name for each in tournament.entries.filter(pk__in=[entry, other])} if entry else {}
    one, two = names.get(entry or 0), names.get(other or 0)
    if one and two:
        return _("%(one)s et %(other)s ont échangé leurs places.") % {"one": one, "other": two}
    return _("%(one)s a changé de place.") % {"one": one} if one else ""
