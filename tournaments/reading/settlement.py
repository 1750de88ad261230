"""The settlement of an evening in money, where its jetons are worth some. Reads the database; nothing of it is written
into the book."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.models import JetonWorth, SeatSummary, Tournament
from tournaments.standings.jeton_money import MoneySettlement, settle_jetons
from tournaments.standings.ranking import get_name_key

from .grouping import group_pairs
from .sums import compute_sums
from .tallies import StandingsScope


@dataclass(frozen=True)
class SettlementLine:
    """What one player gains or loses in the settlement. `name`: "" for the baskets of tables not played to their end;
    `jetons` and `minor_units`: the gain, below zero a loss."""

    name: str
    jetons: int
    minor_units: int


@dataclass(frozen=True)
class MoneyHandOver:
    """How much `payer` hands to `payee`, in minor units; each a name, or "" for the baskets of tables not played to
    their end."""

    payer: str
    payee: str
    minor_units: int


@dataclass(frozen=True)
class EveningSettlement:
    """The settlement of one evening. `worth`: what a jeton is worth; `hand_overs`: who pays whom; `lines`: everybody
    who played, by name, and last the baskets where something is left in them."""

    worth: JetonWorth
    lines: tuple[SettlementLine, ...]
    hand_overs: tuple[MoneyHandOver, ...]
    money: MoneySettlement

    @property
    def left_in_baskets(self) -> int:
        """How many jetons are left in the baskets."""
        return sum(line.jetons for line in self.lines if not line.name)


def find_worths(tournament: Tournament) -> tuple[JetonWorth | None, JetonWorth | None]:
    """Return (what a jeton is worth by the tournament's own setting, by its club's), each None where it is not set; one
    query."""
    jeton_worths = list(JetonWorth.objects.filter(Q(tournament=tournament) | Q(club=tournament.club_id)))
    own = next((worth for worth in jeton_worths if worth.tournament_id), None)
    return own, next((worth for worth in jeton_worths if worth.club_id), None)


def choose_worth(own: JetonWorth | None, of_club: JetonWorth | None) -> JetonWorth | None:
    """Return the worth of jetons that counts: the tournament's own, else its club's. None where jetons are worth no
    money."""
    worth = own or of_club
    return worth if worth and worth.minor_units else None


def build_settlement(tournament: Tournament, worth: JetonWorth) -> EveningSettlement | None:
    """Return who owes whom how much by what is written now. None where nobody has won a jeton.

    Only what was played for counts: tables in jetons, and no bonus or penalty of the standings.
    """
    gains = list_jeton_gains(tournament)
    if not any(jetons for _name, jetons in gains):
        return None
    names = [name for name, _jetons in gains]
    money = settle_jetons([jetons for _name, jetons in gains], worth.minor_units, worth.jetons)
    if not money.is_shortest:
        tables = list_tables_by_place(tournament, names)
        money = settle_jetons([jetons for _name, jetons in gains], worth.minor_units, worth.jetons, tables)
    lines = tuple(SettlementLine(*gain, amount) for gain, amount in zip(gains, money.amounts, strict=True))
    handed = (MoneyHandOver(names[payer], names[payee], amount) for payer, payee, amount in money.hand_overs)
    return EveningSettlement(worth, lines, tuple(handed), money)


def list_tables_by_place(tournament: Tournament, names: Sequence[str]) -> list[list[int]]:
    """Return who played together at each table in jetons, by place in this list of names."""
    places = {name: place for place, name in enumerate(names)}
    seats = find_jeton_seats(tournament).values_list("seat__table", "seat__entry__shown_name")
    return list(group_pairs((table, places[name]) for table, name in seats).values())


def find_jeton_seats(tournament: Tournament) -> QuerySet[SeatSummary]:
    """Return the sums of those seats that count in the standings and whose table plays with purses of jetons."""
    return StandingsScope(tournament).get_sums().exclude(seat__table__summary__purses=[])


def list_jeton_gains(tournament: Tournament) -> list[tuple[str, int]]:
    """Return (name, gain in jetons) of everybody who played at a table in jetons, by name; last, without a name, what
    is left in the baskets, if anything is."""
    sums = compute_sums(find_jeton_seats(tournament))
    names = dict(tournament.entries.filter(pk__in=sums).values_list("pk", "shown_name"))
    gains = [(names[entry], sums[entry]["total"]) for entry in sums]
    gains.sort(key=lambda gain: (get_name_key(gain[0]), gain[0]))
    left = -sum(jetons for _name, jetons in gains)
    return [*gains, ("", left)] if left else gains
