"""What a table's sheet tells a phone's scorer (`static/js/table_state.js`), for as long as nothing answers it: how the
partie stands, by seat, without a rule of any game."""

import json
from typing import Any

from scoring import TableState
from tournaments.presentation.text.sheet_text import shorten_names


def write_state(state: TableState) -> str:
    """Return the state of the partie for the phone's script, as JSON."""
    return json.dumps(describe_state(state), ensure_ascii=False, separators=(",", ":"))


def describe_state(state: TableState) -> dict[str, Any]:
    """Return the state of the partie for the phone's script, by the keys of `TableState` in static/js/types.d.ts.
    `figures`: for each seat, the seat number in whose inputs its figures are typed: its own, or its side's first."""
    setting = state.setting
    first = {name: setting.seats[side[0]] + 1 for side in setting.list_scoring_sides() for name in side}
    short = shorten_names(setting.players)
    return {
        "names": [short[name] for name in setting.players],
        "options": dict(setting.options),
        "figures": [first[name] for name in setting.players],
        "sides": setting.side_of,
        "zeroWins": setting.zero_wins,
        "totals": state.seat_totals,
        "purses": [purse.total for purse in state.seat_purses],
        "pot": state.pot or 0,
        "carry": state.carry_over or 0,
        "played": state.coups_played,
        "planned": state.coups_planned,
        "dealer": state.next_dealer_seat,
        "dealers": state.dealer_rotation.cycle,
    }
