"""Play a partie's events one after the other: what all games share. The score of a coup is left to its game.

Pure: a state is never changed, `play_event` returns the next one. An event with problems moves nothing; a coup with
problems still counts as dealt, so that what comes after it is read against the right dealer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add
from typing import Any

from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import EventRecord, Outcome, PlainRecord, Problem, Setting, Step, TableState
from scoring.outcomes import build_empty_outcome
from scoring.reading import (
    build_missing_problem,
    build_type_problem,
    check_keys,
    describe_choices,
    join_path,
    read_player_seat,
    read_seat,
)
from scoring.table_setup import build_initial_state


def play_events(
    setting: Setting, events: Iterable[Any], path: str = "events", *, played: Sequence[Step] = ()
) -> tuple[Step, ...]:
    """Play all the events of a partie, from its first state on; return a step for each. `played`: the steps of the
    first events, if they are known; these are not scored again."""
    steps = list(played)
    state = steps[-1].state if steps else build_initial_state(setting)
    for number, event in enumerate(tuple(events)[len(steps) :], len(steps)):
        step = play_event(state, event, f"{path}[{number}]")
        steps.append(step)
        state = step.state
    return tuple(steps)


def play_event(state: TableState, event: Any, path: str = "") -> Step:
    """Play one more event; the paths of its problems begin with `path`."""
    if state.complete:
        return _refuse_event(state, event, [Problem(path, None, Text("La partie est finie : rien ne peut suivre."))])
    if type(event) is not dict:
        return _refuse_event(state, event, [build_type_problem(path, Text("un objet, entre accolades"))])
    kind = event.get("type")
    if kind == "coup":
        return _play_coup(state, event, path)
    if type(kind) is str and kind in _COMMON_EVENTS:
        return _COMMON_EVENTS[kind](state, event, path)
    if type(kind) is str and kind in BY_KEY[state.setting.game].specific_events:
        return _play_specific_event(state, kind, event, path)
    return _refuse_event(state, event, [_build_unknown_type_problem(state, event, join_path(path, "type"))])


def _build_unknown_type_problem(state: TableState, event: Mapping[str, Any], path: str) -> Problem:
    """Build the problem of an event whose type is missing or unknown."""
    if "type" not in event:
        return build_missing_problem(path)
    kinds = ("coup", *_COMMON_EVENTS, *BY_KEY[state.setting.game].specific_events)
    return Problem(path, None, describe_choices(kinds))


def _refuse_event(state: TableState, event: Any, problems: list[Problem]) -> Step:
    """Build the step of an event that has problems: it has no outcome, and the table stays in `state`."""
    return Step(event, None, None, tuple(problems), state)


def _play_coup(state: TableState, event: dict[str, Any], path: str) -> Step:
    """Play a coup: read it, score it, build the state after it."""
    game = BY_KEY[state.setting.game]
    problems: list[Problem] = []
    dealer = read_dealer(state, event, path, problems)
    coup = game.read_coup(state, event, dealer, path, problems)
    if problems or coup is None:
        return Step(event, None, None, tuple(problems), _pass_deal(state, dealer))
    outcome, memory, champions = game.score_coup(state, coup, dealer)
    played = state.coups_played + 1
    after = TableState(
        state.setting,
        played,
        state.coups_planned,
        state.dealer_rotation,
        state.dealer_rotation.next_seats[dealer],
        tuple(map(add, state.seat_totals, outcome.seat_net)),
        outcome.seat_purses,
        outcome.pot,
        memory,
        played == state.coups_planned or champions != (),
        champions,
    )
    if not after.complete and game.is_over(after):
        after = after._replace(complete=True)
    return Step(event, coup, outcome, (), after)


def _pass_deal(state: TableState, dealer: int) -> TableState:
    """Return the state after a coup that had problems: this dealer has dealt, and nothing else changes."""
    played = state.coups_played + 1
    return state._replace(
        coups_played=played,
        seat_dealer=state.dealer_rotation.next_seats[dealer],
        complete=played == state.coups_planned,
    )


def read_dealer(state: TableState, event: Mapping[str, Any], path: str, problems: list[Problem]) -> int:
    """Return the seat that deals this coup: the dealer named, where he may deal, else the one whose turn it is."""
    due = state.next_dealer_seat
    given = event.get("dealer")
    if given is None:
        return due
    named = read_seat(state.setting, given, join_path(path, "dealer"), problems)
    if named is None or named == due:
        return due
    if state.seat_dealer is None and named in state.dealer_rotation.cycle:
        return named
    problems.append(Problem(join_path(path, "dealer"), state.dealer_rotation.rule, _describe_wrong_dealer(state)))
    return due


def _describe_wrong_dealer(state: TableState) -> Text:
    """Build the message that says who deals now."""
    names = state.setting.players
    if state.seat_dealer is None:
        first = tuple(names[each] for each in sorted(state.dealer_rotation.cycle))
        return Text("La première donne revient à l’un de ces joueurs : {names}.", names=first)
    return Text("C’est à {name} de donner.", name=names[state.seat_dealer])


def _play_void(state: TableState, event: dict[str, Any], path: str) -> Step:
    """Play a cancelled deal, which may name the dealer."""
    problems: list[Problem] = []
    fields: dict[str, Any] = {}
    dealer = read_dealer(state, event, path, problems)
    settled = state
    if event.get("dealer") is not None and not problems:
        fields["dealer"] = state.setting.players[dealer]
        settled = state._replace(seat_dealer=dealer)
    check_keys(event, {"type", "dealer", "reason"}, path, problems)
    if "reason" in event:
        fields["reason"] = event["reason"]
        if type(event["reason"]) is not str:
            problems.append(build_type_problem(join_path(path, "reason"), Text("un texte")))
    if problems:
        return _refuse_event(settled, event, problems)
    return _apply_outcome(settled, event, PlainRecord("void", fields), build_empty_outcome(settled, "void", fields))


def _play_leave(state: TableState, event: dict[str, Any], path: str) -> Step:
    """Play the departure of a player, which ends the partie."""
    problems: list[Problem] = []
    check_keys(event, {"type", "player"}, path, problems)
    who = read_player_seat(state.setting, event, "player", path, problems)
    if problems or who is None:
        return _refuse_event(state, event, problems)
    outcome = BY_KEY[state.setting.game].score_leave(state, who)
    step = _apply_outcome(state, event, PlainRecord("leave", {"player": state.setting.players[who]}), outcome)
    return step._replace(state=step.state._replace(complete=True, seat_left=(who,)))


def _play_end(state: TableState, event: dict[str, Any], path: str) -> Step:
    """Play the agreed end of the partie."""
    problems: list[Problem] = []
    check_keys(event, {"type"}, path, problems)
    if problems:
        return _refuse_event(state, event, problems)
    return _apply_outcome(state._replace(complete=True), event, PlainRecord("end"), build_empty_outcome(state, "end"))


def _play_specific_event(state: TableState, kind: str, event: dict[str, Any], path: str) -> Step:
    """Play an event that only this game has."""
    own = BY_KEY[state.setting.game].specific_events[kind]
    problems: list[Problem] = []
    record = own.read(state, event, path, problems)
    if problems or record is None:
        return _refuse_event(state, event, problems)
    return _apply_outcome(state, event, record, own.play(state, record))


def _apply_outcome(state: TableState, event: dict[str, Any], record: EventRecord, outcome: Outcome) -> Step:
    """Build the step after an event that is no coup; jetons bought from the bank do not count as a gain."""
    bank = state.setting.size + 1
    bought = any(payer == bank for payer, _, _, _ in outcome.moves)
    totals = state.seat_totals if bought else tuple(map(add, state.seat_totals, outcome.seat_net))
    after = state._replace(seat_totals=totals, seat_purses=outcome.seat_purses, pot=outcome.pot)
    return Step(event, record, outcome, (), after)


_COMMON_EVENTS: dict[str, Callable[[TableState, dict[str, Any], str], Step]] = {
    "void": _play_void,
    "leave": _play_leave,
    "end": _play_end,
}
