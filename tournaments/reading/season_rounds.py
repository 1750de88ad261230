"""What the rounds of a season's closed evenings gave each player (`draws.fairness`), from the seats of their tables; a
constant number of queries."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, OuterRef

from tournaments.book.table_cards import TableCard, list_cards
from tournaments.draws.fairness import FairnessRow, SeatedRound, build_fairness_rows
from tournaments.models import Entry, Rest, Round, Seat, Table, Tournament, UnplayedTable
from tournaments.standings.ranking import get_name_key

from .grouping import group_pairs

SEASON_ROUNDS_COUNTED = 60
"""How many past rounds of a season count in a draw, at most; the last ones are taken."""


def list_fairness_rows(tournaments: Sequence[Tournament], names: Mapping[int, str]) -> list[FairnessRow]:
    """Return, for each player of these evenings, how fairly the draws treated him: his tables, rests, walks and
    meetings. In the order of the names; `names`: of the club's players, by id."""
    rows = build_fairness_rows(list_seated_rounds(tournaments))
    return sorted(rows, key=lambda row: get_name_key(names[row.player]))


def list_seated_rounds(tournaments: Sequence[Tournament]) -> list[SeatedRound]:
    """Return the rounds of these evenings as they were seated, but for withdrawn ones, with the ids of the club's
    players; the earliest evening first. A table that was not played is left out, and those who came to it count as
    resting."""
    wanted = [each.pk for each in tournaments]
    player_of = dict(Entry.objects.filter(tournament__in=wanted).values_list("pk", "player"))
    in_force = Round.objects.in_force().filter(tournament__in=wanted).values_list("tournament", "pk", "n")
    rounds = sorted(in_force, key=lambda it: (wanted.index(it[0]), it[2]))
    tables = Table.objects.filter(round__in=[pk for _tournament, pk, _n in rounds]).order_by("round", "n")
    cards = group_pairs((card.table.round_id, card) for card in list_cards(tables))
    sat = Seat.objects.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    rests = Rest.objects.filter(~Exists(sat), round__tournament__in=wanted).values_list("round", "entry")
    resting = group_pairs(rests)
    return [
        SeatedRound(
            tournament,
            {card.table.n: list_from_dealer(card, player_of) for card in cards.get(pk, ()) if not card.is_never_played},
            tuple(player_of[entry] for entry in (*resting.get(pk, ()), *list_idle(cards.get(pk, ())))),
        )
        for tournament, pk, _n in rounds
    ]


def list_from_dealer(card: TableCard, player_of: dict[int, int]) -> tuple[int, ...]:
    """Return the players of a table from the one who deals first."""
    players = [player_of[seat.entry_id] for seat in card.seats]
    return tuple(players[card.first_dealer - 1 :] + players[: card.first_dealer - 1])


def list_idle(cards: Iterable[TableCard]) -> list[int]:
    """Return the entries that came to tables which were then not played; those who stayed away, and annulled tables,
    are left out."""
    gone = [(card, card.unplayed) for card in cards if card.is_never_played and card.unplayed]
    return [
        seat.entry_id
        for card, why in gone
        for seat in card.seats
        if why.kind != UnplayedTable.UnplayedKind.ANNULLED and seat.position not in why.absent
    ]
