"""The document «diagrams»: every coup written trick by trick, as a diagram of who played what, who took it, the
points."""

from typing import Any

from tournaments.book.loading import load_sheets
from tournaments.book.replay import build_replays
from tournaments.models import Tournament


def build_diagrams(tournament: Tournament) -> dict[str, Any]:
    """Return the document's context: the replays of the tournament, by round, table and coup."""
    return {"replays": [replay for sheet in load_sheets(tournament) for replay in build_replays(sheet)]}
