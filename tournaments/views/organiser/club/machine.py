"""The page «état» about the computer: the program's version, its database, the latest backup, the check of all
records, and the clubs of the installation."""

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Count, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path

from config.newest_version import NoAnswer, ask_newest_version, is_newer
from config.version import __version__, describe_version
from tournaments.actions.tables.book_check import check_book
from tournaments.models import Club, Member, Player, Receiver, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.people import InstalledClubsTable
from tournaments.upkeep.selfcheck.checking import read_self_check, start_self_check
from tournaments.upkeep.selfcheck.diagnostic import DIAGNOSTIC_FILE, write_diagnostic
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.requests import MemberRequest

from .backups import describe_backups

CLUBS_A_PAGE = 100


@require_right(Right.LOOK, READ)
def show_status(request: MemberRequest) -> HttpResponse:
    """Show the page «état»: versions, database and backups of the installation."""
    return render_status(request)


def render_status(request: MemberRequest, **more: Any) -> HttpResponse:
    """Render the page «état»; `more`: what a check has found, for the template."""
    context = {
        "version": describe_version(),
        "python": platform.python_version(),
        "django": django.get_version(),
        "database": describe_database(),
        "newest_url": settings.NEWEST_VERSION_URL,
        "has_clubs": Club.objects.all()[1:2].exists(),
        **describe_backups(request),
        **more,
    }
    return render(request, "organiser/status.html", context)


def describe_database() -> dict[str, Any]:
    """Describe the database: vendor, name, version; on SQLite also the journal mode and the file's size in bytes
    (`settings` says why that mode)."""
    fields: dict[str, Any] = {"vendor": connection.vendor, "name": str(connection.settings_dict["NAME"])}
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("SHOW server_version")
            return fields | {"version": cursor.fetchone()[0]}
        cursor.execute("SELECT sqlite_version()")
        fields["version"] = cursor.fetchone()[0]
        cursor.execute("PRAGMA journal_mode")
        fields["journal"] = cursor.fetchone()[0].upper()
    file = Path(fields["name"])
    return fields | {"size": file.stat().st_size if file.is_file() else None}


@require_right(Right.INSTALL, READ)
def show_clubs(request: MemberRequest) -> HttpResponse:
    """Show the installation's clubs to whoever answers for it: the size of each and what fails there, but no
    evening."""
    page = Paginator(Club.objects.order_by("pk"), CLUBS_A_PAGE).get_page(request.GET.get("page"))
    clubs = count_clubs([club.pk for club in page])
    context = {"page": page, "clubs": InstalledClubsTable(clubs)}
    return render(request, "organiser/status_clubs.html", context)


def count_clubs(pks: Sequence[int]) -> QuerySet[Club]:
    """Return these clubs, each with its number of evenings, of players (`people`), of accounts, and of programs to
    which messages fail (`faults`)."""

    def count(model: type[Model], **wanted: bool) -> Coalesce:
        rows = model._base_manager.filter(club=OuterRef("pk"), **wanted).order_by().values("club")
        return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n")), 0)

    return (
        Club.objects.filter(pk__in=pks)
        .order_by("pk")
        .annotate(
            evenings=count(Tournament),
            people=count(Player),
            accounts=count(Member),
            faults=count(Receiver, failing_since__isnull=False),
        )
    )


@require_right(Right.LOOK, SEND)
def recheck_records(request: MemberRequest) -> HttpResponse:
    """Score every record of the user's clubs again and compare it with what is stored. It reads only, and writes
    nothing."""
    mine = Tournament.objects.filter(club__in=request.clubs)
    checked = check_book(Table.objects.filter(round__tournament__in=mine), mine)
    return render_status(request, checked=checked)


@require_right(Right.INSTALL, SEND)
def ask_for_newest(request: MemberRequest) -> HttpResponse:
    """Ask the address in the installation's settings for the program's newest version, and show the answer."""
    if not settings.NEWEST_VERSION_URL:
        return redirect("status")
    try:
        newest = ask_newest_version(settings.NEWEST_VERSION_URL)
    except NoAnswer:
        return render_status(request, asked={"silent": True})
    return render_status(request, asked={"newest": newest, "newer": is_newer(newest, __version__)})


@require_right(Right.INSTALL, SEND)
def start_check(request: MemberRequest) -> HttpResponse:
    """Start the self-check, and follow it."""
    start_self_check()
    return redirect("ready-check")


@require_right(Right.INSTALL, READ)
def show_check(request: MemberRequest) -> HttpResponse:
    """Show how far the self-check is and what it found; only that part for htmx."""
    context = {"check": read_self_check()}
    return render(request, "organiser/_ready_check.html" if request.htmx else "organiser/ready_check.html", context)


@require_right(Right.INSTALL, SEND)
def download_diagnostic(request: MemberRequest) -> HttpResponse:
    """Download the diagnostic file."""
    headers = {"Content-Disposition": f'attachment; filename="{DIAGNOSTIC_FILE}"'}
    return HttpResponse(write_diagnostic(), "application/json", headers=headers)


urlpatterns = [
    path("status/newest", ask_for_newest, name="status-newest"),
    path("status/check", start_check, name="ready-check-start"),
    path("status/ready", show_check, name="ready-check"),
    path("status/diagnostic", download_diagnostic, name="diagnostic"),
    path("status/clubs", show_clubs, name="status-clubs"),
    path("status", show_status, name="status"),
    path("status/recheck", recheck_records, name="status-recheck"),
]
