"""Print where the time of one page goes: `make profile PAGE=draw`.

    python benchmarks/_profile.py PAGE [--players 400]

PAGE is draw (round 8 of a Swiss), coup, or the address of a page, in which EVENT stands for the tournament's id and
CODE for its code: rounds is short for /desk/event/EVENT/rounds, overview for /desk/event/EVENT, standings for
/CODE/standings, board for /CODE. The installation is filled as benchmarks/rounds.py does.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._installation import set_up_django
from benchmarks.large.swiss import draw_round, fill_swiss, get_page, record_coup, sign_in

PAGES = {
    "rounds": "/desk/event/EVENT/rounds",
    "overview": "/desk/event/EVENT",
    "standings": "/CODE/standings",
    "board": "/CODE",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", nargs="?", default="draw")
    parser.add_argument("--players", type=int, default=400)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        set_up_django(Path(folder))
        profile_page(options.page, options.players)


def profile_page(page: str, players: int) -> None:
    """Fill the database, ask for the page once, then print the profile of asking again."""
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from pyinstrument import Profiler

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    call_command("migrate", verbosity=0)
    tournament = fill_swiss(players)
    client = sign_in(tournament)
    draw_round(tournament, client)
    connection.close()  # as a server does after a minute
    for _time in ("warm", "profiled"):
        profiler = Profiler(interval=0.001)
        with profiler:
            ask(page, tournament, client)
    profiler.print()


def ask(page: str, tournament: Any, client: Any) -> None:
    """Ask for the page, or do what it names."""
    if page == "draw":
        draw_round(tournament, client)
    elif page == "coup":
        record_coup(find_open_table(tournament))
    else:
        address = PAGES.get(page, page).replace("EVENT", str(tournament.pk)).replace("CODE", tournament.code)
        get_page(client, address)


def find_open_table(tournament: Any) -> int:
    """Return the id of a table of the last round that still plays; the drafted round is published if there is none."""
    from tournaments.actions.rounds.drafts import publish_round
    from tournaments.models import Table

    tables = Table.objects.filter(round__tournament=tournament).exclude(summary__complete=True)
    if not tables.exists():
        publish_round(tournament, tournament.drafts.get(chosen=True).first)
    return int(tables.values_list("pk", flat=True)[0])


if __name__ == "__main__":
    main()
