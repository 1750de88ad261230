"""Making the sites of all clubs that have a place for one, and sending them there: what `manage.py publish` does."""

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from time import monotonic

from django.conf import settings

from config.background.jobs import serve_waiting
from config.background.kinds import SITES
from config.system_calls import take_lock
from tournaments.models import Club, PublicationTarget

from .manifest import MANIFEST_FILE, SiteManifest
from .sending.folder import FolderStore
from .sending.git import GitSender
from .sending.sftp import SftpStore
from .sending.store import FAILED, GONE, NO_SECRET, OFFLINE, STRANGE, CannotPublish, SiteStore
from .sending.synchronising import SendingJournal, read_held_files, send_files
from .sending.webdav import WebDavStore
from .site import SiteBuilder, SiteFolder
from .target_files import SendingState, TargetFiles, delete_other_files, get_sites_folder

WORKING_LOCK = "working.lock"  # in the folder of the sites: one process at a time
FIRST_SECONDS, SERVER_SECONDS, NO_HURRY_SECONDS = 20, 300, 86_400
PASSING = (OFFLINE, GONE)
"""The troubles that pass by themselves: a network, a stick that comes back."""


Report = Callable[[int, int], None]


def say_nothing(_made: int, _all: int) -> None:
    """Ignore the progress of a site: the report for when nobody waits for it."""


@dataclass(frozen=True)
class SendingResult:
    """How sending a site to one target went; `count`: how many files were sent or deleted."""

    target: PublicationTarget
    state: SendingState
    count: int

    @property
    def is_waiting(self) -> bool:
        """True if something is still to be made or sent."""
        return self.state.trouble in PASSING or not self.state.is_whole


def publish_sites(
    now: datetime,
    targets: Iterable[PublicationTarget] | None = None,
    *,
    is_wanted: bool = True,
    report: Report = say_nothing,
) -> list[SendingResult] | None:
    """Make and send the sites at the time `now`, of all targets or of these. Return what came of each; None if another
    process is at it. `is_wanted`: somebody published; otherwise a server that has just refused us is left alone. Raises
    OSError where the data folder takes nothing."""
    lock = take_lock(get_sites_folder() / WORKING_LOCK)
    if lock is None:
        return None
    with lock:
        asked = serve_waiting(settings.VAR_DIR, SITES)
        is_wanted = is_wanted or bool(asked and not asked.is_calm)
        everything = list(PublicationTarget.objects.select_related("club").order_by("club", "language", "pk"))
        delete_other_files(everything)
        delete_other_sites({(target.club_id, target.language) for target in everything})
        chosen = everything if targets is None else list(targets)
        chosen = [each for each in chosen if is_wanted or not TargetFiles.find(each).is_barred(now)]
        results = []
        for (club, language), mine in groupby(chosen, key=lambda each: (each.club, each.language)):
            addresses = {each.language: each.address for each in everything if each.club_id == club.pk and each.address}
            results += publish_site(club, language, list(mine), now, addresses, report)
        return results


def publish_site(
    club: Club,
    language: str,
    targets: list[PublicationTarget],
    now: datetime,
    addresses: Mapping[str, str],
    report: Report = say_nothing,
) -> list[SendingResult]:
    """Make the site of a club in one language, and send it to these targets. `addresses`: by language, where the club's
    sites are visited."""
    site, results, counts = find_site(club.pk, language), [], Counter[int]()
    build = partial(SiteBuilder, club, language, site, now, report=report, addresses=addresses)
    try:
        for manifest in make_by_parts(build, SERVER_SECONDS):
            results = [send_site(target, site, manifest, now) for target in targets]
            counts.update({each.target.pk: each.count for each in results})
            if all(each.state.trouble for each in results):
                break
    except (OSError, RuntimeError) as error:
        states = [TargetFiles.find(each).save_state(trouble=FAILED, detail=str(error)) for each in targets]
        return [SendingResult(target, state, 0) for target, state in zip(targets, states, strict=True)]
    return [replace(each, count=counts[each.target.pk]) for each in results]


def make_by_parts(build: Callable[[float], SiteBuilder], seconds: float) -> Iterator[SiteManifest]:
    """Make the site, and yield what it holds as often as it may be sent: soon, with the latest tournaments, then after
    twice as long each time, until it is whole or so many seconds have passed. `build`: returns a builder that takes so
    many seconds. Raises OSError, RuntimeError."""
    until, part = monotonic() + seconds, float(FIRST_SECONDS)
    while True:
        manifest = build(min(part, until - monotonic())).build()
        yield manifest
        if manifest.is_complete or monotonic() >= until:
            return
        part *= 2


