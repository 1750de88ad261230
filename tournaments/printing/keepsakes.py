"""Documents that are kept of a tournament: its log of corrections, its tombola, labels for envelopes, a diploma for
each player."""

from dataclasses import dataclass
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.tombola import WonPrizesTable
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.presentation.text.main_score import find_order_score
from tournaments.presentation.text.option_text import name_game
from tournaments.presentation.text.provisional_text import describe_printed_state
from tournaments.reading.call_list import list_seated_cards
from tournaments.reading.final_order import read_final_order
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.shown_names import Viewer, get_listed_names
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings
from tournaments.reading.tombola import read_tombola
from tournaments.standings.ranking import StandingsRow, list_ranked_rows

from .cut_cards import build_card_pages
from .document import CLOSED, DRAFT, OPEN, Document
from .print_stage import ALWAYS, ENTRIES, RECORDS, TOMBOLA

LARGE_RANKS = 3
"""How many of the first ranks a diploma names."""


def build_log(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the log: each action on the tournament and each corrected line, with its time in
    the club's time zone."""
    zone = ZoneInfo(tournament.club.time_zone)
    return {"entries": [(line, line.at.astimezone(zone)) for line in build_audit_log(tournament)]}


def build_labels(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of labels for envelopes, folders or purses: one for each player and one for each
    table."""
    names = get_listed_names(Viewer.CLUB, tournament).values()
    tables = sorted({card.table.n for card in list_seated_cards(tournament, None)})
    return build_card_pages([*({"name": name} for name in names), *({"table": n} for n in tables)])


@dataclass(frozen=True)
class Diploma:
    """One player's diploma. `row`: his row of the standings; `score`: the figure that ranks first, if that is not the
    total."""

    row: StandingsRow
    score: str = ""

    @property
    def is_ranked(self) -> bool:
        """True if the diploma names the player's rank, which only the first LARGE_RANKS do; the others say that he took
        part."""
        return self.row.rank <= LARGE_RANKS


def build_tombola(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the tombola, with names as anybody may read them, as it hangs on the wall."""
    view = read_tombola(tournament, Viewer.ANYBODY)
    return {"view": view, "table": WonPrizesTable(view, medium=PAPER) if view else None}


def build_diplomas(tournament: Tournament, *, wide: bool = False) -> dict[str, Any]:
    """Return the template context of the diplomas: a page for each ranked player, in the final order. If won matches
    decide the order, they have no figures; they are provisional until the evening is closed or every table over.
    `wide`: on landscape pages."""
    rows = list_ranked_rows(place_waiting_last(tournament, get_standings(tournament)))
    order = read_final_order(tournament, rows)
    is_open = tournament.status == Tournament.Status.OPEN
    unfinished = [each for each in list_unread_tables(tournament) if not each[2]]
    unit = get_game_figures(tournament).unit
    main = find_order_score(order, unit)
    return {
        "diplomas": [Diploma(row, main.figures[row.tally.entry] if main else "") for row in order.rows],
        "by_matches": order.by_matches,
        "score_name": main.name if main and main.key != "total" else "",
        "players": len(order.rows),
        "game": name_game(tournament),
        "unit": unit.value,
        "provisional": describe_printed_state(tournament, unfinished) if is_open else "",
        "wide": wide,
    }


KEEPSAKE_DOCUMENTS: tuple[Document, ...] = (
    Document(
        "log",
        _("Journal des corrections"),
        _("Ce qui a été fait à la soirée et chaque ligne corrigée ou annulée : quand, par qui, pourquoi."),
        build_log,
        ALWAYS,
        (CLOSED,),
    ),
    Document(
        "tombola",
        _("Tombola"),
        _("Chaque lot et son billet gagnant, avec de quoi vérifier le tirage."),
        build_tombola,
        TOMBOLA,
        (OPEN, CLOSED),
        always_listed=False,
    ),
    Document(
        "labels",
        _("Étiquettes"),
        _("Une par joueur et une par table, à découper aux repères : enveloppes, dossiers, bourses de fiches."),
        build_labels,
        ENTRIES,
        (DRAFT,),
    ),
    Document(
        "diplomas",
        _("Diplômes"),
        _("Une page par joueur : son nom, la soirée, deux lignes pour signer ; aux trois premiers, leur rang."),
        build_diplomas,
        RECORDS,
        (CLOSED,),
    ),
    Document(
        "diplomas-wide",
        _("Diplômes en largeur"),
        _("Les mêmes, sur une page couchée."),
        partial(build_diplomas, wide=True),
        RECORDS,
        (CLOSED,),
        layout="diplomas",
    ),
)
