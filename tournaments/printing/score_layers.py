"""Blank score sheets in two layers: the empty grid, laid out once for all tables that play alike, and each table's
names, code and QR over it. Says which leaves can be made so, which grid lies under each, and draws the QR on it."""

import json
from collections.abc import Sequence
from typing import Any

from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.presentation.qr import draw_qr_operators, get_table_address, has_phone_address

from .scoresheets import Leaf
from .text_boxes import TextBoxes


def get_grid_kind(leaf: Leaf) -> Any:
    """Return a key for leaves that have the same grid under their names; None where a leaf must be laid out whole."""
    if any(score.filled or score.paper.groups is None or score.pages > 1 for score in leaf.sheets):
        return None
    return leaf.sheets_a_page, tuple(_get_grid_key(score) for score in leaf.sheets)


def _get_grid_key(score: ScoreSheet) -> tuple[Any, ...]:
    """Return what a score sheet's grid depends on: game, options, number of players, sides."""
    setting = score.setting
    sides = tuple(tuple(setting.players.index(name) for name in side) for side in setting.sides or ())
    return setting.game, json.dumps(dict(setting.options), sort_keys=True), len(setting.players), sides


def choose_grid_leaves(leaves: Sequence[Leaf]) -> tuple[list[Leaf], dict[Any, int]]:
    """Return, for each kind of leaf, the leaf with the shortest names, whose grid serves all; and its index by kind."""
    chosen: dict[Any, Leaf] = {}
    for leaf in leaves:
        kind = get_grid_kind(leaf)
        if kind is not None and (kind not in chosen or _get_longest_name(leaf) < _get_longest_name(chosen[kind])):
            chosen[kind] = leaf
    return list(chosen.values()), {kind: n for n, kind in enumerate(chosen)}


def _get_longest_name(leaf: Leaf) -> int:
    """Return the length of the longest name on the leaf."""
    return max(len(name) for score in leaf.sheets for name in score.setting.players)


def draw_qrs(leaf: Leaf, places: TextBoxes) -> str:
    """Return the QRs of the leaf's tables, as PDF operators in CSS pixels; none where phones have no address yet, which
    the grid says."""
    if not has_phone_address():
        return ""
    found = []
    for n, score in enumerate(leaf.sheets):
        x, y, size, *_ = places[f"{n}-qr"]
        found.append(draw_qr_operators(get_table_address(score.sheet.table), x, y, size))
    return "".join(found)
