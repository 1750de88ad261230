"""Change one thing in the body of one function, as a slip would: with the operators of mutmut, on the tree of libcst.

What changes text alone is left out: strings, calls of gettext, arguments that are sentences. So are annotations,
`cast`, and what is run once when a module is loaded (decorators, default values, constants).
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile, zip_longest
from operator import eq
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parent.parent
UNTOUCHED_CALLS = ("len", "isinstance", "cast")
"""Without an argument, the first two never run and so show nothing; `cast` does nothing when it runs."""
TEXT_CALLS = re.compile(r"_|Text|n?p?gettext(_lazy|_noop)?")
TEXT = re.compile(r"[^\w.,:/%{}=-]")
"""What a string for people holds, and a name of the program does not: a space, most of all."""

AROUND = 40  # characters shown on each side of what differs


class Mutation(NamedTuple):
    """A change that can be made: in this file, in this function, what it puts in the place of what. `times`: the second
    of two alike has 2."""

    path: str
    function: str
    before: str
    after: str
    times: int
    module: cst.Module
    node: cst.CSTNode
    changed: cst.CSTNode

    @property
    def key(self) -> str:
        """Return what names this mutant as long as its function stays as it is."""
        again = f" #{self.times}" if self.times > 1 else ""
        return f"{self.path} {self.function}: {self.before} → {self.after}{again}"


class Mutant(NamedTuple):
    """A file with one change. `line`: the first that differs."""

    key: str
    path: str
    line: int
    source: str


class MutationVisitor(cst.CSTVisitor):
    """Collects (function, node, changed node) for each change in a module's functions."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.depth = 0  # of functions
        self.found: list[tuple[str, cst.CSTNode, cst.CSTNode]] = []

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        self.names.append(node.name.value)
        return True

    def leave_ClassDef(self, original_node: cst.ClassDef) -> None:
        self.names.pop()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        """Go into the body alone: a decorator and the parameters are run when the function is defined."""
        self.names.append(node.name.value)
        self.depth += 1
        node.body.visit(self)
        self.depth -= 1
        self.names.pop()
        return False

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.BaseString | cst.Assert) or is_text_call(node):
            return False
        if self.depth and not is_call_of(node, UNTOUCHED_CALLS):
            self._collect(node)
        return super().on_visit(node)

    def _collect(self, node: cst.CSTNode) -> None:
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    if not removes_text(node, changed):
                        self.found.append((".".join(self.names), node, changed))


def is_call_of(node: cst.CSTNode, names: Iterable[str]) -> bool:
    """True for a call of a plain function of one of these names."""
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in names


def is_text_call(node: cst.CSTNode) -> bool:
    """True for a call that translates, or makes a sentence of the games."""
    return (
        isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and bool(TEXT_CALLS.fullmatch(node.func.value))
    )


def removes_text(node: cst.CSTNode, changed: cst.CSTNode) -> bool:
    """True if what the change takes away is a sentence: an argument, or what is assigned."""
    if isinstance(node, cst.Call) and isinstance(changed, cst.Call):
        return any(is_text(each.value) for each in node.args if all(each is not other for other in changed.args))
    return isinstance(node, cst.Assign | cst.AnnAssign) and node.value is not None and is_text(node.value)


def is_text(node: cst.BaseExpression) -> bool:
    """True for a string with a space or the like in it, and for what is translated."""
    if is_text_call(node):
        return True
    if isinstance(node, cst.IfExp):
        return is_text(node.body) or is_text(node.orelse)
    if isinstance(node, cst.SimpleString):
        return bool(TEXT.search(str(node.evaluated_value)))
    if isinstance(node, cst.FormattedString):
        return any(isinstance(part, cst.FormattedStringText) and TEXT.search(part.value) for part in node.parts)
    return isinstance(node, cst.ConcatenatedString) and (is_text(node.left) or is_text(node.right))


def list_files(rooms: Iterable[str]) -> Iterator[Path]:
    """Yield the Python files of these folders (or files), in order."""
    for room in rooms:
        path = ROOT / room
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def list_mutations(rooms: Iterable[str]) -> Iterator[Mutation]:
    """Yield every change of the functions in these folders (or files), file by file."""
    for path in list_files(rooms):
        module, visitor = cst.parse_module(path.read_text(encoding="utf-8")), MutationVisitor()
        module.visit(visitor)
        keys: Counter[tuple[str, str, str]] = Counter()
        for function, node, changed in visitor.found:
            before, after = shorten(*(" ".join(module.code_for_node(each).split()) for each in (node, changed)))
            keys[function, before, after] += 1
            times = keys[function, before, after]
            yield Mutation(str(path.relative_to(ROOT)), function, before, after, times, module, node, changed)


def count_alike(before: str, after: str) -> int:
    """Return how many characters both begin with."""
    return sum(takewhile(bool, map(eq, before, after)))


def shorten(before: str, after: str) -> tuple[str, str]:
    """Return both without most of what they begin and end with alike."""
    begin = count_alike(before, after)
    end = count_alike(before[begin:][::-1], after[begin:][::-1])
    first, last = max(begin - AROUND, 0), max(end - AROUND, 0)
    cut = [text[first : len(text) - last] for text in (before, after)]
    return f"{'…' * bool(first)}{cut[0]}{'…' * bool(last)}", f"{'…' * bool(first)}{cut[1]}{'…' * bool(last)}"


def draw_sample(rooms: Iterable[str], count: int, seed: int) -> tuple[list[Mutant], int]:
    """Return (a random sample of so many mutants, the number of all). A change elsewhere leaves the sample as it is:
    the mutants are ordered by a digest of the seed and their key, and the first ones taken."""

    def rank(mutation: Mutation) -> str:
        return hashlib.sha256(f"{seed} {mutation.key}".encode()).hexdigest()

    everything = sorted(list_mutations(rooms), key=rank)
    chosen: list[Mutant] = []
    for mutation in everything:
        if len(chosen) == count:
            break
        mutant = apply_mutation(mutation)
        if mutant is not None:
            chosen.append(mutant)
    return chosen, len(everything)


def apply_mutation(mutation: Mutation) -> Mutant | None:
    """Return the file with this change; None if that is no Python, or the same program."""
    before = mutation.module.code
    after = mutation.module.deep_replace(mutation.node, mutation.changed).code  # type: ignore[arg-type]
    try:
        if ast.dump(ast.parse(before)) == ast.dump(ast.parse(after)):
            return None
    except SyntaxError:
        return None
    pairs = zip_longest(before.splitlines(), after.splitlines())
    line = next(number for number, (old, new) in enumerate(pairs, 1) if old != new)
    return Mutant(mutation.key, mutation.path, line, after)
