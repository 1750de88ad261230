"""Read and check the cases of `cases/*.txt`: tables of text that read like the rule book.

A case begins with `== RULES: what it shows`. Then, one a line:

    table Anne Basile Chloé ; tours 2 sevens any     the players, in a circle; options; preset NAME; sides A+B/C+D
                                                     mark capot:90:one, in a club's own game
    coup                                             an event, then its own lines, indented:
      points 58 37 25                                numbers in the order of the players, - for left out
      aces_won 2 1 0                                 (aces_lost, tens_won, tens_lost likewise)
      claimed Anne 50 / short_pack 1 / dealer Anne / retourne A♠ / trick A♠ 10♥ 7♦
      announce Anne sequence D♠ V♠ 10♠ [before 3]    (mariage ♥ [rencontre], carre A, figures, …), exchange Anne [3]
      call Anne 75 A♠ [with Basile], made 78, cappotto     chiamata: caller, bid, card, partner; his side's points
      has Anne belote                                a mark of a club's own game
      tricks_won 9 7 / card_points 71 49 / last_trick Anne / last_talon_card Anne / last_five Anne
    penalty PEN-08 Chloé [to Anne] · recave Anne 2 · leave Anne · void [Anne] · end
      net 42 -15 -27                                 the expected outcome, under its event
      holds 5f22 2f25 2f13                           purses: fiches and jetons
      pot 0 · wins Anne · gives Anne>pot 20 BRU-08
      marks Anne 58 BRU-23 (marks alone: no line at all) · side 78 · with Basile (with -: alone)
    totals 44 -13 -31 · rank 1 2 3 · complete Anne   at the end of the case
    wrong events[0].points BRU-09                    instead of all that: the expected problems (- for no rule)
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import scoring

CASES = Path(__file__).parent / "cases"
COUNTS = ("aces_won", "aces_lost", "tens_won", "tens_lost")
EVENTS = ("coup", "penalty", "recave", "leave", "void", "end")


@dataclass
class Case:
    """A document and what its answer must hold: `expected` has (event index or None for the whole answer, key, value);
    `wrong` has (path, rule) of each problem."""

    title: str
    document: dict[str, Any]
    expected: list[tuple[int | None, str, Any]] = field(default_factory=list)
    wrong: list[tuple[str, str | None]] = field(default_factory=list)

    @property
    def players(self) -> list[str]:
        return self.document["players"]

    @property
    def event(self) -> dict[str, Any]:
        """Return the event that is being read, the last one so far."""
        return self.document["events"][-1]


def read_cases(game: str) -> list[Case]:
    """Read all cases of one game's file."""
    text = (CASES / f"{game}.txt").read_text(encoding="utf-8")
    return [_read_case(game, block) for block in text.split("\n== ")[1:]]


def _read_case(game: str, block: str) -> Case:
    """Read one case from its block of text."""
    title, *lines = block.splitlines()
    document = {"format": "corbillon.partie/1", "game": game, "events": []}
    case = Case(title, document)
    for line in lines:
        words = line.split("#")[0].split()
        if words:
            _read_line(case, words[0], words[1:])
    return case


def _read_line(case: Case, word: str, rest: list[str]) -> None:
    """Read one line of a case into it."""
    if word == "table":
        _read_table(case.document, rest)
    elif word in EVENTS:
        case.document["events"].append(_read_event(word, rest))
    elif word in LINE_READERS:
        LINE_READERS[word](case, rest)
    else:
        key, value = EXPECTATION_READERS[word](case.players, rest)
        whole = word in ("totals", "rank", "complete")
        case.expected.append((None if whole else len(case.document["events"]) - 1, key, value))


def _read_table(document: dict[str, Any], words: list[str]) -> None:
    """Read the players, options, preset and sides into the document."""
    at = words.index(";") if ";" in words else len(words)
    document["players"] = words[:at]
    pairs = words[at + 1 :]
    options = {}
    for key, value in zip(pairs[::2], pairs[1::2], strict=True):
        if key == "sides":
            document["sides"] = [side.split("+") for side in value.split("/")]
        elif key == "preset":
            document["preset"] = value
        elif key == "mark":
            options.setdefault("marks", []).append(_read_declared_mark(value))
        else:
            options[key] = _read_value(value)
    document["options"] = options


def _read_declared_mark(words: str) -> dict[str, Any]:
    """Return a mark that is declared as «capot:90:one»."""
    key, points, who = words.split(":")
    return {"key": key, "name": key.capitalize(), "points": int(points), "who": who}


def _read_value(word: str) -> Any:
    """Return an option's value: a boolean, an integer or the word itself."""
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.lstrip("-").isdigit() else word


def _read_event(word: str, rest: list[str]) -> dict[str, Any]:
    """Return the event that begins with this line."""
    event: dict[str, Any] = {"type": word}
    if word == "penalty":
        event |= {"rule": rest[0], "player": rest[1]}
        event |= {"to": rest[3]} if "to" in rest else {}
    elif word == "recave":
        event |= {"player": rest[0], "fiches": int(rest[1])}
    elif word == "leave":
        event["player"] = rest[0]
    elif word == "void" and rest:
        event["dealer"] = rest[0]
    return event


def _read_by_player(players: list[str], words: list[str]) -> dict[str, int]:
    """Return numbers by player, in the order of the players, without those left out (-)."""
    return {name: int(word) for name, word in zip(players, words, strict=True) if word != "-"}


def _make_count_reader(key: str) -> Any:
    """Return the reader of a line of brusquembilles with this key."""

    def read(case: Case, rest: list[str]) -> None:
        counts = case.event.setdefault("brusquembilles", {})
        for name, number in _read_by_player(case.players, rest).items():
            counts.setdefault(name, {})[key] = number

    return read


