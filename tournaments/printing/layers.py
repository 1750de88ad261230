"""Blank score sheets in two layers: the empty grid, laid out once for all tables that play alike, and each table's
names, code and QR. Which leaves can be made so, which grid lies under each, and the QR on it.
"""

import json
from collections.abc import Sequence
from typing import Any

from .pdf import Places
from .qr import squares, table_address
from .scoresheet import ScoreSheet
from .scoresheets import Leaf


def kind_of(leaf: Leaf) -> Any:
    """Leaves of one kind have the same grid under their names; None where a leaf is laid out whole."""
    if any(score.filled or score.paper.groups is None or score.pages > 1 for score in leaf.sheets):
        return None
    return leaf.pair, tuple(_grid(score) for score in leaf.sheets)


def _grid(score: ScoreSheet) -> tuple[Any, ...]:
    setting = score.setting
    sides = tuple(tuple(setting.players.index(name) for name in side) for side in setting.sides or ())
    return setting.game, json.dumps(dict(setting.options), sort_keys=True), len(setting.players), sides


def under(leaves: Sequence[Leaf]) -> tuple[list[Leaf], dict[Any, int]]:
    """For each kind a leaf that stands for it, the one with the shortest names; and its place among them."""
    chosen: dict[Any, Leaf] = {}
    for leaf in leaves:
        kind = kind_of(leaf)
        if kind is not None and (kind not in chosen or _longest(leaf) < _longest(chosen[kind])):
            chosen[kind] = leaf
    return list(chosen.values()), {kind: n for n, kind in enumerate(chosen)}


def _longest(leaf: Leaf) -> int:
    return max(len(name) for score in leaf.sheets for name in score.setting.players)


def drawn(leaf: Leaf, places: Places) -> str:
    """The QR of its tables, as PDF operators in CSS pixels."""
    found = []
    for n, score in enumerate(leaf.sheets):
        x, y, size, *_ = places[f"{n}-qr"]
        found.append(squares(table_address(score.sheet.table), x, y, size))
    return "".join(found)
