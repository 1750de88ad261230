"""`corbillon.decompte/1` (formats.md): the answer to a partie in which nothing is wrong. Counts nothing.

It is written as the text that goes out, in one go: an encoder that takes any value apart would take longer than
everything that is counted.
"""

import json
from collections.abc import Iterable, Sequence
from json.encoder import encode_basestring as quoted

from scoring.games import BY_KEY
from scoring.model import Outcome, TableState

DECOMPTE = "corbillon.decompte/1"

compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def written(state: TableState, outcomes: Iterable[Outcome], language: str) -> str:
    """What each event did, and the table after the last one, as compact JSON."""
    setting = state.setting
    names = [*map(quoted, setting.players)]
    told = BY_KEY[setting.game].told
    events = [_event(number, outcome, names, told, language) for number, outcome in enumerate(outcomes, 1)]
    ranking = [f'{{"rank":{rank},"player":{quoted(player)},"total":{total}}}' for rank, player, total in state.ranking]
    return (
        f'{{"format":"{DECOMPTE}","game":"{setting.game}","complete":{"true" if state.complete else "false"},'
        f'"winners":[{",".join(map(quoted, state.winners))}],"events":[{",".join(events)}],'
        f'"totals":{_by_name(names, state.seat_totals)},"ranking":[{",".join(ranking)}]}}'
    )


def _event(number: int, outcome: Outcome, names: Sequence[str], told: Sequence[str], language: str) -> str:
    """One event; `told`: what else is said of a coup of this game. Names are quoted already."""
    is_coup = outcome.type == "coup"
    parts = [f'"n":{number},"type":"{outcome.type}"']
    if outcome.seat_dealer is not None:
        parts.append(f'"dealer":{names[outcome.seat_dealer]}')
    parts += [f'"{key}":{compact(value)}' for key, value in outcome.told.items()]
    if outcome.seat_points is not None:
        parts.append(f'"points":{_by_name(names, outcome.seat_points)}')
    if told and is_coup:
        extra = outcome.extra
        parts += [f'"{key}":{compact(extra[key])}' for key in told]
    parts.append(f'"transfers":[{_transfers(outcome, names)}],"lines":[{_lines(outcome, names, language)}]')
    parts.append(f'"net":{_by_name(names, outcome.seat_net)}')
    if outcome.seat_purses:
        parts.append(f'"holdings":{{{_holdings(outcome, names)}}},"pot":{outcome.pot}')
    if is_coup:
        parts.append(f'"winners":[{",".join([names[seat] for seat in outcome.seat_winners])}]')
    return f"{{{','.join(parts)}}}"


def _by_name(names: Sequence[str], numbers: Sequence[int]) -> str:
    """A number for each player."""
    return f"{{{','.join([f'{name}:{number}' for name, number in zip(names, numbers, strict=True)])}}}"


def _transfers(outcome: Outcome, names: Sequence[str]) -> str:
    if not outcome.moves:
        return ""
    who = (*names, '"pot"', '"bank"')
    rows = [
        f'{{"from":{who[payer]},"to":{who[payee]},"jetons":{jetons},"rule":"{rule}"}}'
        for payer, payee, jetons, rule in outcome.moves
    ]
    return ",".join(rows)


def _lines(outcome: Outcome, names: Sequence[str], language: str) -> str:
    rows = [
        f'{{"player":{names[seat]},"points":{points},"rule":"{rule}","text":{quoted(text.to(language))}}}'
        for seat, points, rule, text in outcome.marks
    ]
    return ",".join(rows)


def _holdings(outcome: Outcome, names: Sequence[str]) -> str:
    rows = [
        f'{name}:{{"total":{total},"fiches":{fiches},"jetons":{jetons}}}'
        for name, (total, fiches, jetons) in zip(names, outcome.seat_purses, strict=True)
    ]
    return ",".join(rows)
