"""The checks of the computer itself: where everything is kept, room on the disk, the clock, the versions, the hall."""

import platform
import re
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen
from zoneinfo import ZoneInfo

import django
from django.conf import settings
from django.db import connection, transaction
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config import hall, pango, phone_arrivals
from config.commands import IS_CHECKOUT, PREPARE, START
from config.serving import is_serving
from config.storage import troubles
from config.storage.state import (
    check_damage,
    find_database_trouble,
    find_folder_trouble,
    find_static_trouble,
    get_database_file,
)
from config.version import describe_version, list_python_holes
from tournaments.models import Club
from tournaments.presentation.text.elision import format_day
from tournaments.upkeep import clock

from .verdicts import Verdict, build_trouble_verdict

LEAST_FREE_BYTES = 200_000_000
COPIES_THAT_FIT = 5  # of the database, while a backup is made or restored
ANSWER_SECONDS = 5
ANSWER_HEADER = "X-Corbillon"  # by which a phone knows the program's answers
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)([^\\\n]*)", re.MULTILINE)


def check_storage_and_write() -> Verdict:
    """Look at the folder, the key, the database and the static files; write a row and take it back."""
    trouble = find_folder_trouble() or find_database_trouble() or find_static_trouble()
    if trouble:
        return build_trouble_verdict(trouble)
    check_damage()
    with transaction.atomic():
        Club.objects.create(name=_("Essai"))
        transaction.set_rollback(True)
    return Verdict(True, _("Tout est à sa place, et la base de données accepte une écriture."))


def check_disk() -> Verdict:
    """Compare the room that is left with what backups and an evening need."""
    free = shutil.disk_usage(settings.VAR_DIR).free
    file = get_database_file()
    needed = max(LEAST_FREE_BYTES, COPIES_THAT_FIT * file.stat().st_size if file and file.exists() else 0)
    left = _("Il reste %(free)s sur le disque.") % {"free": filesizeformat(free)}
    if free >= needed:
        return Verdict(True, left)
    return Verdict(False, f"{left} {troubles.FULL.mend}")


def check_clock() -> Verdict:
    """Check whether the clock has jumped, by the times written last, and whether the clubs' time zones are known."""
    now = timezone.now()
    sentence = _("L’horloge dit %(now)s.") % {"now": format_day(timezone.localtime(now), "j F Y, H:i")}
    if trouble := clock.describe_trouble(now):
        return Verdict(False, f"{sentence} {trouble}", clock.SET_CLOCK)
    for name in {settings.TIME_ZONE, *Club.objects.values_list("time_zone", flat=True)}:
        ZoneInfo(name)
    return Verdict(True, sentence)


def check_versions() -> Verdict:
    """Compare the installed packages with the versions that the program's own list names (only a checkout has that
    list), and name known security holes of this Python."""
    pinned = settings.BASE_DIR / "requirements" / "run.txt"
    wrong = [
        f"{name} {found or '—'}"
        for name, wanted, condition in PINNED.findall(pinned.read_text(encoding="utf-8") if IS_CHECKOUT else "")
        if (found := read_version(name)) != wanted and (found or not condition.strip())
    ]
    listing = ", ".join(f"{name} {number}" for name, number in list_versions().items())
    if holes := ", ".join(list_python_holes()):
        listing = _("%(shown)s. Ce Python a une faille connue (%(holes)s) : mettez-le à jour.") % {
            "shown": listing,
            "holes": holes,
        }
    if wrong:
        sentence = _("Des parties ne sont pas de la version prévue : %(wrong)s.") % {"wrong": ", ".join(wrong)}
        return Verdict(False, sentence, PREPARE, listing)
    return Verdict(True, _("Chaque partie du programme est de la version prévue."), details=listing)


def list_versions() -> dict[str, str]:
    """Return the version of each part that matters, by its name."""
    versions = {"Corbillon": describe_version(), "Python": platform.python_version(), "Django": django.get_version()}
    with connection.cursor() as cursor:
        is_sqlite = connection.vendor == "sqlite"
        cursor.execute("SELECT sqlite_version()" if is_sqlite else "SHOW server_version")
        versions["SQLite" if is_sqlite else "PostgreSQL"] = cursor.fetchone()[0]
        if is_sqlite:
            cursor.execute("PRAGMA journal_mode")
            versions["SQLite"] += f" ({cursor.fetchone()[0]})"
    return versions | {"WeasyPrint": read_version("weasyprint") or "—", "Pango": pango.read_version() or "—"}


def read_version(name: str) -> str:
    """Return the version of an installed package; "" if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def check_phones() -> Verdict:
    """Check that the program answers at the hall's address, as for a phone, and say whether a phone has come there."""
    url = hall.get_base_url(settings.VAR_DIR)
    if not is_serving(settings.VAR_DIR):
        return Verdict(False, _("Le programme ne tourne pas : lancez-le, puis recommencez."), START)
    if not answers_as_ours(url):
        words = _("L’adresse des téléphones (%(url)s) ne répond pas. Choisissez-en une autre à la page Réseau.")
        return Verdict(False, words % {"url": url})
    came = phone_arrivals.find_last_arrival(Path(settings.VAR_DIR), timezone.now())
    if came is None:
        words = _("%(url)s répond, mais aucun téléphone n’est encore venu : visez le carré de la page Réseau.")
        return Verdict(False, words % {"url": url})
    at = date_format(timezone.localtime(came), "H:i")
    return Verdict(True, _("%(url)s répond ; un téléphone est venu à %(at)s.") % {"url": url, "at": at})


def answers_as_ours(url: str) -> bool:
    """True if this program answers at the address."""
    try:
        with urlopen(f"{url}/t/sheet", timeout=ANSWER_SECONDS) as answer:
            return ANSWER_HEADER in answer.headers
    except HTTPError as refused:  # the key is missing: the answer is still ours
        return ANSWER_HEADER in refused.headers
    except (URLError, OSError, ValueError):
        return False
