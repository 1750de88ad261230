"""The page «état» about the computer: the program's version, its database, the latest backup, and the check of all
records."""

import platform
import tomllib
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.models import Table
from tournaments.views.access import member

BACKUPS = "backups"  # the folder of var/ with the database backups


@lru_cache(maxsize=1)
def version() -> str:
    """Return the program's own version."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as stream:
        return str(tomllib.load(stream)["project"]["version"])


@member()
def status(request: HttpRequest) -> HttpResponse:
    """Show the page «état»."""
    return status_page(request)


def status_page(request: HttpRequest, **more: Any) -> HttpResponse:
    """Render the page «état»; `more`: the result of a check of the records."""
    context = {
        "version": version(),
        "python": platform.python_version(),
        "django": django.get_version(),
        "database": database(),
        "backup": last_backup(settings.VAR_DIR / BACKUPS),
        **more,
    }
    return render(request, "desk/status.html", context)


def database() -> dict[str, Any]:
    """Describe the database: vendor, name, version; on SQLite also the journal mode and the file's size in bytes
    (`settings` says why that mode)."""
    told: dict[str, Any] = {"vendor": connection.vendor, "name": str(connection.settings_dict["NAME"])}
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            cursor.execute("SHOW server_version")
            return told | {"version": cursor.fetchone()[0]}
        cursor.execute("SELECT sqlite_version()")
        told["version"] = cursor.fetchone()[0]
        cursor.execute("PRAGMA journal_mode")
        told["journal"] = cursor.fetchone()[0].upper()
    file = Path(told["name"])
    return told | {"size": file.stat().st_size if file.is_file() else None}


def last_backup(folder: Path) -> datetime | None:
    """Return when the newest file in the folder was written, in UTC; None if there is none."""
    files = [file.stat().st_mtime for file in folder.glob("*") if file.is_file()] if folder.is_dir() else []
    return datetime.fromtimestamp(max(files), UTC) if files else None


@member()
@require_POST
def status_recheck(request: HttpRequest) -> HttpResponse:
    """Score every record of the user's clubs again and compare it with what is stored. It reads only, and writes
    nothing."""
    checked = actions.check_book(Table.objects.filter(round__event__club__in=request.clubs))  # type: ignore[attr-defined]
    return status_page(request, checked=checked)


urlpatterns = [
    path("status", status, name="status"),
    path("status/recheck", status_recheck, name="status-recheck"),
]
