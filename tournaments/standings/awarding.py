"""An event's prizes, given out by its standings, and its money. Knows where things are stored; knows no page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Dues, Event, Prize, Treasury

from .accounts import Accounts, Owing
from .prizes import Award, Lot, awards
from .queries import counting, standing, who_played
from .ranking import Row, name_order


@dataclass(frozen=True)
class Given:
    """One award with its lots and the standings' rows of who has it, best first."""

    award: Award
    lots: tuple[Prize, ...]
    winners: tuple[Row, ...]


def given(event: Event, rows: Sequence[Row] | None = None) -> list[Given]:
    """Who has which lot as the event stands. `rows`: its standings, where they are known."""
    lots = {prize.pk: prize for prize in event.prizes.all()}
    if not lots:
        return []
    rows = standing(event) if rows is None else rows
    by_entry = {row.tally.entry: row for row in rows}
    asked = [Lot(it.pk, it.kind, it.place, it.group, it.cents, it.shared) for it in lots.values()]
    found = awards(rows, asked, groups(event), newcomers(event), several=treasury(event).several)
    return [
        Given(each, tuple(lots[key] for key in each.lots), tuple(by_entry[entry] for entry in each.winners))
        for each in found
    ]


def unclaimed(lots: Iterable[Prize], found: Iterable[Given]) -> list[Prize]:
    """Those of an event's lots that nobody has: a place that nobody fills, a group or newcomers there are none of."""
    taken = {lot.pk for each in found for lot in each.lots}
    return [prize for prize in lots if prize.pk not in taken]


def treasury(event: Event) -> Treasury:
    return Treasury.objects.filter(event=event).first() or Treasury(event=event)


def groups(event: Event) -> dict[int, str]:
    """By entry, the group that he competes in."""
    return dict(Dues.objects.filter(entry__event=event).exclude(group="").values_list("entry", "group"))


def newcomers(event: Event) -> set[int]:
    """The entries whose player played no coup at the club on an earlier day."""
    before = counting().filter(seat__entry__event__club=event.club_id, seat__entry__event__date__lt=event.date)
    old = set(who_played(before).values_list("player", flat=True))
    return {pk for pk, player in event.entries.values_list("pk", "player") if player not in old}


def accounts(event: Event) -> Accounts:
    """Everybody's account, by name; and what the prizes cost."""
    fee = treasury(event).fee_cents
    lines = []
    for entry in sorted(event.entries.select_related("dues"), key=lambda each: (name_order(each.shown_name), each.pk)):
        dues = getattr(entry, "dues", None) or Dues()
        due = fee if dues.due_cents is None else dues.due_cents
        lines.append(Owing(entry.pk, entry.shown_name, dues.group, due, dues.paid_cents))
    return Accounts(tuple(lines), sum(prize.cents for prize in event.prizes.all()))
