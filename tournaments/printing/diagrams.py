"""Every coup of an event that was written trick by trick, as a diagram: who played what, who took it, points so far."""

from typing import Any

from tournaments.models import Event, Table
from tournaments.replays import replays


def of_event(event: Event) -> dict[str, Any]:
    """By round, table and coup."""
    return {"replays": [replay for sheet in Table.objects.for_event(event) for replay in replays(sheet)]}
