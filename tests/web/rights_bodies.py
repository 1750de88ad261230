"""What the requests of `test_rights` carry, by the name of their address, where an empty form would be refused before
anybody's rights are looked at; and what of a page is left out."""

from collections.abc import Callable
from typing import Any

BARE = (
    "settlement-file",
    "settlement-accounts-file",
    "bracket",
    "bracket-file",
    "bracket-part-file",
    "network-wifi-qr",
    "reveal",
    "tombola",
    "table-tablet",
    "report-file",
    "api-get-settlement",
)  # 404 also to whoever may: nothing is there
CLUB_PAGES = (
    "players",
    "club",
    "club-technical",
    "club-face",
    "club-export-file",  # before another is asked for
    "club-export",
    "club-keys",
    "webhooks",
    "presets",
    "publishing",
    "preset-new",
    "preset-import",
    "seasons",
    "tournament-new",
    "tournament-import",
    "players-file",
    "players-import",
    "club-file",
)
"""Pages of a club that take its number from a field."""
BODIES = {
    "club-keys": {"use": "read", "days": "30", "name": "Site"},
    "clock-touch": {"do": "start", "minutes": "40"},
    "people-pair": {"part": "1"},
    "preset-new": {"base": "brusquembille/academie-1718"},
}
RECORD = {"key": "a-key-of-12", "number": 1}
CONTENTS: dict[str, dict[str, Any]] = {
    "api-list-players": {"name": "Neuf"},
    "api-merge-player": {"into": 1},
    "api-list-tournaments": {"name": "Neuve", "date": "2026-11-21"},
    "api-plan-rounds": {"format": "random"},
    "api-set-presence": {"presence": "present"},
    "api-set-paid": {"paid": 500},
    "api-record-event": RECORD | {"event": {"type": "end"}},
    "api-correct-event": RECORD | {"event": {"type": "void"}, "reason": "Mal lu"},
    "api-undo-last-event": RECORD,
    "api-confirm-sheet": {"position": 1},
    "api-list-prizes": {"label": "Un"},
    "api-change-tournament": {"name": "Neuve", "date": "2026-11-21"},
    "api-hide-tournament": {"hidden": True},
    "api-set-rules": {"preset": "academie-1718"},
    "api-set-stage": {"preset": "academie-1718", "since": 2},
    "api-drop-stage": {"since": 2},
    "api-set-ranking": {"ranking": ["total"]},
    "api-rename-entry": {"name": "Neuf"},
    "api-make-pair": {"first": 1, "second": 2},
    "api-dissolve-pair": {"number": 1},
    "api-list-teams": {"name": "Neuve", "entries": [1, 2]},
    "api-change-team": {"name": "Neuve", "entries": [1, 2]},
    "api-set-team-rules": {"score": "ranks"},
    "api-take-over": {"newcomer": 1},
    "api-set-sign-up-terms": {"is_open": True},
    "api-wait-for-table": {"entries": [1]},
    "api-stop-waiting": {"entry": 1},
    "api-seat-waiting": {"entries": [1, 2]},
    "api-substitute-player": {"position": 1, "entry": 1},
    "api-mark-unplayed": {"kind": "annulled"},
    "api-start-clock": {"minutes": 50},
    "api-show-message": {"words": "Entracte", "minutes": 20},
    "api-give-minutes": {"minutes": 5},
    "api-set-currency": {"currency": "EUR"},
    "api-set-worth": {"jetons": 20, "minor_units": 100, "currency": "EUR"},
    "api-change-season": {"name": "Hiver", "tournaments": []},
    "api-hide-season": {"hidden": True},
    "api-list-apart": {"entries": [1, 2]},
    "api-list-adjustments": {"entry": 1, "amount": 5, "rule": "Retard"},
}
"""The same of what other programs send."""
QUERIES = {"preset-new": "?base=brusquembille/academie-1718"}
"""What a POST or a GET must carry to be more than a question for a thing that is not there."""
UNRENDERED: dict[str, Callable[..., object]] = {
    "django.shortcuts.loader.render_to_string": lambda *_args, **_named: "",
    "tournaments.printing.papers.Paper.render_page": lambda *_args: "",
    "tournaments.views.learning.load_leaflet": lambda *_args: b"%PDF",
    "tournaments.views.organiser.club.machine.start_self_check": lambda: None,
    "tournaments.views.welcome.get_or_create_demonstration": lambda: None,
    "tournaments.views.organiser.club.machine.write_diagnostic": lambda: b"{}",
    "tournaments.views.organiser.club.backups.start_command": lambda *_words: None,
    "tournaments.views.organiser.club.publishing.start_command": lambda *_words: None,
    "tournaments.views.organiser.club.publishing.forget_files": lambda _target: None,  # files do not come back
    "tournaments.views.organiser.people.personal_data.delete_kept_copies": lambda _player: (
        None
    ),  # files do not come back
    "tournaments.views.organiser.club.club_page.wake_keeper": lambda _var: None,
    "tournaments.views.prints.wake_keeper": lambda _var: None,
    "tournaments.views.organiser.rounds.draw_jobs.wake_keeper": lambda _var: None,
    "tournaments.upkeep.backups.restoring.wake_keeper": lambda _var: None,
}
"""What takes long and comes after a check of rights, with what stands in its place."""
