"""What a score sheet on paper is made of, whatever the game: groups of columns, each column knowing its figure."""

from collections.abc import Callable
from dataclasses import dataclass

import scoring

LETTERS = "ABCDEF"

Figure = Callable[[scoring.Step], str]


@dataclass(frozen=True)
class Column:
    """One cell a row. `sign`: what stands small above it; `sum`: worked out from the others, shaded on paper."""

    head: str
    figure: Figure
    sign: str = ""
    sum: bool = False


@dataclass(frozen=True)
class Group:
    """Columns under one title."""

    title: str
    columns: tuple[Column, ...]

    @property
    def heads(self) -> list[tuple[str, list[str], int]]:
        """The titles inside it, each with the signs and the number of its columns: "as", ["+", "−"], 2."""
        signs: dict[str, list[str]] = {}
        for column in self.columns:
            signs.setdefault(column.head, []).append(column.sign)
        return [(head, each, len(each)) for head, each in signs.items()]

    @property
    def styles(self) -> list[str]:
        """How each column is ruled: `sep` before a group, `sum` where nobody writes, `lost` inside a pair."""
        styles = [f"{'sum ' if each.sum else ''}{'lost' if each.sign == '−' else ''}" for each in self.columns]
        return ["sep " + styles[0], *styles[1:]]


def letter(setting: scoring.Setting, name: str) -> str:
    """A place's letter on paper: A for the first."""
    return LETTERS[setting.players.index(name)]
