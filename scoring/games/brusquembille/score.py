"""The jetons that a coup of Brusquembille, a penalty, a recave and a departure move (BRU-08 to 23, PEN-02 to 12)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any

from scoring import ledger
from scoring.declarations import GainBounds, Penalty, RemainingGains, Statistic, StatisticWords, read_counts
from scoring.game import ScoredCoup, SpecificEvent
from scoring.games.brusquembille.config import ACE_JETONS, TEN_JETONS, BrusquembilleConfig
from scoring.games.brusquembille.coup import BrusquembilleCounts, BrusquembilleCoup
from scoring.language import Text, plural
from scoring.model import FICHE, Mark, Move, Outcome, PlainRecord, Problem, Rule, Setting, TableState
from scoring.outcomes import build_empty_outcome, build_outcome_from_marks, build_outcome_from_moves
from scoring.reading import (
    build_missing_problem,
    check_keys,
    describe_choices,
    join_path,
    read_number,
    read_player_seat,
)

SEEN_JETONS = 2  # paid to each other player for a card seen, PEN-07, PEN-08
MAX_FICHES = 1000  # of one recave
PENALTIES = ("PEN-01", "PEN-04", "PEN-05", "PEN-06", "PEN-07", "PEN-08", "PEN-09", "PEN-10")
PENALTIES_OF_SIDES = ("PEN-09", "PEN-10")


def add_caves(state: TableState) -> TableState:
    """Give each player his cave and empty the pot (BRU-07); change nothing where the club plays «aux points»
    (BRU-23)."""
    coups = state.coups_planned
    if coups is None:
        return state
    purses = (ledger.build_cave(coups),) * state.setting.size
    return TableState(
        state.setting, 0, coups, state.dealer_rotation, None, state.seat_totals, purses, pot=0, carry_over=0
    )


def score_coup(config: BrusquembilleConfig, state: TableState, coup: BrusquembilleCoup, dealer: int) -> ScoredCoup:
    """Score a coup, in jetons or in points."""
    if config.in_points:
        return ScoredCoup(_score_in_points(state, coup, dealer))
    payments = build_payments(*compute_owed_jetons(coup.counts)) if config.pays_brusquembilles and coup.counts else []
    if coup.short_pack:
        return _score_short_pack(config, state, coup, dealer, payments)
    counted = get_counted_points(state, coup)
    best = max(counted)
    winners = [seat for seat, points in enumerate(counted) if points == best]
    assert state.pot is not None
    pot = state.pot + FICHE * len(counted)
    last = state.coups_played + 1 == config.coups
    moves = [*config.stakes, *payments, *_share_pot(config, winners, pot, dealer, last)]
    outcome = build_outcome_from_moves(
        state,
        "coup",
        moves,
        dealer=dealer,
        points=coup.points,
        winners=tuple(winners),
        details=coup,
    )
    return ScoredCoup(outcome, 0)


def get_counted_points(state: TableState, coup: BrusquembilleCoup) -> Sequence[int]:
    """Return by seat the points that count for the pot, or are marked.

    They are what the player (or his side) claimed, if he did (PEN-11), else his card points.
    """
    if not coup.claimed:
        return coup.points
    side_of = state.setting.side_of or range(state.setting.size)
    claims = {side_of[seat]: points for seat, points in coup.claimed.items()}
    return [claims.get(side_of[seat], points) for seat, points in enumerate(coup.points)]


def compute_owed_jetons(counts: Sequence[BrusquembilleCounts]) -> tuple[list[int], list[int]]:
    """Return by seat the jetons for brusquembilles (BRU-13), as two lists: for those won, for those lost.

    Each number is what one other player pays to the seat, or receives from it.
    """
    won = [ACE_JETONS * each.aces_won + TEN_JETONS * each.tens_won for each in counts]
    lost = [ACE_JETONS * each.aces_lost + TEN_JETONS * each.tens_lost for each in counts]
    return won, lost


def compute_net_payments(players: Sequence[str], counts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return by player the jetons gained or lost for brusquembilles; `counts`: by player, those won and lost."""
    moves = build_payments(*compute_owed_jetons([BrusquembilleCounts(**counts.get(name, {})) for name in players]))
    net = dict.fromkeys(players, 0)
    for payer, payee, jetons, _rule in moves:
        net[players[payer]] -= jetons
        net[players[payee]] += jetons
    return net


