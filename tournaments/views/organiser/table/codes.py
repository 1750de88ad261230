"""The tables' cards: the QR code and the typed code of each; a new card for a table; reopening of the form for typed
codes after too many wrong ones."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from config import hall
from tournaments.actions.tables.closing import revoke_keys
from tournaments.actions.tables.tablets import make_tablet_key, revoke_tablet_key
from tournaments.book.table_cards import load_cards
from tournaments.book.table_keys import table_code
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.qr import draw_qr, get_hall_address, get_table_address
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.scoping import get_actor, get_table, get_tournament
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.ARBITRATE, READ, of=get_tournament)
def show_codes(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the cards of all tables, with the code by which phones join; those of earlier tables are folded away."""
    cards = load_cards(tournament)
    present = find_present_tables(tournament, [it.table for it in cards])
    shown: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    for it in cards:
        card = {"table": it.table, "seated": it, "code": table_code(it.table)}
        shown[it.table.pk in present].append(card)
    address = hall.get_base_url(settings.VAR_DIR)
    tablets = set(tournament.tablets.values_list("n", flat=True))
    for each in shown[True]:
        each["has_tablet"] = each["table"].n in tablets
    context = {
        "tournament": tournament,
        "cards": shown[True],
        "earlier": shown[False],
        "hall": address,
        "not_for_phones": hall.is_loopback_address(address),
    }
    return render(request, "organiser/codes.html", context)


def find_present_tables(tournament: Tournament, tables: Iterable[Table]) -> set[int]:
    """Return the ids of the tables that are in the hall now: those of the last round or, where tables are free, the
    last one of each number. `tables`: all tables of the tournament, in the order of their rounds."""
    last = {table.n: table for table in tables}
    if tournament.format != Tournament.Format.FREE:
        n = max((table.round.n for table in last.values()), default=0)
        last = {table.n: table for table in last.values() if table.round.n == n}
    return {table.pk for table in last.values()}


@require_right(Right.ARBITRATE, READ, of=get_table)
def show_table_qr(request: MemberRequest, table: Table) -> HttpResponse:
    """Return the table's QR code: the hall's address, with the table's key after # (a fragment reaches no log)."""
    return render_qr(get_table_address(table))


def render_qr(text: str) -> HttpResponse:
    """Draw a text as a QR code, as an SVG file of its own."""
    return HttpResponse(draw_qr(text), content_type="image/svg+xml")


@require_right(Right.ARBITRATE, SEND, of=get_table)
def revoke_table_card(request: MemberRequest, table: Table) -> HttpResponse:
    """Revoke the table's key and code, so that only its new card works."""
    revoke_keys(table.pk, actor=get_actor(request))
    words = _("La table %(n)s a une nouvelle carte ; l’ancienne ne marche plus.") % {"n": table.n}
    return say_and_redirect(request, words, "tournament-codes", table.round.tournament_id)


@require_right(Right.ARBITRATE, SEND, of=get_table)
def make_tablet(request: MemberRequest, table: Table) -> HttpResponse:
    """Show, once, the QR code by which a tablet becomes this table's own; an earlier tablet of the table opens nothing
    any more."""
    tournament = table.round.tournament
    address = f"{get_hall_address()}{reverse('table-shell')}#{make_tablet_key(tournament, table.n)}"
    context = {"tournament": tournament, "n": table.n, "qr": draw_qr(address), "secure": address.startswith("https:")}
    return render(request, "organiser/tablet.html", context)


@require_right(Right.ARBITRATE, SEND, of=get_table)
def revoke_tablet(request: MemberRequest, table: Table) -> HttpResponse:
    """Take the tablet's key of this table back."""
    revoke_tablet_key(table.round.tournament, table.n)
    words = _("La tablette de la table %(n)s n’ouvre plus rien.") % {"n": table.n}
    return say_and_redirect(request, words, "tournament-codes", table.round.tournament_id)


urlpatterns = [
    path("table/<int:pk>/tablet", make_tablet, name="desk-table-tablet"),
    path("table/<int:pk>/tablet/revoke", revoke_tablet, name="desk-table-tablet-revoke"),
    path("event/<int:pk>/codes", show_codes, name="tournament-codes"),
    path("table/<int:pk>/qr.svg", show_table_qr, name="desk-table-qr"),
    path("table/<int:pk>/revoke", revoke_table_card, name="desk-table-revoke"),
]