def _read_announcement(case: Case, rest: list[str]) -> None:
    """Read an announcement of the current coup."""
    words, _, before = " ".join(rest).partition(" before ")
    player, kind, *about = words.split()
    told: dict[str, Any] = {"player": player, "kind": kind}
    if kind == "mariage":
        told |= {"suit": about[0]} | ({"rencontre": True} if "rencontre" in about else {})
    elif kind in ("sequence", "carre"):
        told |= {"cards": about} if kind == "sequence" else {"rank": about[0]}
    if before:
        told["before_trick"] = int(before)
    case.event.setdefault("announcements", []).append(told)


def _read_exchange(case: Case, rest: list[str]) -> None:
    """Read the exchange of the current coup."""
    case.event["exchange"] = {"player": rest[0]} | ({"before_trick": int(rest[1])} if rest[1:] else {})


def _read_call(case: Case, rest: list[str]) -> None:
    """Read the bid of the current coup of chiamata."""
    case.event.update(caller=rest[0], bid=int(rest[1]), called=rest[2], **({"partner": rest[4]} if rest[3:] else {}))


def _make_numbers_reader(key: str) -> Any:
    """Return the reader of a line of numbers by player."""
    return lambda case, rest: case.event.update({key: _read_by_player(case.players, rest)})


def _make_player_reader(key: str) -> Any:
    """Return the reader of a line that names a player."""
    return lambda case, rest: case.event.update({key: rest[0]})


LINE_READERS: dict[str, Any] = {
    "announce": _read_announcement,
    "call": _read_call,
    "has": lambda case, rest: case.event.setdefault("marks", []).append({"mark": rest[1], "player": rest[0]}),
    "made": lambda case, rest: case.event.update(points=int(rest[0])),
    "cappotto": lambda case, rest: case.event.update(cappotto=True),
    "exchange": _read_exchange,
    **{key: _make_numbers_reader(key) for key in ("tricks_won", "card_points")},
    **{key: _make_player_reader(key) for key in ("last_trick", "last_talon_card", "last_five")},
    "points": lambda case, rest: case.event.update(points=_read_by_player(case.players, rest)),
    "claimed": lambda case, rest: case.event.update(
        claimed={name: int(n) for name, n in zip(rest[::2], rest[1::2], strict=True)}
    ),
    "short_pack": lambda case, rest: case.event.update(short_pack=int(rest[0])),
    "dealer": lambda case, rest: case.event.update(dealer=rest[0]),
    "retourne": lambda case, rest: case.event.update(retourne=rest[0]),
    "trick": lambda case, rest: case.event.setdefault("tricks", []).append(rest),
    "wrong": lambda case, rest: case.wrong.append((rest[0], None if rest[1] == "-" else rest[1])),
    **{key: _make_count_reader(key) for key in COUNTS},
}


def _read_purse(word: str) -> dict[str, int]:
    """Return a purse from a text such as 5f22."""
    fiches, jetons = (int(part) for part in word.split("f"))
    return {"total": 20 * fiches + jetons, "fiches": fiches, "jetons": jetons}


def _read_transfer(words: list[str]) -> dict[str, Any]:
    """Return a transfer from words such as Anne>pot 20 BRU-08."""
    payer, payee = words[0].split(">")
    return {"from": payer, "to": payee, "jetons": int(words[1]), "rule": words[2]}


EXPECTATION_READERS: dict[str, Any] = {
    "net": lambda players, rest: ("net", _read_by_player(players, rest)),
    "holds": lambda players, rest: ("holdings", dict(zip(players, map(_read_purse, rest), strict=True))),
    "counted": lambda players, rest: ("points", _read_by_player(players, rest)),
    "pot": lambda players, rest: ("pot", int(rest[0])),
    "wins": lambda players, rest: ("winners", rest),
    "deals": lambda players, rest: ("dealer", rest[0]),
    "gives": lambda players, rest: ("gives", _read_transfer(rest)),
    "marks": lambda players, rest: ("marks", (rest[0], int(rest[1]), rest[2]) if rest else None),
    "side": lambda players, rest: ("side_points", int(rest[0])),
    "with": lambda players, rest: ("partner", None if rest[0] == "-" else rest[0]),
    "totals": lambda players, rest: ("totals", _read_by_player(players, rest)),
    "rank": lambda players, rest: ("rank", _read_by_player(players, rest)),
    "complete": lambda players, rest: ("complete", rest),
}


def check_case(case: Case) -> None:
    """Assert that the answer to a case holds what the case expects, or exactly its problems in their order."""
    answer = scoring.score_partie(case.document)
    if case.wrong:
        assert [(problem["path"], problem["rule"]) for problem in answer["errors"]] == case.wrong
        return
    assert "errors" not in answer, answer
    for key in ("gives", "marks"):
        listed: dict[int | None, list[object]] = {}
        for place, expected_key, value in case.expected:
            if expected_key == key:
                listed.setdefault(place, []).extend([] if value is None else [value])
        for place, values in listed.items():
            assert _list_transfers_or_lines(answer["events"][place], key) == values
    for place, key, value in case.expected:
        if key == "rank":
            assert {row["player"]: row["rank"] for row in answer["ranking"]} == value
        elif key == "complete":
            assert (answer["complete"], answer["winners"]) == (True, value)
        elif key not in ("gives", "marks"):
            assert (answer if place is None else answer["events"][place])[key] == value


def _list_transfers_or_lines(event: dict[str, Any], key: str) -> list[object]:
    """Return the event's transfers ("gives") or its lines ("marks"), in the form of a case."""
    if key == "gives":
        return list(event["transfers"])
    return [(line["player"], line["points"], line["rule"]) for line in event["lines"]]
