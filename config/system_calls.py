"""What one system calls differently from another: locks of files, limits of a process, its priority and its end, the
addresses of its network interfaces. All other code is written as if there were one system.

What a system lacks is found by asking for it, not by the system's name. Standard library only; knows no page and no
table.
"""

import os
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from io import BufferedRandom, TextIOWrapper
from multiprocessing import get_all_start_methods
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NoReturn
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from config.parent import PARENT_VARIABLE

fcntl: ModuleType | None
resource: ModuleType | None
msvcrt: Any
try:
    import fcntl
except ImportError:
    fcntl = None
try:
    import resource
except ImportError:
    resource = None
try:
    import msvcrt
except ImportError:
    msvcrt = None

CAN_FORK = "fork" in get_all_start_methods() and hasattr(os, "fork")
MARK = 1 << 30  # the byte that Windows locks, far behind anything that a lock file holds
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
FAR_ADDRESS = ("192.0.2.1", 9)  # of no machine: to see which way a packet would take, none is sent
NICENESS = 10  # the lowest would wait for ever on a busy computer
FEWEST_FILES = 512  # that any system lets a process watch: select() on Windows
HELD = (5, 32)  # Windows: access denied, sharing violation
HELD_SECONDS, HELD_PAUSE = 10, 0.05  # a virus scanner holds a new file open for moments, rarely for seconds
LONGEST_FOLDER = 200  # characters: Windows opens nothing beyond 260, and the files in a folder of data take their part
LOCAL_TIME = Path("/etc/localtime")  # a link to the zone that a Unix was set up for


def try_lock(stream: IO[bytes], *, shared: bool = False) -> bool:
    """Lock the open file until it is closed or this process ends; return False if another process has it locked.

    `shared`: other processes may hold a shared lock too, where the system has such locks. Raises OSError.
    """
    if fcntl:
        try:
            fcntl.flock(stream, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    elif msvcrt:
        stream.seek(MARK)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    return True


def take_lock(file: Path) -> BufferedRandom | None:
    """Take the lock of the file until it is closed or this process ends; None if another process has it. Raises
    OSError."""
    stream = file.open("a+b")
    if try_lock(stream):
        return stream
    stream.close()
    return None


def bring_to_disk(handle: int) -> None:
    """Bring what was written to the open file to the disk itself: the `fsync` of macOS leaves it in the disk's cache.
    Raises OSError."""
    if fcntl and hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):  # a disk of the network knows no such request
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def replace_file(path: Path, target: Path) -> Path:
    """Give the file another name, in place of what has it. Return the new path. Windows refuses while somebody else, as
    a virus scanner, has one of the two open: it is asked again for some seconds. Raises OSError."""
    until = time.monotonic() + HELD_SECONDS
    while True:
        try:
            return path.replace(target)
        except PermissionError as error:
            if getattr(error, "winerror", None) not in HELD or time.monotonic() > until:
                raise
        time.sleep(HELD_PAUSE)


def is_held(file: Path) -> bool:
    """True if another program has the file open in such a way that nobody else may read it, which only Windows has. On
    other systems the file is not opened to see, as closing it would give up this process's locks on it."""
    try:
        if not fcntl:
            file.open("rb").close()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def limit_process(seconds: int, memory: int) -> None:
    """Let this process use so many seconds of processor time and bytes of address space, and leave no core file; where
    the system has no such limits, do nothing."""
    if resource:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        with suppress(ValueError):  # macOS refuses any
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def raise_file_limit(wanted: int) -> int:
    """Let this process open `wanted` files, as far as the system allows; return how many it may open."""
    if not resource:
        return FEWEST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else int(soft)


def lower_priority() -> None:
    """Give this process a lower priority than the server, which answers the phones; do nothing where the system has
    none."""
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)


def count_usable_cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_administrator() -> bool:
    """True if this process may do everything on the computer; False where the system does not say."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def is_kept_from_us(path: Path) -> bool:
    """True if the file is the administrator's and this process runs as somebody else; False where the system does not
    say."""
    return hasattr(os, "geteuid") and os.geteuid() != 0 and path.stat().st_uid == 0


def is_path_too_long(folder: Path) -> bool:
    """True if files in this folder of data would have paths too long for the system to open, as on Windows."""
    return os.name == "nt" and len(str(folder.absolute())) > LONGEST_FOLDER


def claim_address(listener: socket.socket) -> None:
    """Let the socket take an address that a program has just left, but never one that a program still has."""
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # Windows', where SO_REUSEADDR lets two have one port
    listener.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)


def speak_utf8() -> None:
    """Read and write UTF-8 through pipes and files, as on any Unix: Windows has an older alphabet for them, in which
    half of our signs are missing. A terminal knows them all."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")


def has_screen() -> bool:
    """True if a window can be opened here: not in a plain terminal, nor over a remote connection."""
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def get_detached_options() -> dict[str, Any]:
    """Return the options of `subprocess.Popen` for a process that Ctrl-C in this terminal does not reach."""
    if hasattr(subprocess, "CREATE_NEW_PROCESS_GROUP"):
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def become(command: list[str], environment: dict[str, str]) -> NoReturn:
    """Replace this process by another program, which keeps its terminal, process number and inherited sockets. Where
    the system cannot do that, run it as a child, which ends once this process has ended, and end as it ends."""
    if CAN_FORK:
        os.execve(command[0], command, environment)
    sys.exit(subprocess.call(command, env=environment | {PARENT_VARIABLE: str(os.getpid())}))


def find_interfaces() -> dict[str, str]:
    """Return the IPv4 address of each network interface that has one, by the interface's name. Where the system tells
    no names, the key is the address, that of the default route first."""
    if fcntl and sys.platform == "linux":
        return {name: address for _, name in socket.if_nameindex() if (address := _read_address(name))}
    known = [*_find_own_addresses()]
    return {address: address for address in known if not address.startswith("127.")}


def find_default_interface() -> str | None:
    """Return the name that `find_interfaces` gives to the interface of the default route; None without one."""
    if not (fcntl and sys.platform == "linux"):
        return next(iter(find_interfaces()), None)
    try:
        rows = [line.split() for line in Path("/proc/net/route").read_text(encoding="ascii").splitlines()[1:]]
    except OSError:
        return None
    return next((row[0] for row in rows if row[1] == "00000000"), None)


def _read_address(interface: str) -> str | None:
    """Return the interface's IPv4 address, or None."""
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            assert fcntl
            return socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, request)[20:24])
        except OSError:
            return None


def _find_own_addresses() -> list[str]:
    """Return the IPv4 addresses of this computer, that of the default route first."""
    addresses: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(FAR_ADDRESS)
        addresses.append(probe.getsockname()[0])
    with suppress(OSError):
        addresses += socket.gethostbyname_ex(socket.gethostname())[2]
    return list(dict.fromkeys(addresses))


def find_time_zone(link: Path = LOCAL_TIME) -> str:
    """Return the time zone set up on this computer, as «Europe/London»; "" where none is found, or one of no place, as
    UTC."""
    _folder, found, name = link.resolve().as_posix().rpartition("/zoneinfo/")
    if found and "/" in name and not name.startswith("Etc/"):
        with suppress(ZoneInfoNotFoundError):
            return ZoneInfo(name).key
    return ""
