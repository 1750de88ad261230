"""`manage.py seat`: make a draw without a tournament, or judge one that somebody else made. The keys of its JSON answer
are a contract with other programs."""

import json
import time
from argparse import ArgumentTypeError
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.draws.design_library import find_series, get_published_rounds
from tournaments.draws.evaluation import Evaluation, evaluate_rounds
from tournaments.draws.model import DrawRequest, DrawRound, Proof
from tournaments.draws.seating import draw_rounds

MOST_PLAYERS = 1_000_000
"""The highest number that a player of a judged draw may have: a slip of the pen beyond it would fill the memory."""


def _parse_count(text: str) -> int:
    """Return the whole number typed, at least 1; an argument's type for argparse."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"« {text} » n’est pas un nombre entier à partir de 1")
    return int(text)


def _parse_size(text: str) -> int:
    """Return the table size typed, at least 2; an argument's type for argparse."""
    size = _parse_count(text)
    if size < 2:
        raise ArgumentTypeError("à une table, on est deux ou plus")
    return size


def _parse_sizes(text: str) -> tuple[int, ...]:
    """Return the table sizes typed, each once, the smallest first: «4,3,4» becomes (3, 4). An argument's type for
    argparse."""
    return tuple(sorted({_parse_size(part.strip()) for part in text.split(",")}))


class Command(BaseCommand):
    help = "Tire des rondes pour les joueurs 1 à N, et dit ce que vaut le tirage ; ou juge un tirage fait ailleurs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=_parse_count, metavar="N")
        group = parser.add_mutually_exclusive_group(required=True)
        group.add_argument("--table-size", type=_parse_size, metavar="K", help="toutes les tables ont K joueurs")
        group.add_argument("--table-sizes", type=_parse_sizes, metavar="K,L", help="les tailles de table permises")
        group.add_argument("--judge", metavar="FILE", help='juge le tirage de FILE : {"rounds": [[[1, 5, 9], …], …]}')
        parser.add_argument("--rounds", type=_parse_count, metavar="R")
        parser.add_argument("--seed", type=int, default=0, metavar="S", help="même graine, même tirage (0 : défaut)")
        parser.add_argument("--format", choices=["json", "text"], default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        judged, numbers = options["judge"], [options["players"], options["rounds"]]
        if any(numbers) if judged else not all(numbers):
            raise CommandError("--players et --rounds vont avec un tirage, --judge va seul", returncode=2)
        if judged:
            rounds = _read_rounds(Path(judged))
            request = _build_judged_request(rounds)
            answer = _build_answer(rounds, evaluate_rounds(request, rounds).proof)
        else:
            sizes = options["table_sizes"] or (options["table_size"],)
            request = DrawRequest(options["players"], sizes, options["rounds"], seed=options["seed"])
            begun = time.perf_counter()
            drawn = draw_rounds(request)
            answer = _build_answer(drawn.rounds, drawn.proof)
            answer["seconds"] = round(time.perf_counter() - begun, 3)
        if options["format"] == "json":
            self.stdout.write(json.dumps(answer))
        else:
            self.stdout.write(_format_text(answer, evaluate_rounds(request, rounds if judged else drawn.rounds)))


def _read_rounds(file: Path) -> list[DrawRound]:
    """Return the rounds of a draw in a JSON file, made by another program, to be judged; who is at no table of a round
    rests. Raises CommandError."""
    try:
        given = json.loads(file.read_bytes())
        rounds = [[[*table] for table in one] for one in given["rounds"]]
    except OSError as error:
        raise CommandError(f"« {file} » ne se lit pas : {error.strerror}") from None
    except (ValueError, RecursionError, KeyError, TypeError):
        raise CommandError(f'« {file} » n’est pas un tirage : {{"rounds": [[[1, 5, 9], …], …]}}') from None
    for n, one in enumerate(rounds, start=1):
        _refuse_impossible(n, one)
    everyone = range(1, max((p for one in rounds for table in one for p in table), default=0) + 1)
    return [DrawRound(tuple(map(tuple, one)), tuple(sorted({*everyone}.difference(*one)))) for one in rounds]


def _refuse_impossible(n: int, tables: list[list[Any]]) -> None:
    """Raise CommandError if the tables of round `n` seat a wrong number, somebody twice, or somebody alone."""
    seated = [p for table in tables for p in table]
    if not all(type(p) is int and 1 <= p <= MOST_PLAYERS for p in seated):
        raise CommandError(f"ronde {n} : les joueurs sont des nombres entiers de 1 à {MOST_PLAYERS}")
    if any(len(table) < 2 for table in tables):
        raise CommandError(f"ronde {n} : à une table, on est deux ou plus")
    if twice := sorted(p for p, times in Counter(seated).items() if times > 1):
        raise CommandError(f"ronde {n} : le joueur {twice[0]} est placé deux fois")


def _build_judged_request(rounds: Sequence[DrawRound]) -> DrawRequest:
    """Return the request for a draw that these rounds would answer: as many players and rounds, tables of the same
    sizes."""
    sizes = {len(table) for one in rounds for table in one.tables}
    players = max((p for one in rounds for some in (*one.tables, one.resting) for p in some), default=0)
    return DrawRequest(players, tuple(sorted(sizes)) or (2,), len(rounds))


def _build_answer(rounds: Sequence[DrawRound], proof: Proof) -> dict[str, Any]:
    """Return the rounds and their quality (repeats, bounds) as the JSON answer has them, without the time that they
    took."""
    return {
        "rounds": [one.tables for one in rounds],
        "resting": [one.resting for one in rounds],
        "repeats": proof.repeats,
        "lower_bound": proof.lower_bound,
        "optimal": proof.optimal,
        "pair_cost": proof.pair_cost,
        "pair_cost_bound": proof.pair_cost_bound,
    }


def _format_text(answer: dict[str, Any], evaluation: Evaluation) -> str:
    """Return the rounds as text, then their quality on the last line: of rests and seats too, which JSON leaves out.

    The lower bound for the difference of seats is left out unless everybody rests in turn.
    """
    lines = []
    for n, (tables, resting) in enumerate(zip(answer["rounds"], answer["resting"], strict=True), start=1):
        lines.append(f"round {n}  resting: {' '.join(map(str, resting))}" if resting else f"round {n}")
        lines += [f"  table {t}: {' '.join(map(str, table))}" for t, table in enumerate(tables, start=1)]
    fields = {key: value for key, value in answer.items() if key not in ("rounds", "resting")}
    fields |= {"rested_again": evaluation.rested_again, "seat_gap": evaluation.proof.seat_gap}
    if not evaluation.rested_again:
        fields["seat_gap_bound"] = evaluation.proof.seat_gap_bound
    lines.append(", ".join(f"{key} {value}" for key, value in fields.items()))
    return "\n".join([*lines, *_tell_what_is_known(answer)])


def _tell_what_is_known(answer: dict[str, Any]) -> list[str]:
    """Return a line on how many rounds without repeats are known for tables of this size; none if these rounds repeat
    nothing, somebody rests, or sizes differ."""
    sizes = {len(table) for tables in answer["rounds"] for table in tables}
    if not answer["repeats"] or len(sizes) > 1 or any(answer["resting"]):
        return []
    size, tables = sizes.pop(), len(answer["rounds"][0])
    author, lines = find_series(size, tables, len(answer["rounds"]))
    published = get_published_rounds(size, tables) or (0, "")
    most, where = published if published[0] >= len(lines) else (len(lines), author)
    return [f"without repeats: {len(lines)} rounds here, {most} known ({where})"]
