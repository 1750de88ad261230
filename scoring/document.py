"""The two documents of the outside world: `corbillon.partie/1` in, `corbillon.decompte/1` out (formats.md).

Every error of a document is reported at once, each with its path. Knows no rule of any game, and computes no score. The
JSON that goes out is built by hand from templates: a general encoder would take longer than all the scoring before it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from json.encoder import encode_basestring as quoted
from typing import Any, NoReturn

from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import Mark, Move, Outcome, Problem, Setting, Step, TableState
from scoring.provenance import strip_mark
from scoring.reading import build_missing_problem, build_type_problem, check_keys
from scoring.session import play_events
from scoring.table_setup import build_initial_state, read_setting

PARTIE = "corbillon.partie/1"
KEYS = frozenset(("format", "game", "preset", "options", "players", "sides", "events"))
REQUIRED_KEYS = ("format", "game", "players", "events")

Document = bytes | str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Partie:
    """A valid partie: its setting, and one step for each event."""

    setting: Setting
    steps: tuple[Step, ...]

    @property
    def state(self) -> TableState:
        """The table after the last event."""
        return self.steps[-1].state if self.steps else build_initial_state(self.setting)

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcome of each event, in order."""
        return [step.outcome for step in self.steps if step.outcome is not None]

    def to_document(self) -> dict[str, Any]:
        """Return the partie as `corbillon.partie/1`, in canonical form."""
        setting = self.setting
        return {
            "format": PARTIE,
            "game": setting.game,
            "preset": setting.preset,
            "options": dict(setting.options),
            "players": list(setting.players),
            "sides": None if setting.sides is None else [list(side) for side in setting.sides],
            "events": [step.event for step in self.steps],
        }


def read_partie(document: Document) -> Partie | tuple[Problem, ...]:
    """Read a document (bytes, text, or a dict as json.loads returns it).

    Return the partie, or a tuple of every problem where something is wrong.
    """
    problems: list[Problem] = []
    chosen = document if isinstance(document, dict) else _parse_json(document, problems)
    if problems:
        return tuple(problems)
    if type(chosen) is not dict:
        return (build_type_problem("", Text("un objet, entre accolades")),)
    check_keys(chosen, KEYS, "", problems)
    problems += (build_missing_problem(key) for key in REQUIRED_KEYS if key not in chosen)
    _check_format(chosen, problems)
    setting = read_setting(chosen, problems)
    if setting is None:
        return tuple(problems)
    steps = _read_events(setting, chosen, problems)
    return tuple(problems) if problems else Partie(setting, steps)


def _check_format(chosen: dict[str, Any], problems: list[Problem]) -> None:
    if "format" in chosen and chosen["format"] != PARTIE:
        problems.append(Problem("format", None, Text("Il faut ici « {format} ».", format=PARTIE)))


def _read_events(setting: Setting, chosen: dict[str, Any], problems: list[Problem]) -> tuple[Step, ...]:
    """Play the events of a document (`chosen`), and return a step for each; append the problems of each."""
    events = chosen.get("events", [])
    if type(events) is not list:
        problems.append(build_type_problem("events", Text("la liste des événements")))
        return ()
    steps = play_events(setting, events)
    for step in steps:
        problems += step.problems
    return steps


def _parse_json(document: bytes | str, problems: list[Problem]) -> Any:
    """Return the JSON value of a document; where it cannot be parsed at all, append one problem and return None."""
    try:
        text = document.decode() if isinstance(document, bytes) else document
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except UnicodeDecodeError:
        reason = Text("Ce fichier n’est pas écrit en UTF-8.")
    except json.JSONDecodeError as error:
        reason = Text(
            "Ce n’est pas du JSON : la lecture bute à la ligne {line}, colonne {column}.",
            line=error.lineno,
            column=error.colno,
        )
    except RecursionError:
        reason = Text("Ces données sont trop profondément emboîtées pour être lues.")
    except ValueError:
        reason = Text("Un nombre y est trop long, n’en est pas un (NaN), ou une clé est écrite deux fois.")
    problems.append(Problem("", None, reason))
    return None


def _reject_constant(name: str) -> NoReturn:
    """Raise ValueError for NaN and infinities, which JSON does not have."""
    raise ValueError(name)


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a dict from JSON pairs; raise ValueError where a key stands twice."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise ValueError("a key twice")
    return mapping


_DECODER = json.JSONDecoder(parse_constant=_reject_constant, object_pairs_hook=_reject_duplicate_keys)


def write_answer(document: Document | Partie, language: str = "fr") -> tuple[str, bool]:
    """Return the scored partie (`corbillon.decompte/1`), or {"errors": [...]}, as JSON; and True if without errors."""
    partie = document if isinstance(document, Partie) else read_partie(document)
    if isinstance(partie, Partie):
        return write_decompte(partie.state, partie.outcomes, language), True
    problem_lines = [
        {"path": path, "rule": rule, "message": message.localise(language)} for path, rule, message in partie
    ]
    return encode_compact({"errors": problem_lines}), False


def score_partie(document: Document | Partie, language: str = "fr") -> dict[str, Any]:
    """Return the scored partie (`corbillon.decompte/1`), or {"errors": [...]}, as a dict."""
    answer: dict[str, Any] = json.loads(write_answer(document, language)[0])
    return answer


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
    """Return the answer template of a table, from a cache, because the same players are scored again and again."""
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
        """Return one event's entry of the answer, as JSON text. `number`: which event of the partie it is, as the
        answer's "n"."""
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
    """Cache of the JSON text of each payment, because most payments recur coup after coup."""

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
    """Build a %-template of a JSON object with a key for each player: with "%d" for `each` it is
    `{"Anne":%d,"Basile":%d}`. `names`: the keys, quoted already."""
    return "{" + ",".join([f"{name.replace('%', '%%')}:{each}" for name in names]) + "}"
