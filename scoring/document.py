"""The two documents of the outside world: `corbillon.partie/1` in, `corbillon.decompte/1` out (formats.md).

Everything wrong with a document is told at once, each with its path. Knows no rule of any game.
"""

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from scoring.games import BY_KEY
from scoring.language import Text
from scoring.model import Outcome, Problem, Setting, Step, TableState
from scoring.opening import opening, read_setting
from scoring.reading import known_keys, missing, wrong_type
from scoring.session import fold

PARTIE = "corbillon.partie/1"
DECOMPTE = "corbillon.decompte/1"
KEYS = ("format", "game", "preset", "options", "players", "sides", "events")
NEEDED = ("format", "game", "players", "events")

Document = bytes | str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Partie:
    """A partie in which nothing is wrong: its setting, and what each event did."""

    setting: Setting
    steps: tuple[Step, ...]

    @property
    def state(self) -> TableState:
        """The table after the last event."""
        return self.steps[-1].state if self.steps else opening(self.setting)

    def document(self) -> dict[str, Any]:
        """The partie as `corbillon.partie/1`, in canonical form."""
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


def read(document: Document) -> Partie | tuple[Problem, ...]:
    """The partie of a document (bytes, text, or what json.loads makes of it), or all that is wrong."""
    problems: list[Problem] = []
    chosen = document if isinstance(document, dict) else _parsed(document, problems)
    if problems:
        return tuple(problems)
    if type(chosen) is not dict:
        return (wrong_type("", Text("un objet, entre accolades")),)
    known_keys(chosen, KEYS, "", problems)
    problems += (missing(key) for key in NEEDED if key not in chosen)
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
    events = chosen.get("events", [])
    if type(events) is not list:
        problems.append(wrong_type("events", Text("la liste des événements")))
        return ()
    steps = fold(setting, events)
    for step in steps:
        problems += step.problems
    return steps


def _parsed(document: bytes | str, problems: list[Problem]) -> Any:
    """The JSON of a document; what cannot be read at all is one problem."""
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


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


_DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_once)


def score(document: Document | Partie, language: str = "fr") -> dict[str, Any]:
    """`corbillon.decompte/1`, or {"errors": [...]}."""
    partie = document if isinstance(document, Partie) else read(document)
    return decompte(partie, language) if isinstance(partie, Partie) else errors(partie, language)


def errors(problems: tuple[Problem, ...], language: str = "fr") -> dict[str, Any]:
    """The answer to a document in which something is wrong."""
    return {
        "errors": [{"path": path, "rule": rule, "message": message.to(language)} for path, rule, message in problems]
    }


def decompte(partie: Partie, language: str) -> dict[str, Any]:
    """The answer to a partie."""
    state = partie.state
    return {
        "format": DECOMPTE,
        "game": partie.setting.game,
        "complete": state.complete,
        "winners": list(state.winners),
        "events": [
            _event(number, step.outcome, language)
            for number, step in enumerate(partie.steps, 1)
            if step.outcome is not None
        ],
        "totals": dict(state.totals),
        "ranking": [{"rank": row.rank, "player": row.player, "total": row.total} for row in state.ranking],
    }


def _event(number: int, outcome: Outcome, language: str) -> dict[str, Any]:
    """One event of the answer."""
    setting = outcome.setting
    names, who = setting.players, setting.parties
    answer: dict[str, Any] = {"n": number, "type": outcome.type}
    if outcome.seat_dealer is not None:
        answer["dealer"] = names[outcome.seat_dealer]
    answer.update(outcome.told)
    if outcome.seat_points is not None:
        answer["points"] = dict(zip(names, outcome.seat_points, strict=True))
    told = BY_KEY[setting.game].told
    if told and outcome.type == "coup":
        extra = outcome.extra
        answer.update({key: extra[key] for key in told})
    answer["transfers"] = [
        {"from": who[payer], "to": who[payee], "jetons": jetons, "rule": rule}
        for payer, payee, jetons, rule in outcome.moves
    ]
    answer["lines"] = [
        {"player": names[seat], "points": points, "rule": rule, "text": text.to(language)}
        for seat, points, rule, text in outcome.marks
    ]
    answer["net"] = dict(zip(names, outcome.seat_net, strict=True))
    if outcome.seat_purses:
        answer["holdings"] = {
            name: {"total": total, "fiches": fiches, "jetons": jetons}
            for name, (total, fiches, jetons) in zip(names, outcome.seat_purses, strict=True)
        }
        answer["pot"] = outcome.pot
    if outcome.type == "coup":
        answer["winners"] = [names[seat] for seat in outcome.seat_winners]
    return answer