def find_site(club: int, language: str) -> SiteFolder:
    """Return the folder in which a club's site in this language is kept before it is sent. `club`: its id."""
    return SiteFolder(get_sites_folder() / name_site(club, language))


def measure_progress(club: Club, language: str) -> tuple[int, int] | None:
    """Return (tournaments of a site that are written, those that it will have); None once it is whole."""
    manifest = SiteManifest.read(find_site(club.pk, language).manifest)
    if manifest.is_complete:
        return None
    codes = set(club.tournaments.visible().values_list("code", flat=True))
    return len(codes & manifest.units.keys()), len(codes)


def name_site(club: int, language: str) -> str:
    """Return the name of the folder for a club's site in this language. `club`: its id."""
    return f"site-{club}-{language}"


def delete_other_sites(kept: set[tuple[int, str]]) -> None:
    """Delete the stored sites that no target takes any more, so that an erased name does not live on there. `kept`:
    (club id, language) of the others."""
    names = {name_site(*each) for each in kept}
    for folder in get_sites_folder().glob("site-*"):
        if folder.name not in names:
            shutil.rmtree(folder, ignore_errors=True)


def send_site(target: PublicationTarget, site: SiteFolder, manifest: SiteManifest, now: datetime) -> SendingResult:
    """Send to one target the files that it lacks, and return how that went. What went wrong is stored for the club's
    page."""
    own, count = TargetFiles.find(target), 0
    try:
        count = send_to(target, own, site.files, manifest)
    except CannotPublish as error:
        return SendingResult(target, own.save_state(trouble=error.trouble, detail=error.detail), 0)
    except OSError as error:
        return SendingResult(target, own.save_state(trouble=FAILED, detail=str(error.strerror)), 0)
    latest = target.club.tournaments.visible().last()
    unit = manifest.units.get(latest.code) if latest else None
    state = own.save_state(
        sent_at=now.isoformat(),
        name=latest.name if latest and unit else "",
        round_n=unit.round_n if unit else 0,
        left=0,
        is_whole=manifest.is_complete,
        trouble="",
        detail="",
    )
    return SendingResult(target, state, count)


def send_to(target: PublicationTarget, own: TargetFiles, site: Path, manifest: SiteManifest) -> int:
    """Send a site in its folder to a target. `own`: what this computer keeps of the target. Return how many files were
    sent or deleted. Raises CannotPublish, OSError."""
    files = manifest.collect_files()
    if target.kind == PublicationTarget.Kind.GIT:
        sender = GitSender(target.place, target.login, own.read_secret() or "", own.repository)
        return sender.send(site, files, f"{target.club.name}: {len(files)}")
    store = open_store(target, own.read_secret())
    try:
        return send_files(files, lambda file: (site / file).read_bytes(), store, own.journal, own.note_left)
    finally:
        store.close()


def write_once(club: Club, language: str, folder: Path, now: datetime, report: Report = say_nothing) -> int:
    """Make the site of a club in this language, and write it to a folder. The folder may hold nothing but an earlier
    copy of this site; files that somebody changed there are written again. Return how many files were written or
    deleted there. Raises CannotPublish, OSError."""
    site, store = find_site(club.pk, language), FolderStore(folder)
    journal = get_sites_folder() / f"once-{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]}"
    check_nothing_else(store, journal)
    count = 0
    build = partial(SiteBuilder, club, language, site, now, report=report)
    for manifest in make_by_parts(build, NO_HURRY_SECONDS):
        files, is_whole = manifest.collect_files(), manifest.is_complete
        count += send_files(files, lambda file: (site.files / file).read_bytes(), store, journal, is_compared=is_whole)
    return count


def check_nothing_else(store: FolderStore, journal: Path) -> None:
    """Raise CannotPublish, with the name of a file, where the folder holds what this program did not write there.
    `journal`: the file of what was sent since its own list was written."""
    base = store.read(MANIFEST_FILE)
    own = {MANIFEST_FILE, *read_held_files(base, SendingJournal(journal, base))}
    if strange := sorted(set(store.list_files()) - own):
        raise CannotPublish(STRANGE, strange[0])


def open_store(target: PublicationTarget, secret: str | None) -> SiteStore:
    """Return the means to write files at a target: a folder, or a server. Raises CannotPublish. `secret`: the password
    or key, if it takes one."""
    if target.kind == PublicationTarget.Kind.FOLDER:
        return FolderStore(Path(target.place))
    if secret is None and target.login:
        raise CannotPublish(NO_SECRET)
    if target.kind == PublicationTarget.Kind.WEBDAV:
        return WebDavStore(target.place, target.login, secret or "")
    return SftpStore(target.place, target.login, secret or "", target.host_key)