def build_payments(won: Sequence[int], lost: Sequence[int]) -> list[Move]:
    """Return the payments for brusquembilles, from the jetons by seat that `compute_owed_jetons` returns.

    Each other player pays the winner (BRU-14); the loser pays each other player (BRU-15).
    """
    pairs = (*permutations(range(len(won)), 2),)
    moves = [(payer, payee, won[payee], "BRU-14") for payer, payee in pairs if won[payee]]
    moves += [(payer, payee, lost[payer], "BRU-15") for payer, payee in pairs if lost[payer]]
    return moves


def bound_gains(config: BrusquembilleConfig, totals: Sequence[int], coups_left: int) -> RemainingGains:
    """Return the least and the most that the coups left can bring, in jetons. `totals`: by seat, until now.

    A player wins the most if he wins every pot and all brusquembilles; he loses the most if he loses three aces and all
    the tens, and another wins the fourth ace, as somebody must win one in each coup (BRU-16). All players together can
    win what lies in the pot now, which they have lost before; they can lose what may stay in it: a rest that cannot be
    shared and, by an option, the stakes of coups with a short pack.
    """
    size = len(totals)
    winners = size // 2 if config.by_side else 1
    most, lost = FICHE * (size - winners) // winners, FICHE
    if config.pays_brusquembilles:
        most += (size - 1) * 4 * (ACE_JETONS + TEN_JETONS)
        lost += (size - 1) * (3 * ACE_JETONS + 4 * TEN_JETONS) + ACE_JETONS
    if not coups_left:
        return RemainingGains((GainBounds(0, 0),) * size, GainBounds(0, 0))
    pot = -sum(totals)
    left = size - 1 + (FICHE * size * coups_left if config.stakes_stay else 0)
    return RemainingGains((GainBounds(-coups_left * lost, coups_left * most + pot),) * size, GainBounds(-left, pot))


def _share_pot(config: BrusquembilleConfig, winners: Sequence[int], pot: int, dealer: int, last: bool) -> list[Move]:
    """Return the moves from the pot to its takers (BRU-10, 11, 12, 19).

    What cannot be shared stays in the pot; after the `last` coup it goes to the taker nearest to the right of the
    `dealer` (a seat).
    """
    size = len(config.stakes)
    share, rest = divmod(pot, len(winners))
    tied = len(winners) // 2 if config.by_side else len(winners)
    rule = ("BRU-10", "BRU-11", "BRU-12")[min(tied, 3) - 1]
    shares = dict.fromkeys(winners, share)
    moves = [(size, seat, share, rule) for seat in winners]
    if not (last and rest):
        return moves
    lucky = min(winners, key=lambda seat: (seat - dealer - 1) % size)
    if rule != "BRU-12":
        return [*moves, (size, lucky, rest, "BRU-12")]
    shares[lucky] += rest
    return [(size, seat, jetons, rule) for seat, jetons in shares.items()]


def _score_short_pack(
    config: BrusquembilleConfig, state: TableState, coup: BrusquembilleCoup, dealer: int, payments: list[Move]
) -> ScoredCoup:
    """Score a coup with a short pack, which nobody wins (PEN-02, PEN-03). `payments`: those for brusquembilles, which
    stand.

    The stakes go back, or stay for the next coup, but never after the last. The table carries over how many short
    coups' stakes lie in the pot.
    """
    size = state.setting.size
    lying = state.carry_over + 1
    last = state.coups_played + 1 == config.coups
    returned = (
        [] if config.stakes_stay and not last else [(size, seat, FICHE * lying, "PEN-02") for seat in range(size)]
    )
    moves = [*config.stakes, *payments, *returned]
    outcome = build_outcome_from_moves(state, "coup", moves, dealer=dealer, points=coup.points, details=coup)
    return ScoredCoup(outcome, 0 if returned else lying)


