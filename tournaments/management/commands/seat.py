"""`manage.py seat`: make a draw without a tournament. The keys of its JSON answer are a contract with other
programs."""

import json
import time
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.draws.model import Draw, DrawRequest
from tournaments.draws.seating import draw_rounds


def _parse_count(text: str) -> int:
    """Parse a whole number from 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"« {text} » n’est pas un nombre entier à partir de 1")
    return int(text)


def _parse_size(text: str) -> int:
    """Parse a table size: a whole number from 2."""
    size = _parse_count(text)
    if size < 2:
        raise ArgumentTypeError("à une table, on est deux ou plus")
    return size


def _parse_sizes(text: str) -> tuple[int, ...]:
    """Parse table sizes, separated by commas."""
    return tuple(_parse_size(part.strip()) for part in text.split(","))


class Command(BaseCommand):
    help = "Tire des rondes pour les joueurs 1 à N, et dit ce que vaut le tirage."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=_parse_count, required=True, metavar="N")
        tables = parser.add_mutually_exclusive_group(required=True)
        tables.add_argument("--table-size", type=_parse_size, metavar="K", help="toutes les tables ont K joueurs")
        tables.add_argument("--table-sizes", type=_parse_sizes, metavar="K,L", help="les tailles de table permises")
        parser.add_argument("--rounds", type=_parse_count, required=True, metavar="R")
        parser.add_argument("--seed", type=int, default=0, metavar="S", help="même graine, même tirage (0 : défaut)")
        parser.add_argument("--format", choices=["json", "text"], default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        sizes = options["table_sizes"] or (options["table_size"],)
        begun = time.perf_counter()
        drawn = draw_rounds(DrawRequest(options["players"], sizes, options["rounds"], seed=options["seed"]))
        answer = _build_answer(drawn, time.perf_counter() - begun)
        self.stdout.write(json.dumps(answer) if options["format"] == "json" else _format_text(drawn, answer))


def _build_answer(drawn: Draw, seconds: float) -> dict[str, Any]:
    """Return the draw and its quality as the JSON answer; `seconds`: how long the draw took."""
    proof = drawn.proof
    return {
        "rounds": [one.tables for one in drawn.rounds],
        "resting": [one.resting for one in drawn.rounds],
        "repeats": proof.repeats,
        "lower_bound": proof.lower_bound,
        "optimal": proof.optimal,
        "pair_cost": proof.pair_cost,
        "pair_cost_bound": proof.pair_cost_bound,
        "seconds": round(seconds, 3),
    }


def _format_text(drawn: Draw, answer: dict[str, Any]) -> str:
    """Return the draw as text: its rounds, then its quality on the last line."""
    lines = []
    for n, one in enumerate(drawn.rounds, start=1):
        resting = f"  resting: {' '.join(map(str, one.resting))}" if one.resting else ""
        lines.append(f"round {n}{resting}")
        lines += [f"  table {t}: {' '.join(map(str, table))}" for t, table in enumerate(one.tables, start=1)]
    told = ("repeats", "lower_bound", "optimal", "pair_cost", "pair_cost_bound", "seconds")
    return "\n".join([*lines, ", ".join(f"{key} {answer[key]}" for key in told)])
