"""The seating of free tables: tables drawn at random, then edited by hand. A player without a seat is always shown."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.rounds import seating
from tournaments.actions.rounds.seating import (
    add_table,
    remove_table,
    seat_entry,
    set_sides,
    swap_seated_entries,
    unseat_entry,
)
from tournaments.book.table_cards import TableCard, load_cards
from tournaments.draws.divisions import propose_divisions
from tournaments.forms.organiser.phases import SizesForm
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import Entry, Table, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.people.players import render_players
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.organiser.steps import build_step
from tournaments.views.posted_forms import attempt
from tournaments.views.requests import MemberRequest

from .seat_editor import EditedTable, edit_seats
from .seating_plates import NEW_TABLE, OUT, SeatingEditor

MAX_PROPOSED_PLAYERS = 400  # table sizes are proposed for at most so many players; for more they are typed


@require_right(Right.RUN, READ, of=get_tournament)
def show_seating(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the seating page. A closed tournament, and one with rounds, are redirected to their own pages."""
    if tournament.status == Tournament.Status.CLOSED:
        return redirect("tournament", tournament.pk)
    if tournament.format != Tournament.Format.FREE:
        return redirect("tournament-rounds", tournament.pk)
    return render_seating(request, tournament)


def render_seating(request: MemberRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Render the whole page, or its part for htmx. `more`: `refused`, an error message; `picked`, the entry picked;
    `form`, the form of table sizes."""
    cards = load_cards(tournament)
    entries = sort_by_name(tournament.entries.all())
    left_over = find_unplaced(entries, cards)
    editor = SeatingEditor(tournament, cards, left_over, more.pop("picked", None))
    context = {
        "tournament": tournament,
        "editor": editor,
        "players": len(entries),
        "todo": suggest_seating_step(tournament, editor.tables, entries, left_over),
        "drawing": build_draw_context(tournament, editor.tables, entries, more.pop("form", None)),
        "refused": None,
        **more,
    }
    template = "organiser/_seating.html" if request.htmx else "organiser/seating.html"
    wrong = context["refused"] and not request.htmx
    return render(request, template, context, status=422 if wrong else 200)


def find_unplaced(entries: Sequence[Entry], cards: Sequence[TableCard]) -> list[Entry]:
    """Return those of the entries who sit at none of the tables."""
    seated = {seat.entry_id for card in cards for seat in card.seats}
    return [entry for entry in entries if entry.pk not in seated]


def list_unplaced_entries(tournament: Tournament) -> list[Entry]:
    """Return the entries without a seat while others have one, by name; nobody before the first seat."""
    entries = sort_by_name(tournament.entries.all())
    unplaced = find_unplaced(entries, load_cards(tournament))
    return unplaced if len(unplaced) < len(entries) else []


def build_draw_context(
    tournament: Tournament, tables: Sequence[EditedTable], entries: Sequence[Entry], form: Any
) -> dict[str, Any]:
    """Return {form, possible, free, warning} for a template: the form of the draw; how many players are `free` for it,
    as they sit at no table that has begun; whether that is enough for a table; and a warning if some tables have begun,
    else ""."""
    fixed = sum(len(table.plates) for table in tables if table.is_kept)
    free = max(0, len(entries) - fixed)  # who played several tables in turn is counted at each
    sizes = tournament.table_sizes
    form = form or build_sizes_form(tournament, free)
    form.propose_mix([len(table.plates) for table in tables if not table.is_kept])
    begun = any(table.is_kept for table in tables)
    warning = _("Des tables ont commencé : elles gardent leurs joueurs, on ne tire que les autres.") if begun else ""
    return {"form": form, "possible": free >= min(sizes), "warning": warning, "free": free}


def suggest_seating_step(
    tournament: Tournament, tables: Sequence[EditedTable], entries: Sequence[Entry], left_over: Sequence[Entry]
) -> dict[str, Any]:
    """Return the next step in words, with its green button: {words, url, action}. `left_over`: the entries without a
    place."""
    if not entries or (not tables and len(entries) < min(tournament.table_sizes)):
        too_few = _("Il n’y a pas encore assez de joueurs pour une table.")
        words = too_few if entries else _("Personne n’est encore dans la soirée.")
        return build_step(words, _("Ajouter les joueurs"), "tournament-players", tournament.pk)
    if not tables:
        return {"words": _("Tirez les places au sort, ou ajoutez une table et placez chacun à la main."), "url": None}
    if any(table.problem and not table.empty for table in tables):
        return {"words": _("Une table ne peut pas jouer ainsi : déplacez quelqu’un, ou tirez de nouveau."), "url": None}
    words = _("Tout le monde a une place.")
    step = build_step(words, _("C’est bien ainsi : continuer"), "tournament", tournament.pk)
    return step | describe_left_over(tournament, tables, len(left_over)) if left_over else step


def describe_left_over(tournament: Tournament, tables: Sequence[EditedTable], n: int) -> dict[str, Any]:
    """Return what comes next for n players without a place: {words}, and {url, action} where they have to wait."""
    without = ngettext("%(n)s joueur n’a pas de place.", "%(n)s joueurs n’ont pas de place.", n) % {"n": n}
    if any(table.free for table in tables):
        return {"words": " ".join((without, _("Touchez un nom sous les tables, puis une place libre.")))}
    if n >= min(tournament.table_sizes):
        return {"words": " ".join((without, _("Ils sont assez pour une table : ajoutez-la, puis placez-les.")))}
    words = " ".join((without, _("Aucune table n’a de place libre.")))
    if tournament.status != Tournament.Status.OPEN:
        return {"words": words}
    return build_step(words, _("Mettre en attente"), "tournament-waiting", tournament.pk)


def build_sizes_form(tournament: Tournament, free: int, data: Any = None) -> SizesForm:
    """Build the form of table sizes, with the divisions that seat this many players (`free`). `data`: what was posted,
    or None."""
    sizes = tournament.table_sizes
    return SizesForm(sizes, free, propose_divisions(min(free, MAX_PROPOSED_PLAYERS), sizes), data)


@require_right(Right.RUN, SEND, of=get_tournament)
def draw_tables(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Draw tables for all who do not sit at a table that has begun. Places given already are undone only if the box is
    ticked."""
    cards = load_cards(tournament)
    free = max(0, tournament.entries.count() - sum(len(card.seats) for card in cards if card.has_records))
    form = build_sizes_form(tournament, free, request.POST)
    if not form.is_valid():
        return render_seating(request, tournament, form=form, refused=_("Le tirage n’est pas fait : voyez plus bas."))
    if any(not card.has_records for card in cards) and request.POST.get("again") != "yes":
        refused = _("Cochez la case sous le tirage pour défaire les places actuelles.")
        return render_seating(request, tournament, form=form, refused=refused)
    if refused := attempt(seating.draw_tables, tournament, form.sizes(), secrets.randbits(32)):
        return render_seating(request, tournament, form=form, refused=refused)
    return redirect("tournament-tables", tournament.pk)


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_seating(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Answer one touch of the seating: two players exchanged, one moved, a table added or removed, sides set."""
    if tournament.format == Tournament.Format.FREE:
        page, render_page = "tournament-tables", render_seating
    else:  # somebody came late, and sits down at a table of the round
        page, render_page = "tournament-players", render_players
    return edit_seats(request, tournament, apply_seating_edit, render_page, reverse(page, args=[tournament.pk]))


def apply_seating_edit(tournament: Tournament, post: Any) -> str | None:
    """Apply one edit to the seating. Return an error message, or None. Raises ActionError if the edit is refused."""
    if "sides" in post:
        pk, _colon, sides = post["sides"].partition(":")
        set_sides(get_tournament_table(tournament, pk), sides == "1")
    elif "remove" in post:
        remove_table(get_tournament_table(tournament, post["remove"]))
    elif post.get("place") == NEW_TABLE and not post.get("entry"):
        add_table(tournament)
    elif not post.get("entry"):
        return _("Touchez d’abord le nom de la personne à déplacer, puis sa place.")
    elif "with" in post:
        entry, other = (get_tournament_entry(tournament, post[name]) for name in ("entry", "with"))
        swap_seated_entries(entry, other)
    else:
        move_entry(tournament, get_tournament_entry(tournament, post["entry"]), post.get("place", ""))
    return None


def move_entry(tournament: Tournament, entry: Entry, where: str) -> None:
    """Move an entry. `where`: "out", "new" (a new table), or "TABLE:POSITION"."""
    if where == OUT:
        unseat_entry(entry)
    elif where == NEW_TABLE:
        seat_entry(entry, add_table(tournament))
    else:
        pk, _colon, position = where.partition(":")
        seat_entry(entry, get_tournament_table(tournament, pk), parse_number(position))


def get_tournament_table(tournament: Tournament, pk: str) -> Table:
    """Return a table of the tournament by its id; raise Http404 if there is none."""
    return get_object_or_404(
        Table.objects.select_related("round__tournament"), pk=parse_number(pk), round__tournament=tournament
    )


def get_tournament_entry(tournament: Tournament, pk: str) -> Entry:
    """Return an entry of the tournament by its id; raise Http404 if there is none."""
    return get_object_or_404(Entry.objects.select_related("tournament"), pk=parse_number(pk), tournament=tournament)


urlpatterns = [
    path("event/<int:pk>/tables", show_seating, name="tournament-tables"),
    path("event/<int:pk>/tables/draw", draw_tables, name="tournament-draw"),
    path("event/<int:pk>/tables/place", edit_seating, name="tournament-place"),
]
