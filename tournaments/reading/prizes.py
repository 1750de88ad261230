"""Read the money of a tournament, and who competes for which of its prizes. Reads the database; knows no page."""

from dataclasses import replace

from tournaments.models import Account, Fee, Tournament
from tournaments.standings.balances import PlayerBalance, TournamentBalance
from tournaments.standings.ranking import get_name_key

from .shown_names import turn_names
from .tallies import filter_entries_that_played, get_counted_sums


def get_account(tournament: Tournament) -> Account:
    """Return the tournament's `Account` (its entry fee and the rule for prizes); an unsaved one where it has none."""
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
    """Return what each player owes and has paid, in the order of the names, and the total of the prizes."""
    fee = get_account(tournament).fee_cents
    lines = []
    for entry in sorted(
        tournament.entries.select_related("fee"), key=lambda each: (get_name_key(each.shown_name), each.pk)
    ):
        dues = getattr(entry, "fee", None) or Fee()
        due = fee if dues.due_cents is None else dues.due_cents
        lines.append(PlayerBalance(entry.pk, entry.shown_name, dues.group, due, dues.paid_cents))
    return TournamentBalance(tuple(lines), sum(prize.cents for prize in tournament.prizes.all()))


def build_listed_balance(tournament: Tournament) -> TournamentBalance:
    """Return what each player owes and has paid, with the names as alphabetic lists show them and in their order, and
    the total of the prizes."""
    balance = build_balance(tournament)
    lines = {line.entry: line for line in balance.lines}
    names = turn_names(tournament, {entry: line.name for entry, line in lines.items()})
    return replace(balance, lines=tuple(replace(lines[entry], name=name) for entry, name in names.items()))
