"""What is still open at the tables of a tournament: sheets that nobody has read, or that nobody but their writer has
seen, tables that play, players who left. Asked before a round is published and before an evening is closed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.book.loading import load_sheet
from tournaments.book.table_cards import TableCard, list_cards
from tournaments.models import Agreement, Entry, MentionsLeaving, Record, Seat, Table, Tournament, UnplayedTable
from tournaments.reading.table_status import TableStatus

from .grouping import group_pairs


def list_unread_tables(tournament: Tournament) -> list[tuple[int, int, bool | None]]:
    """Return (round number, table number, whether its partie ended; None if it played nothing) of the tables whose
    sheet nobody has confirmed since its last event. Tables never to be played are left out; once the evening is closed,
    so is one that has played nothing, unless it was adjourned. One query."""
    unread = Table.objects.filter(round__tournament=tournament).unread()
    if tournament.status == Tournament.Status.CLOSED:
        unread = unread.exclude(summary=None, unplayed=None)
    return list(unread.order_by("round__n", "n").values_list("round__n", "n", "summary__complete"))


def list_seats_in_play(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Return (table, entry) of those who played coups at a table whose partie goes on. One query."""
    going_on = Seat.objects.filter(table__round__tournament=tournament, table__summary__complete=False)
    return frozenset(going_on.filter(table__unplayed=None, summary__coups__gt=0).values_list("table", "entry"))


def list_open_tables(statuses: Iterable[TableStatus]) -> list[TableStatus]:
    """Return the tables at which something is still to be done: to play, count or confirm, or to go on after an
    adjournment. A confirmed sheet needs nothing more, even if the tokens counted differ from it."""
    return [each for each in statuses if is_open(each)]


def is_open(status: TableStatus) -> bool:
    """True if something is still to be done at the table: playing, counting or confirming."""
    return not status.is_done or status.stage == "adjourned"


def group_whole_rounds(statuses: Iterable[TableStatus], *, annulled: bool) -> Mapping[int, list[TableStatus]]:
    """Return, by number, the rounds that an organiser can annul, or play after all, as a whole, since none of their
    tables has begun; each with the tables concerned, which are two or more. Rounds of free tables are left out.

    annulled: False for the rounds to annul, with their tables still to play; True for those in which all tables are
    annulled, with all of these.
    """
    drawn = (each for each in statuses if each.card.tournament.format != Tournament.Format.FREE)
    groups = {}
    for n, tables in group_pairs((each.round, each) for each in drawn).items():
        kinds = {each.card.unplayed.kind if each.card.unplayed else "" for each in tables}
        same = kinds == {UnplayedTable.UnplayedKind.ANNULLED}
        chosen = [each for each in tables if same or is_open(each)] if same == annulled else []
        if len(chosen) > 1 and not any(each.card.has_records for each in tables):
            groups[n] = chosen
    return groups


def list_copied_sheets(statuses: Iterable[TableStatus]) -> list[TableStatus]:
    """Return the tables that are over, wait for a confirmation, and of which organisers wrote every record: at most one
    query."""
    ended = [each for each in statuses if each.awaits_closing]
    if not ended:
        return []
    copied = Table.objects.filter(pk__in=[each.card.table.pk for each in ended]).written_at_desk()
    copied_pks = set(copied.values_list("pk", flat=True))
    return [each for each in ended if each.card.table.pk in copied_pks]


def list_leavers(tournament: Tournament, n: int) -> list[str]:
    """Return the names of those who left a table of the last published round and are still to play in round n."""
    left = Record.objects.filter(MentionsLeaving("body"), table__round=tournament.rounds.current())
    sheets = [load_sheet(pk) for pk in left.values_list("table", flat=True).distinct()]
    names = {name for sheet in sheets if sheet.state for name in sheet.state.left}
    if not names:
        return []
    staying = Q(last_round=None) | Q(last_round__gte=n)
    entries = tournament.entries.filter(staying, shown_name__in=names).exclude(presence=Entry.Presence.ABSENT)
    return list(entries.order_by("shown_name").values_list("shown_name", flat=True))


@dataclass(frozen=True)
class UnseenSheet:
    """A finished sheet that nobody but its writer has looked at. `last`: its last record, with the writer and when."""

    card: TableCard
    last: Record


def list_unseen_sheets(tournament: Tournament) -> Sequence[UnseenSheet]:
    """Return the finished sheets that one person alone has written and nobody else has confirmed since, or agreed to a
    coup of; by round and table. A constant number of queries."""
    unread = Table.objects.filter(round__tournament=tournament, summary__complete=True).unread()
    last, hands = dict[int, Record](), dict[int, set[str]]()
    written = Record.objects.filter(table__in=unread.values("pk")).order_by("number")
    for record in written.only("table_id", "number", "actor", "at"):
        last[record.table_id] = record
        hands.setdefault(record.table_id, set()).add(record.actor)
    agreed = set(Agreement.objects.filter(table__in=hands).values_list("table", flat=True))
    alone = [pk for pk, actors in hands.items() if len(actors) == 1 and pk not in agreed]
    cards = list_cards(Table.objects.filter(pk__in=alone).order_by("round__n", "n"))
    return [UnseenSheet(card, last[card.table.pk]) for card in cards]
