"""A tournament as a file: exported, and imported on another installation after a look at what comes. Its copy as the
next one."""

import re
import secrets
from datetime import date, timedelta
from math import ceil
from typing import Any
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.evenings import importing
from tournaments.actions.evenings.importing import ImportedTournament
from tournaments.actions.evenings.new_tournaments import copy_tournament
from tournaments.exchange.left_behind import LEFT_BEHIND
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament_bytes
from tournaments.forms.organiser.files import NextTournamentForm, TournamentFileForm
from tournaments.forms.organiser.tournament import propose_name
from tournaments.models import Club, Player, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.option_text import localise
from tournaments.views.access import READ, require_right
from tournaments.views.download import download_document
from tournaments.views.organiser.scoping import get_asked_club, get_tournament
from tournaments.views.posted_forms import (
    carry_out,
    is_first_submission,
    read_post,
    render_form,
    say_and_redirect,
    take_file,
)
from tournaments.views.requests import MemberRequest

KEPT_SECONDS = 3600  # between a look at a file and its import
DAYS_OF_A_WEEK = 7


@require_right(Right.RUN, READ, of=get_tournament)
def export_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the whole tournament as a file that another installation imports."""
    return download_document(build_tournament_document(tournament), f"{tournament.date}-{tournament.code}")


@require_right(Right.RUN, of=get_asked_club)
def import_tournament(request: MemberRequest, club: Club) -> HttpResponse:
    """Take a file, show what would come of it, and import it once that is confirmed."""
    parameters = request.POST if request.method == "POST" else request.GET
    if key := parameters.get("key"):
        return preview_or_import(request, club, key)
    form = TournamentFileForm(read_post(request), request.FILES or None)
    if form.is_valid():
        content: bytes = form.cleaned_data["file"].read()
        if take_file(form, read_tournament_bytes, content):
            key = secrets.token_urlsafe(16)
            cache.set(name_kept_file(request, key), content, KEPT_SECONDS)
            return redirect(f"{reverse('tournament-import')}?club={club.pk}&key={key}")
    return render_file_form(request, club, form)


def render_file_form(request: MemberRequest, club: Club, form: TournamentFileForm) -> HttpResponse:
    """Render the form that takes the file of a tournament."""
    return render_form(request, "organiser/import.html", form, {"club": club, "clubs": request.clubs})


def name_kept_file(request: MemberRequest, key: str) -> str:
    """Return the name under which the cache keeps a file of this user between two pages. `key`: the random text by
    which the page asks for it again."""
    return f"import:{request.user.pk}:{key[:40]}"


def preview_or_import(request: MemberRequest, club: Club, key: str) -> HttpResponse:
    """Show what would come of the file that was taken under this key; import it if that is what was sent."""
    content = cache.get(name_kept_file(request, key))
    if content is None:
        raise Http404
    document = read_tournament_bytes(content)
    if request.method != "POST":
        return render(request, "organiser/import_preview.html", build_preview(club, document) | {"key": key})
    if not is_first_submission(request):
        return redirect("organiser")
    form = TournamentFileForm({})
    form.errors.clear()  # that no file was sent: it was before
    imported = take_file(form, importing.import_tournament, club, document)
    if imported is None:
        return render_file_form(request, club, form)
    cache.delete(name_kept_file(request, key))
    words = _("La soirée est là, terminée, avec tout ce que le fichier portait.")
    return say_and_redirect(request, words, "tournament", imported.result.pk)


def build_preview(club: Club, document: ImportedTournament) -> dict[str, Any]:
    """Return, for a template, what a file would bring: `tables`, `steps` (events) and `payments`, how many there are;
    `known` and `fresh`, the names that the club has and those that are new; `left`, what is not taken over; `same`, the
    tournaments of the club with this name and date."""
    known = set(Player.objects.filter(club=club, active=True, name__in=document.names).values_list("name", flat=True))
    tables = [table for tables in document.rounds.values() for table in tables]
    game = scoring.get_game(document.game)
    return {
        "document": document,
        "club": club,
        "game": localise(game.name),
        "tables": len(tables),
        "steps": sum(len(table.history) for table in tables),
        "known": [name for name in document.names if name in known],
        "fresh": [name for name in document.names if name not in known],
        "payments": sum(1 for fee in document.parts.fees if fee and fee["paid_cents"]),
        "left": [each.what for each in LEFT_BEHIND],
        "same": Tournament.objects.filter(club=club, name=document.name, date=document.date),
    }


def propose_next_name(tournament: Tournament, day: date) -> str:
    """Return the name proposed for a tournament like this one on another day: its own, unless that has its day."""
    names_day = str(tournament.date.day) in re.findall(r"\d+", tournament.name)
    return propose_name(tournament.club, day) if names_day else tournament.name


@require_right(Right.RUN, of=get_tournament)
def copy_as_next(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Make the next tournament like this one: rules, rounds, ranking, players. The day proposed is the same day of the
    week, after this one and not past."""
    today = timezone.localdate(timezone=ZoneInfo(tournament.club.time_zone))
    weeks = max(1, ceil((today - tournament.date).days / DAYS_OF_A_WEEK))
    day = tournament.date + timedelta(weeks=weeks)
    form = NextTournamentForm(request.POST or None, initial={"name": propose_next_name(tournament, day), "date": day})
    if form.is_valid() and not is_first_submission(request):
        return redirect("organiser")
    if form.is_valid() and (made := carry_out(form, copy_tournament, tournament, **form.cleaned_data)):
        return redirect("tournament", made.result.pk)
    return render_form(request, "organiser/copy.html", form, {"tournament": tournament})