def _score_in_points(state: TableState, coup: BrusquembilleCoup, dealer: int) -> Outcome:
    """Score a coup where the club plays «aux points» (BRU-23): each player marks his card points, or his side's.

    With a short pack nobody marks.
    """
    if coup.short_pack:
        return build_outcome_from_marks(state, (), dealer=dealer, points=coup.points, winners=(), details=coup)
    counted = get_counted_points(state, coup)
    marks: list[Mark] = [
        (seat, points, "BRU-23", plural("{n} point de cartes", "{n} points de cartes", points))
        for seat, points in enumerate(counted)
        if points
    ]
    winners = tuple(seat for seat, points in enumerate(counted) if points == max(counted))
    return build_outcome_from_marks(state, marks, dealer=dealer, points=coup.points, winners=winners, details=coup)


def is_target_reached(config: BrusquembilleConfig, state: TableState) -> bool:
    """Return True if someone is at the target or over it, and one player (or side) alone has the most (BRU-23)."""
    totals = state.seat_totals
    best = max(totals)
    side_of = state.setting.side_of or range(len(totals))
    return best >= config.target and len({side_of[s] for s, total in enumerate(totals) if total == best}) == 1


def score_leave(config: BrusquembilleConfig, state: TableState, seat: int) -> Outcome:
    """Return the outcome of leaving early (PEN-12): a fiche for each coup not finished, shared by the others.

    What cannot be shared, and the pot, go to the first of the others on the right of the leaver.
    """
    assert state.pot is not None and config.coups is not None
    size, side_of = state.setting.size, state.setting.side_of
    others = [s for s in range(size) if s != seat and (side_of is None or side_of[s] != side_of[seat])]
    first = min(others, key=lambda other: (other - seat) % size)
    share, rest = divmod(FICHE * (config.coups - state.coups_played), len(others))
    moves = [(seat, other, share + rest * (other == first), "PEN-12") for other in others]
    if state.pot:
        moves.append((size, first, state.pot, "PEN-12"))
    return build_outcome_from_moves(state, "leave", moves, {"player": state.setting.players[seat]})


def list_penalties(rules: Iterable[Rule], setting: Setting) -> tuple[Penalty, ...]:
    """Return the penalties that may be recorded at this table. `rules`: the rules of the game, in their order."""
    allowed = [each for each in PENALTIES if setting.sides is not None or each not in PENALTIES_OF_SIDES]
    return tuple(Penalty(rule, _has_recipient(rule.id, setting)) for rule in rules if rule.id in allowed)


def _has_recipient(rule: object, setting: Setting) -> bool:
    """Return True if the event of a penalty must name who receives it. `rule`: the penalty's id. Only PEN-06 is paid to
    one player, and between two it is clear to whom."""
    return rule == "PEN-06" and setting.size > 2


def read_penalty(state: TableState, event: Mapping[str, Any], path: str, problems: list[Problem]) -> PlainRecord | None:
    """Read a penalty, which belongs to the coup that comes next; return None and append problems where it is wrong."""
    setting = state.setting
    rule = event.get("rule")
    at = join_path(path, "rule")
    if "rule" not in event:
        problems.append(build_missing_problem(at))
    elif rule not in PENALTIES:
        problems.append(Problem(at, None, describe_choices(PENALTIES)))
    elif rule in PENALTIES_OF_SIDES and setting.sides is None:
        problems.append(Problem(at, rule, Text("Cette pénalité n’existe qu’à deux contre deux.")))
    entitled = _has_recipient(rule, setting)
    may_name = entitled or rule not in PENALTIES
    check_keys(event, {"type", "rule", "player", *("to",) * may_name}, path, problems)
    who = read_player_seat(setting, event, "player", path, problems)
    to = read_player_seat(setting, event, "to", path, problems) if entitled else None
    if to is not None and to == who:
        text = Text("La carte était à un autre joueur : c’est lui qui reçoit.")
        problems.append(Problem(join_path(path, "to"), "PEN-06", text))
    if problems or who is None:
        return None
    fields = {"rule": rule, "player": setting.players[who]}
    return PlainRecord("penalty", fields if to is None else {**fields, "to": setting.players[to]})


def score_penalty(state: TableState, record: PlainRecord) -> Outcome:
    """Return the outcome of a penalty; in points it moves nothing."""
    if state.pot is None:
        return build_empty_outcome(state, "penalty", record.event_fields)
    return build_outcome_from_moves(
        state, "penalty", _build_penalty_moves(state, state.pot, record.event_fields), record.event_fields
    )


