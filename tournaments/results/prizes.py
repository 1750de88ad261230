"""Award a tournament's prizes by its standings, and add up its money. Reads the database; knows no page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Dues, Event, Prize, Treasury
from tournaments.standings.balances import Accounts, Owing
from tournaments.standings.prizes import Award, Lot, awards
from tournaments.standings.ranking import Row, name_order

from .tallies import counting, standing, who_played


@dataclass(frozen=True)
class Given:
    """One award with its prizes and the standings rows of its winners, best first."""

    award: Award
    lots: tuple[Prize, ...]
    winners: tuple[Row, ...]


def given(event: Event, rows: Sequence[Row] | None = None) -> list[Given]:
    """Return who wins which prizes by the present standings.

    rows: the tournament's standings, where they are known already.
    """
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
    """Return the prizes that nobody wins.

    No player fills the place, or there is nobody in the group or among the newcomers.
    """
    taken = {lot.pk for each in found for lot in each.lots}
    return [prize for prize in lots if prize.pk not in taken]


def treasury(event: Event) -> Treasury:
    """Return the tournament's account; an unsaved one with the default values where it has none."""
    return Treasury.objects.filter(event=event).first() or Treasury(event=event)


def groups(event: Event) -> dict[int, str]:
    """Return, by entry, the group that the player competes in; entries without a group are left out."""
    return dict(Dues.objects.filter(entry__event=event).exclude(group="").values_list("entry", "group"))


def newcomers(event: Event) -> set[int]:
    """Return the entries whose player played no coup at the club on an earlier day."""
    before = counting().filter(seat__entry__event__club=event.club_id, seat__entry__event__date__lt=event.date)
    old = set(who_played(before).values_list("player", flat=True))
    return {pk for pk, player in event.entries.values_list("pk", "player") if player not in old}


def accounts(event: Event) -> Accounts:
    """Return every player's balance, by name, and the total of the prizes."""
    fee = treasury(event).fee_cents
    lines = []
    for entry in sorted(event.entries.select_related("dues"), key=lambda each: (name_order(each.shown_name), each.pk)):
        dues = getattr(entry, "dues", None) or Dues()
        due = fee if dues.due_cents is None else dues.due_cents
        lines.append(Owing(entry.pk, entry.shown_name, dues.group, due, dues.paid_cents))
    return Accounts(tuple(lines), sum(prize.cents for prize in event.prizes.all()))
