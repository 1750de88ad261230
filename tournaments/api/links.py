"""The links of an answer, from which a program goes on without building an address itself."""

from collections.abc import Collection

from django.urls import reverse

from tournaments.models.rights import Right

from . import NAMESPACE
from .routes import name_address

Links = dict[str, str]
"""Addresses by what they lead to, as {"standings": "/api/v1/…"}."""


def find_address(operation: str, *parts: str | int) -> str:
    """Return the address of an operation. `parts`: the values of its parameters, in order."""
    return reverse(f"{NAMESPACE}:{name_address(operation)}", args=parts)


def link_start() -> Links:
    """Return the links of the API's start: its lists and its description."""
    lists = {name: find_address(f"list_{name}") for name in ("clubs", "tournaments", "seasons")}
    return lists | {"description": find_address("description")}


def link_club(club: int) -> Links:
    """Return the links of a club."""
    mine = f"?club={club}"
    return {
        "self": find_address("get_club", club),
        "players": find_address("list_players", club),
        "events": find_address("list_events", club),
        "tournaments": find_address("list_tournaments") + mine,
        "seasons": find_address("list_seasons") + mine,
    }


OWN_LINKS = {
    Right.LOOK: {"prizes": "list_prizes", "log": "list_log"},
    Right.ARBITRATE: {"adjustments": "list_adjustments"},
    Right.MONEY: {"fees": "list_fees", "settlement": "get_settlement"},
    Right.RUN: {"plan": "plan_rounds", "draft": "get_draft", "open": "open_tournament", "close": "close_tournament"}
    | {"sign-ups": "list_sign_ups", "apart": "list_apart", "export": "export_tournament"},
}
"""The links of a tournament that need a key: by right, the operation that each word leads to."""


def link_tournament(code: str, club: int, rights: Collection[str]) -> Links:
    """Return the links of a tournament, for a caller with these rights in its club."""
    parts = {name: find_address(f"list_{name}", code) for name in ("entries", "standings", "teams", "rounds")}
    for right, own in OWN_LINKS.items():
        if right in rights:
            parts |= {word: find_address(operation, code) for word, operation in own.items()}
    return {"self": find_address("get_tournament", code), "club": find_address("get_club", club)} | parts


def link_season(season: int, club: int) -> Links:
    """Return the links of a season."""
    return {
        "self": find_address("get_season", season),
        "club": find_address("get_club", club),
        "standings": find_address("list_season_standings", season),
        "clubs": find_address("list_season_clubs", season),
        "teams": find_address("list_season_teams", season),
    }


def link_round(code: str, n: int) -> Links:
    """Return the links of a round."""
    return {"self": find_address("get_round", code, n)}


def link_table(code: str, n: int, table: int) -> Links:
    """Return the links of a table."""
    return {"self": find_address("get_table", code, n, table), "round": find_address("get_round", code, n)}