def _build_penalty_moves(state: TableState, pot: int, event_fields: Mapping[str, Any]) -> Sequence[Move]:
    """Return the jetons that a penalty moves, by its rule; many penalties move none. `pot`: what lies there before the
    stakes; `event_fields`: the event's "player", "rule" and, if need be, "to"."""
    seats = state.setting.seats
    who, size = seats[event_fields["player"]], state.setting.size
    if event_fields["rule"] == "PEN-06":
        to = seats[event_fields["to"]] if "to" in event_fields else 1 - who
        return [(who, to, compute_half_pot(pot, size), "PEN-06")]
    if event_fields["rule"] in ("PEN-07", "PEN-08"):
        return [(who, other, SEEN_JETONS, event_fields["rule"]) for other in range(size) if other != who]
    return ()


def compute_whole_pot(pot: int, size: int) -> int:
    """Return what is in the pot for a coup: what was left there, and one stake of each player (PEN-06)."""
    return pot + FICHE * size


def compute_half_pot(pot: int, size: int) -> int:
    """Return half of what is in the pot for a coup, rounded down (PEN-06)."""
    return compute_whole_pot(pot, size) // 2


def read_recave(state: TableState, event: Mapping[str, Any], path: str, problems: list[Problem]) -> PlainRecord | None:
    """Read a purchase of fiches from the bank (BRU-20); it is a problem where the option is off."""
    config: BrusquembilleConfig = state.setting.config
    if config.in_points:
        text = Text("Aux points on joue sans fiches : il n’y a rien à racheter.")
        problems.append(Problem(join_path(path, "type"), "BRU-23", text))
    elif not config.allows_recave:
        text = Text("À cette table on ne rachète pas de fiches : qui n’a plus rien continue à découvert.")
        problems.append(Problem(join_path(path, "type"), "BRU-20", text))
    check_keys(event, {"type", "player", "fiches"}, path, problems)
    who = read_player_seat(state.setting, event, "player", path, problems)
    fiches = read_number(event, "fiches", 1, MAX_FICHES, path, problems)
    if problems or who is None:
        return None
    return PlainRecord("recave", {"player": state.setting.players[who], "fiches": fiches})


def score_recave(state: TableState, record: PlainRecord) -> Outcome:
    """Return the outcome of a recave: the bank gives the fiches."""
    size = state.setting.size
    move = (
        size + 1,
        state.setting.seats[record.event_fields["player"]],
        FICHE * record.event_fields["fiches"],
        "BRU-20",
    )
    return build_outcome_from_moves(state, "recave", (move,), record.event_fields)


SPECIFIC_EVENTS = {
    "penalty": SpecificEvent(read_penalty, score_penalty),
    "recave": SpecificEvent(read_recave, score_recave),
}


def count_brusquembilles(how: str, outcome: Outcome, name: str) -> int:
    """Return how many aces and tens of a coup the player won, or lost. `how`: "won" or "lost"."""
    settled = read_counts(outcome, "brusquembilles", name)
    return int(settled.get(f"aces_{how}", 0)) + int(settled.get(f"tens_{how}", 0))


STATISTICS = (
    Statistic(
        "brusquembilles_won",
        partial(count_brusquembilles, "won"),
        False,
        StatisticWords(
            name=Text("brusquembilles gagnées"),
            level=Text("autant de brusquembilles gagnées"),
            help=Text("Les as et les dix avec lesquels une levée est gagnée."),
            heading=Text("Brusquembilles gagnées"),
            short=Text("brusq. gagnées"),
            coups=Text("Les coups où des brusquembilles sont gagnées"),
            sum=lambda n: plural("{n} brusquembille gagnée", "{n} brusquembilles gagnées", n),
            best=Text("Le plus de brusquembilles gagnées en une soirée"),
        ),
    ),
    Statistic(
        "brusquembilles_lost",
        partial(count_brusquembilles, "lost"),
        True,
        StatisticWords(
            name=Text("brusquembilles perdues"),
            level=Text("autant de brusquembilles perdues"),
            help=Text("Les as et les dix perdus dans une levée d’un autre : moins il y en a, mieux c’est."),
            heading=Text("Brusquembilles perdues"),
            short=Text("brusq. perdues"),
            coups=Text("Les coups où des brusquembilles sont perdues"),
            sum=lambda n: plural("{n} brusquembille perdue", "{n} brusquembilles perdues", n),
        ),
    ),
)
