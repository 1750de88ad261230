"""A computer with Windows, as far as Wine is one: a Debian system in a folder, in which Windows' own programs run.

Wine has no complex numbers in its C runtime, of which numpy asks six functions: a small DLL has them and hands the rest
on to that runtime, and numpy is told its name. That is for trials alone; nothing else is touched. Linux, root.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SUITE = "trixie"
PACKAGES = ("wine", "wine64", "gcc-mingw-w64-x86-64", "binutils-mingw-w64-x86-64")
PREFIX = "WINEPREFIX=/srv/wine"
LANGUAGE = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
MOUNTED = 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" "$@"'
"""What runs a command in the system `$0`, with mounts that end with it: a terminal wants `/dev`."""
CALL_SECONDS = 1800

ASKED, GIVEN = b"api-ms-win-crt-math-l1-1-0.dll", b"numpy-crt-math-under-wine0.dll"  # equally long
COMPLEX = ("creal", "crealf", "creall", "cimag", "cimagf", "cimagl")
SHIM = """
typedef struct { double r, i; } D; typedef struct { float r, i; } F;
#define SAY(T, R, n, m) __declspec(dllexport) R x_##n(T z) { return z.m; }
SAY(D, double, creal, r) SAY(D, double, creall, r) SAY(F, float, crealf, r)
SAY(D, double, cimag, i) SAY(D, double, cimagl, i) SAY(F, float, cimagf, i)
int __stdcall DllMainCRTStartup(void *a, unsigned b, void *c) { return 1; }
"""
TERMINAL_SIGN = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
IMPORTED = re.compile(r"DLL Name: (\S+)|^\s+[0-9a-f]+\s+(?:<none>|\d+)\s+[0-9a-f]{4}\s+(\w+)$", re.MULTILINE)


class WineMachine:
    """Windows in a folder. `drive`: where its drive C: lies."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.drive = self.root / "srv" / "wine" / "drive_c"

    def make(self) -> None:
        """Install Debian and Wine in the folder, unless they are there. Raises CalledProcessError."""
        made = self.root.with_name("made")
        if not made.exists():
            run(["debootstrap", "--variant=minbase", SUITE, str(self.root)])
            quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
            self.run([*quiet, "apt-get", "-qq", "install", "-y", "--no-install-recommends", *PACKAGES])
            made.touch()
        if not self.drive.exists():
            self.run(["wineboot", "--init"], WINEDLLOVERRIDES="mscoree,mshtml=")  # asks for nothing to fetch

    def run(self, command: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the Debian system. Raises CalledProcessError."""
        return run(self._enter(command, variables))

    def _enter(self, command: list[str], variables: dict[str, str]) -> list[str]:
        """Return the command that runs this one in the Debian system."""
        wine = {
            "WINEDEBUG": "-all",
            "HOME": "/srv",
            "PATH": PATH,
            "XDG_RUNTIME_DIR": "/tmp",
        }
        named = [PREFIX, *(f"{name}={value}" for name, value in (wine | LANGUAGE | variables).items())]
        return ["unshare", "--mount", "sh", "-c", MOUNTED, str(self.root), "env", "-i", *named, *command]

    def start(self, name: str, command: list[str], variables: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start a program of Windows in a terminal of its own. What it says goes to the file `name` of drive C:."""
        (self.drive / name).unlink(missing_ok=True)  # what another one said
        typed = f"wine {shlex.join(command)} >/srv/wine/drive_c/{name} 2>&1 </dev/null"
        return self._type(typed, "/dev/null", variables)

    def show(self, command: list[str]) -> str:
        """Run a program of Windows to its end. Return what its terminal shows."""
        self._type(f"wine {shlex.join(command)}", "/srv/wine/drive_c/shown.txt", {}).wait(CALL_SECONDS)
        lines = TERMINAL_SIGN.sub("", self.read("shown.txt")).splitlines()
        return "\n".join(line for line in lines if not line.startswith("Script "))  # what `script` says of itself

    def _type(self, typed: str, shown: str, variables: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start a command of the Debian system in a terminal, which is written to the file `shown`."""
        entered = self._enter(["script", "--quiet", "--return", "--command", typed, shown], variables)
        return subprocess.Popen(entered, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)

    def call(self, command: list[str], variables: dict[str, str]) -> tuple[int, str]:
        """Run a program of Windows to its end. Return its exit code and what it said."""
        code = self.start("said.txt", command, variables).wait(CALL_SECONDS)
        return code, self.read("said.txt")

    def read(self, name: str) -> str:
        """Return what a program said into this file of drive C:, in whichever alphabet; "" before it says anything."""
        file = self.drive / name
        said = file.read_bytes() if file.exists() else b""
        try:
            return said.decode()
        except UnicodeDecodeError:
            return said.decode("cp1252", "replace")

    def kill(self, program: str) -> None:
        """End all processes of this program at once, as the task manager does (TerminateProcess)."""
        if command := self.write_kill(program):
            self.call(command, {})

    def write_kill(self, program: str) -> list[str]:
        """Return the command that ends all processes of this program; none if there are none. Wine's `taskkill /IM`
        ends one of them alone."""
        numbers = self.list_numbers(program)
        return ["taskkill", "/F", *(word for number in numbers for word in ("/PID", number))] if numbers else []

    def list_numbers(self, program: str) -> list[str]:
        """Return the numbers of all processes of this program, the oldest first."""
        return re.findall(rf"^{re.escape(program)} +(\d+)", self.call(["tasklist"], {})[1], re.MULTILINE)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop all processes of Windows, as a computer that sleeps."""
        numbers = [int(each.parent.name) for each in Path("/proc").glob("[0-9]*/environ") if self._is_ours(each)]
        try:
            for number in numbers:
                os.kill(number, signal.SIGSTOP)
            yield
        finally:
            for number in numbers:
                os.kill(number, signal.SIGCONT)

    def _is_ours(self, environment: Path) -> bool:
        """True if the process of this environment is one of our Windows', and not the terminal about it."""
        try:
            name = environment.with_name("comm").read_text().strip()
            ours = PREFIX.encode() in environment.read_bytes().split(b"\0")
            return ours and name.startswith(("wineserver", "python.exe", "cmd.exe"))
        except OSError:  # it has ended, or is the kernel's
            return False

    def plug_in(self, letter: str) -> Path:
        """Put a stick in, the same each time, as the drive of this letter. Return where it lies."""
        stick = self.root / "srv" / "stick"
        stick.mkdir(exist_ok=True)
        self._get_drive(letter).symlink_to("/srv/stick")
        return stick

    def pull_out(self, letter: str) -> None:
        """Pull the stick out: what is open stays so, and nothing more can be opened."""
        self._get_drive(letter).unlink()

    def _get_drive(self, letter: str) -> Path:
        return self.drive.parent / "dosdevices" / f"{letter}:"

    @contextmanager
    def closed(self, folder: Path) -> Iterator[None]:
        """Let nobody write in the folder."""
        run(["chattr", "+i", str(folder)])
        try:
            yield
        finally:
            run(["chattr", "-i", str(folder)])

    def lend_complex_numbers(self, python: Path, packages: Path) -> None:
        """Build the DLL that Wine lacks beside Windows' Python, and name it to numpy."""
        modules = [file for file in packages.glob("numpy/**/*.pyd") if ASKED in file.read_bytes()]
        names = {name for file in modules for name in self._list_functions(file)}
        rest = [f"{name} = ucrtbase.{name}" for name in sorted(names - {*COMPLEX})]
        exports = ["EXPORTS", *rest, *(f"{name} = x_{name}" for name in COMPLEX), ""]
        work = self.root / "srv" / "shim"
        work.mkdir(exist_ok=True)
        (work / "shim.c").write_text(SHIM, encoding="ascii")
        (work / "shim.def").write_text("\n".join(exports), encoding="ascii")
        made = ["-o", f"/srv/shim/{GIVEN.decode()}", "/srv/shim/shim.c", "/srv/shim/shim.def"]
        self.run(["x86_64-w64-mingw32-gcc", "-shared", "-nostdlib", "-O2", "-e", "DllMainCRTStartup", *made])
        shutil.copy(work / GIVEN.decode(), python)
        for file in modules:
            file.write_bytes(file.read_bytes().replace(ASKED, GIVEN))

    def _list_functions(self, module: Path) -> list[str]:
        """Return the functions of the C runtime's mathematics that this module imports."""
        inside = f"/{module.relative_to(self.root)}"
        dll, found = "", []
        for library, function in IMPORTED.findall(self.run(["x86_64-w64-mingw32-objdump", "-p", inside]).stdout):
            dll = library or dll
            if function and dll == ASKED.decode():
                found.append(function)
        return found


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command. Raises CalledProcessError, and prints what it said then."""
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:])
    done.check_returncode()
    return done


def is_possible() -> str:
    """Return what is missing here for such a computer; "" if nothing is."""
    missing = [name for name in ("debootstrap", "unshare", "chroot") if not shutil.which(name)]
    return ", ".join([*missing, *(["root"] if os.geteuid() else [])])


def shorten(said: str) -> str:
    """Return the first line of what a program said that says something."""
    return next((line.strip() for line in said.splitlines() if line.strip()), "nothing")


def wait_until(is_so: Callable[[], bool], seconds: float = CALL_SECONDS) -> float:
    """Wait until the function says True. Return how long that took. Raises SystemExit when the time is over."""
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > seconds:
            raise SystemExit("it never came to be so")
        time.sleep(0.2)
    return time.monotonic() - began
