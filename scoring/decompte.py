"""`corbillon.decompte/1` (formats.md): the answer to a valid partie. Writes outcomes as text and computes no score.

The JSON is built by hand from templates: a general encoder would take longer than all the scoring before it.
"""

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from json.encoder import encode_basestring as quoted

from scoring.games import BY_KEY
from scoring.model import Mark, Move, Outcome, Setting, TableState
from scoring.provenance import strip_mark

DECOMPTE = "corbillon.decompte/1"

MAX_CACHED_TRANSFERS = 500  # transfers of one table that stay in the cache

encode_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def write_decompte(state: TableState, outcomes: Iterable[Outcome], language: str) -> str:
    """Return the outcome of each event, and the table after the last one, as compact JSON."""
    form = _get_answer_template(state.setting, language)
    events = ",".join([form.write_event(number, outcome) for number, outcome in enumerate(outcomes, 1)])
    ranking = [f'{{"rank":{rank},"player":{quoted(player)},"total":{total}}}' for rank, player, total in state.ranking]
    return (
        f'{{"format":"{DECOMPTE}","game":"{state.setting.game}","complete":{"true" if state.complete else "false"},'
        f'"winners":[{",".join(map(quoted, state.winners))}],"events":[{events}],'
        f'"totals":{form.by_name % state.seat_totals},"ranking":[{",".join(ranking)}]}}'
    )


@lru_cache(maxsize=64)
def _get_answer_template(setting: Setting, language: str) -> "_AnswerTemplate":
    """Return the answer template of a table; cached, because the same players are scored again and again."""
    return _AnswerTemplate(setting, language)


class _AnswerTemplate:
    """The parts that all answers of one table share: quoted names, and templates into which numbers are filled."""

    __slots__ = ("by_name", "decompte_keys", "holdings", "language", "names", "transfers")

    def __init__(self, setting: Setting, language: str) -> None:
        self.language = language
        self.names = [*map(quoted, setting.players)]
        self.transfers = _TransferTexts((*self.names, '"pot"', '"bank"'))
        self.decompte_keys = BY_KEY[setting.game].decompte_keys
        self.by_name = _build_template(self.names, "%d")
        self.holdings = _build_template(self.names, '{"total":%d,"fiches":%d,"jetons":%d}')

    def write_event(self, number: int, outcome: Outcome) -> str:
        """Return one event's entry of the answer, as JSON text."""
        is_coup = outcome.type == "coup"
        parts = [f'{{"n":{number},"type":"{outcome.type}"']
        if outcome.seat_dealer is not None:
            parts.append(f',"dealer":{self.names[outcome.seat_dealer]}')
        if outcome.event_fields:
            parts += [f',"{key}":{encode_compact(value)}' for key, value in outcome.event_fields.items()]
        if outcome.seat_points is not None:
            parts.append(f',"points":{self.by_name % outcome.seat_points}')
        if is_coup and self.decompte_keys:
            extra = outcome.extra
            parts += [f',"{key}":{encode_compact(extra[key])}' for key in self.decompte_keys]
        transfers = ",".join(map(self.transfers.__getitem__, outcome.moves))
        lines = self._write_lines(outcome.marks) if outcome.marks else ""
        parts.append(f',"transfers":[{transfers}],"lines":[{lines}],"net":{self.by_name % outcome.seat_net}')
        if outcome.seat_purses:
            held = self.holdings % tuple(chain.from_iterable(outcome.seat_purses))
            parts.append(f',"holdings":{held},"pot":{outcome.pot}')
        if is_coup:
            parts.append(f',"winners":[{",".join([self.names[seat] for seat in outcome.seat_winners])}]')
        parts.append("}")
        return "".join(parts)

    def _write_lines(self, marks: Iterable[Mark]) -> str:
        """Return the score lines of an event, as JSON text without the brackets."""
        names, language = self.names, self.language
        rows = [
            f'{{"player":{names[seat]},"points":{points},"rule":"{rule}","text":{quoted(strip_mark(text).localise(language))}}}'
            for seat, points, rule, text in marks
        ]
        return ",".join(rows)


class _TransferTexts(dict[Move, str]):
    """Cache of the JSON text of each move: most moves come again, coup after coup."""

    def __init__(self, parties: Sequence[str]) -> None:
        self.parties = parties

    def __missing__(self, move: Move) -> str:
        if len(self) == MAX_CACHED_TRANSFERS:
            self.clear()
        payer, payee, jetons, rule = move
        row = f'{{"from":{self.parties[payer]},"to":{self.parties[payee]},"jetons":{jetons},"rule":"{rule}"}}'
        self[move] = row
        return row


def _build_template(names: Iterable[str], each: str) -> str:
    """Return a %-template of a JSON object by player, each value formatted as `each`; `names` are quoted already."""
    return "{" + ",".join([f"{name.replace('%', '%%')}:{each}" for name in names]) + "}"
