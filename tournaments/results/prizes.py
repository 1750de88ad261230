"""Award a tournament's prizes by its standings, and add up its money. Reads the database; knows no page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Account, Fee, Prize, Tournament
from tournaments.standings.balances import PlayerBalance, TournamentBalance
from tournaments.standings.prizes import LotAward, PrizeLot, award_lots
from tournaments.standings.ranking import StandingsRow, get_name_key

from .tallies import filter_entries_that_played, get_counted_sums, get_standings


@dataclass(frozen=True)
class PrizeAward:
    """One award with its prizes and the standings rows of its winners, best first."""

    award: LotAward
    lots: tuple[Prize, ...]
    winners: tuple[StandingsRow, ...]


def award_prizes(tournament: Tournament, rows: Sequence[StandingsRow] | None = None) -> list[PrizeAward]:
    """Return who wins which prizes by the present standings.

    rows: the tournament's standings, where they are known already.
    """
    lots = {prize.pk: prize for prize in tournament.prizes.all()}
    if not lots:
        return []
    rows = get_standings(tournament) if rows is None else rows
    by_entry = {row.tally.entry: row for row in rows}
    asked = [PrizeLot(it.pk, it.kind, it.place, it.group, it.cents, it.shared) for it in lots.values()]
    found = award_lots(
        rows, asked, get_groups(tournament), find_newcomers(tournament), allow_several=get_account(tournament).several
    )
    return [
        PrizeAward(each, tuple(lots[key] for key in each.lots), tuple(by_entry[entry] for entry in each.winners))
        for each in found
    ]


def list_unclaimed(lots: Iterable[Prize], found: Iterable[PrizeAward]) -> list[Prize]:
    """Return the prizes that nobody wins.

    No player fills the place, or there is nobody in the group or among the newcomers.
    """
    taken = {lot.pk for each in found for lot in each.lots}
    return [prize for prize in lots if prize.pk not in taken]


def get_account(tournament: Tournament) -> Account:
    """Return the tournament's account; an unsaved one with the default values where it has none."""
    return Account.objects.filter(tournament=tournament).first() or Account(tournament=tournament)


def get_groups(tournament: Tournament) -> dict[int, str]:
    """Return, by entry, the group that the player competes in; entries without a group are left out."""
    return dict(Fee.objects.filter(entry__tournament=tournament).exclude(group="").values_list("entry", "group"))


def find_newcomers(tournament: Tournament) -> set[int]:
    """Return the entries whose player played no coup at the club on an earlier day."""
    before = get_counted_sums().filter(
        seat__entry__tournament__club=tournament.club_id, seat__entry__tournament__date__lt=tournament.date
    )
    old = set(filter_entries_that_played(before).values_list("player", flat=True))
    return {pk for pk, player in tournament.entries.values_list("pk", "player") if player not in old}


def build_balance(tournament: Tournament) -> TournamentBalance:
    """Return every player's balance, by name, and the total of the prizes."""
    fee = get_account(tournament).fee_cents
    lines = []
    for entry in sorted(
        tournament.entries.select_related("fee"), key=lambda each: (get_name_key(each.shown_name), each.pk)
    ):
        dues = getattr(entry, "fee", None) or Fee()
        due = fee if dues.due_cents is None else dues.due_cents
        lines.append(PlayerBalance(entry.pk, entry.shown_name, dues.group, due, dues.paid_cents))
    return TournamentBalance(tuple(lines), sum(prize.cents for prize in tournament.prizes.all()))
