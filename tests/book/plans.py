"""What a plan of PostgreSQL reads from end to end, and the pages that may."""

from collections.abc import Iterator
from typing import Any

NAMES = "record posting line link deed seatsummary outbox entry seat table round event unplayed rest"
GROWING = {f"tournaments_{name}" for name in NAMES.split()}
"""The tables that grow with every coup, evening and club."""
FEW_ROWS = {"records_of_leaving"}
"""Partial indexes, each of few rows."""
UNBOUNDED = {
    # what a member asks of himself: no index tells who wrote
    "tournaments_deed": ["desk/account/data", "desk/account/data.json"],
    "tournaments_record": [
        *("desk/account/data", "desk/account/data.json"),
        *("desk/event/<int:pk>", "desk/event/<int:pk>/watch", "desk/event/<int:pk>/arbiter"),  # as the last ones
        "desk/players/<int:pk>/forget",
    ],
    # a page of all clubs: the first evening of each, the latest ones, those of a hundred seasons
    "tournaments_event": ["", "api/v1/clubs", "api/v1/tournaments", "api/v1/seasons"],
}
"""The tables that a page may still read from end to end, by the addresses that do."""


def list_unbounded(plan: dict[str, Any]) -> Iterator[str]:
    """Yield each growing table that a plan reads from end to end."""
    table = plan.get("Relation Name", "")
    condition = plan.get("Index Cond") or plan.get("TID Cond") or plan["Node Type"] == "Bitmap Heap Scan"
    if table in GROWING and not condition and plan.get("Index Name") not in FEW_ROWS:
        yield table
    for part in plan.get("Plans", ()):
        if plan["Node Type"] == "Limit" and "Index" in part["Node Type"] and "Filter" not in part:
            continue  # the first rows of an index
        yield from list_unbounded(part)
