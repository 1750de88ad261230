"""The diagnostic file, for whoever is asked for help: versions, settings, counts, timings and the last errors. No name,
no key, no code, no address: what is in it is listed here, value by value, and nothing that anybody typed is."""

import json
import platform
import shutil
import time
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.utils import timezone

from config import pango
from config.error_log import read_errors
from config.serving import is_serving
from config.storage.state import find_database_trouble, find_folder_trouble, find_static_trouble, get_database_file
from tournaments.exchange.backup import list_models

from .checking import read_self_check
from .machine_checks import list_versions

FORMAT = "corbillon.diagnostic/1"
DIAGNOSTIC_FILE = "corbillon-diagnostic.json"
SHOWN_SETTINGS = ("DEBUG", "HTTPS", "TIME_ZONE", "LANGUAGE_CODE", "HAS_MAIL", "CONN_MAX_AGE")
TIMED_QUERIES = 20


def write_diagnostic() -> str:
    """Return the diagnostic file, as JSON."""
    return json.dumps(build_diagnostic(), indent=1, cls=DjangoJSONEncoder, default=str) + "\n"


def build_diagnostic() -> dict[str, Any]:
    """Return the content of the diagnostic file, as an object for JSON: "versions", "settings", "rows", "errors" and
    more."""
    return {
        "format": FORMAT,
        "at": timezone.now().isoformat(timespec="seconds"),
        "system": {"name": platform.system(), "release": platform.release(), "machine": platform.machine()},
        "versions": list_versions(),
        "pango": pango.is_installed(),
        "settings": {name: getattr(settings, name, None) for name in SHOWN_SETTINGS},
        "storage": describe_storage(),
        "migrations": list_last_migrations(),
        "rows": count_rows(),
        "timings": measure_times(),
        "self-check": describe_self_check(),
        "errors": read_errors(settings.VAR_DIR),
    }


def describe_storage() -> dict[str, Any]:
    """Describe where everything is kept, without its path: the kind of database, its bytes, the free ones, the
    troubles."""
    file = get_database_file()
    troubles = [find_folder_trouble(), find_database_trouble(), find_static_trouble()]
    return {
        "database": connection.vendor,
        "bytes": file.stat().st_size if file and file.exists() else None,
        "free bytes": shutil.disk_usage(settings.VAR_DIR).free,
        "serving": is_serving(settings.VAR_DIR),
        "troubles": [trouble.key for trouble in troubles if trouble],
    }


def list_last_migrations() -> dict[str, str]:
    """Return the name of the last migration applied of each app, by app."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, max(name) FROM django_migrations GROUP BY app ORDER BY app")
        return {app: name for app, name in cursor.fetchall() if app in {each.label for each in apps.get_app_configs()}}


def count_rows() -> dict[str, int]:
    """Return how many rows each table of the database has, by its model («tournaments.Entry»)."""
    return {model._meta.label: model._base_manager.count() for model in list_models()}


def measure_times() -> dict[str, float]:
    """Return the milliseconds of processor time and of waiting that a short query takes."""
    begun, worked = time.perf_counter(), time.process_time()
    with connection.cursor() as cursor:
        for _ in range(TIMED_QUERIES):
            cursor.execute("SELECT count(*) FROM django_migrations")
            cursor.fetchone()
    waited, used = time.perf_counter() - begun, time.process_time() - worked
    return {"query": round(1000 * waited / TIMED_QUERIES, 3), "query, processor": round(1000 * used / TIMED_QUERIES, 3)}


def describe_self_check() -> dict[str, Any] | None:
    """Return {running, sound} of the latest self-check: whether it runs, and of each check done whether it was green.
    The words are left out, as they may hold addresses. None if there is none."""
    check = read_self_check()
    return (
        {"running": check.is_running, "sound": [verdict.is_sound for _title, verdict in check.done]} if check else None
    )
