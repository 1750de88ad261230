"""What the pages, the server's first process and the command `publish` tell each other of the clubs' sites: files of
the var folder.

Standard library only; knows no page and no table.
"""

from contextlib import suppress
from pathlib import Path

from config.backup_files import take_lock

SITES_FOLDER = "publishing"
ASKED_FILE = "asked"  # something was published: the sites are to be looked at now
PLAYED_FILE = "played"  # something else was written, as from the tables: within a minute
WAITING_FILE = "waiting"  # something could not be sent yet, or not all is made
WORKING_LOCK = "working.lock"  # one process at a time
KEEPER_LOCK = "keeper.lock"  # held by the server's process that starts the command by itself


def get_sites_folder(var: Path) -> Path:
    """Return the folder of the sites, created if need be. Raises OSError."""
    folder = var / SITES_FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def ask_for_sites(var: Path, file: str = ASKED_FILE) -> None:
    """Have the sites looked at within a second or two, with PLAYED_FILE within a minute, if some club has one. A folder
    that cannot be written says so on the page «état»."""
    with suppress(OSError):
        if has_sites(var):
            (var / SITES_FOLDER / file).touch(mode=0o600)


def forget_asking(var: Path) -> None:
    """Note that the sites are being looked at. Raises OSError."""
    for file in (ASKED_FILE, PLAYED_FILE):
        (var / SITES_FOLDER / file).unlink(missing_ok=True)


def has_sites(var: Path) -> bool:
    """True if some club has a place for its site, or a site that is still to be deleted."""
    folder = var / SITES_FOLDER
    return any(each.is_dir() for pattern in ("targets/*", "site-*") for each in folder.glob(pattern))


def is_keeper_running(var: Path) -> bool:
    """True if a server looks after the sites. Raises OSError."""
    lock = take_lock(get_sites_folder(var) / KEEPER_LOCK)
    if lock:
        lock.close()
    return lock is None


def is_site_asked_for(var: Path) -> bool:
    """True if something was published that no site has yet."""
    return (var / SITES_FOLDER / ASKED_FILE).exists()


def is_play_new(var: Path) -> bool:
    """True if something was written since the sites were looked at, which no publication has asked for."""
    return (var / SITES_FOLDER / PLAYED_FILE).exists()


def is_site_waiting(var: Path) -> bool:
    """True if something is still to be made or sent."""
    return (var / SITES_FOLDER / WAITING_FILE).exists()


def note_waiting(var: Path, *, is_waiting: bool) -> None:
    """Note whether something is still to be made or sent. Raises OSError."""
    file = get_sites_folder(var) / WAITING_FILE
    if is_waiting:
        file.touch(mode=0o600)
    else:
        file.unlink(missing_ok=True)
