"""Try the program on Windows' own Python, under Wine: start it, play, break it off, and put it where it is awkward.

    python benchmarks/windows.py FOLDER [--only TRIAL …]

FOLDER takes some 2.5 GB: a Debian system with Wine, and in it what an installer would lay down
(packaging/windows/assemble.py). A second run finds the system there and assembles the program anew. Each trial prints
what it took, and what was seen. Wine is not Windows: docs/installing.md says what nobody has seen. Needs root,
debootstrap and the network; where they are missing it says so, and exits 0. Exits 1 where a trial fails.
"""

from __future__ import annotations

import argparse
import inspect
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from random import Random
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _installation import ROOT
from _wine import WineMachine, is_possible, run, wait_until
from evening import SEATS, create_evening, plan_coups

from tests.fixtures.queueing_phone import QueueingPhone, Unreached

PROGRAM = r"C:\Program Files\Corbillon"
DATA = r"C:\users\root\AppData\Local\corbillon"
HOME = r"C:\users\Élodie d'Aubigné\Documents"
AWKWARD = rf"{HOME}\Soirées"
PORT = 8000
COUPS = 12
"""Of one partie, as many as `plan_coups` has."""
HELD = r"""
import ctypes, sys, time
handle = ctypes.windll.kernel32.CreateFileW(sys.argv[1], 0xC0000000, 0, None, 3, 0, None)
assert handle not in (-1, 0xFFFFFFFF), "not opened"
print("held", flush=True)
time.sleep(1800)
"""
"""A virus scanner: it opens the file so that nobody else may, until it is ended."""


class InstalledCopy:
    """Corbillon as the installer lays it down, with its data in one folder; "" for the usual one."""

    def __init__(self, machine: WineMachine, data: str = "") -> None:
        self.machine = machine
        self.variables = {"CORBILLON_DEMO": "0", "CORBILLON_VAR": data} if data else {}
        self.data = data or DATA

    def find(self, path: str) -> Path:
        """Return where a file of drive C: lies on this computer; Windows heeds no capitals."""
        found = self.machine.drive
        for name in path.removeprefix("C:\\").split("\\"):
            same = [each for each in found.glob("*") if each.name.casefold() == name.casefold()]
            found = same[0] if same else found / name
        return found

    def command(self, *words: str) -> tuple[int, str]:
        """Run `corbillon` with these words. Return its exit code and what it said."""
        return self.machine.call([PROGRAM + r"\corbillon.cmd", *words], self.variables)

    def expect(self, *words: str) -> str:
        """Run `corbillon` with these words. Return what it said. Raises AssertionError where it fails."""
        code, said = self.command(*words)
        assert code == 0, f"corbillon {' '.join(words)}: {code}\n{said[-2000:]}"
        return said

    def serve(self, port: int = PORT) -> subprocess.Popen[bytes]:
        """Start the program, and wait until its first page is there."""
        words = ["--no-browser", "--address", "127.0.0.1", "--port", str(port)]
        started = self.machine.start(f"served-{port}.txt", [PROGRAM + r"\corbillon.cmd", *words], self.variables)

        def answers() -> bool:
            assert started.poll() is None, self.machine.read(f"served-{port}.txt")[-2000:]
            return read_page(port) is not None

        wait_until(answers)
        return started

    def end(self, started: subprocess.Popen[bytes]) -> None:
        """End the program as the task manager does."""
        self.machine.kill("python.exe")
        started.wait(60)


def read_page(port: int) -> bytes | None:
    """Return the home page; None while nobody answers."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/", timeout=120) as answer:
            return answer.read()
    except (OSError, HTTPException):
        return None


def start_first_and_again(machine: WineMachine) -> str:
    """Start with no data, which makes the demonstration evening, and once more."""
    copy, took = InstalledCopy(machine), []
    for _ in range(2):
        began = time.monotonic()
        started = copy.serve()
        took.append(time.monotonic() - began)
        began = time.monotonic()
        page = read_page(PORT)
        assert page and b"Corbillon" in page
        took.append(time.monotonic() - began)
        copy.end(started)
    recheck = copy.expect("recheck").strip().splitlines()[-1]
    return f"first {took[0]:.0f} s, home page {took[1]:.1f} s; second {took[2]:.0f} s; {recheck}"


def break_off_a_coup(machine: WineMachine) -> str:
    """End the program again and again while a phone sends coups; then each acknowledged coup must stand there once."""
    copy = InstalledCopy(machine, AWKWARD)
    copy.expect("prepare")
    source = inspect.getsource(create_evening).replace("\n\n", "\n")
    write = copy.machine.drive / "evening.py"
    write.write_text(f"SEATS = {SEATS}\n{source}\nprint('key', *create_evening(1, {COUPS}))\n", encoding="utf-8")
    said = copy.expect("shell", "--verbosity", "0", "-c", r"exec(open('C:/evening.py', encoding='utf-8').read(), {})")
    key = next(line.split()[1] for line in said.splitlines() if line.startswith("key "))
    phone = QueueingPhone(lambda: PORT, key, 1, Random(1), lambda *_: "drop")
    started, ends = copy.serve(), 0
    for number, coup in enumerate(plan_coups(1, 1, COUPS)):
        phone.enqueue("/t/coup", coup)
        if number % 4 == 1:
            ender = machine.start("ended.txt", ["taskkill", "/F", "/IM", "python.exe"], {})
            while ender.poll() is None:
                send(phone)
            started.wait(60)
            started, ends = copy.serve(), ends + 1
        while not send(phone):
            time.sleep(0.1)
    copy.end(started)
    assert sorted(phone.recorded_numbers.values()) == list(range(1, COUPS + 1)), phone.recorded_numbers
    return f"{ends} ends, {COUPS} coups each once; {copy.expect('recheck').strip().splitlines()[-1]}"


def send(phone: QueueingPhone) -> bool:
    """Send the phone's queue. Return False where no answer came."""
    try:
        phone.send_queue()
    except Unreached:
        return False
    return True


def start_twice(machine: WineMachine) -> str:
    """Start at a port that another program has, then a second time beside one that runs."""
    copy = InstalledCopy(machine, AWKWARD)
    started = copy.serve()
    code, said = copy.command("--no-browser", "--address", "127.0.0.1", "--port", str(PORT))
    assert code != 0 and "Traceback" not in said, said
    other, beside = copy.command("--no-browser", "--address", "127.0.0.1", "--port", str(PORT + 10))
    copy.end(started)
    assert other != 0 and "Traceback" not in beside, beside
    return f"same port: {said.strip().splitlines()[-1]} other port: {beside.strip().splitlines()[-1]}"


def move_the_data(machine: WineMachine) -> str:
    """Play an evening, take it out, bring it in again, write the club's site, back everything up, and restore it."""
    copy, took = InstalledCopy(machine, AWKWARD), []
    kept, event, site = (rf"{HOME}\{name}" for name in ("copie.zip", "soirée.json", "site"))
    copy.find(HOME).joinpath("site").mkdir(parents=True, exist_ok=True)
    simulate = ["simulate", "--game", "briscola", "--players", "8", "--rounds", "2", "--seed", "1"]
    moves = (["prepare"], simulate, ["export", "1", "-o", event], ["import", event], ["publish", site])
    for words in (*moves, ["backup", kept], ["restore", kept], ["recheck"]):
        began = time.monotonic()
        said = copy.expect(*words)
        took.append(f"{words[0]} {time.monotonic() - began:.0f} s")
    assert (copy.find(site) / "index.html").exists()
    return f"{', '.join(took)}: {said.strip().splitlines()[-1]}"


def hold_the_files(machine: WineMachine) -> str:
    """Hold the database as a virus scanner does, for longer than the program waits: it must say so in one sentence, and
    find the book right afterwards."""
    copy = InstalledCopy(machine, AWKWARD)
    (machine.drive / "held.py").write_text(HELD, encoding="ascii")
    scanner = machine.start(
        "held.txt", [PROGRAM + r"\python\python.exe", r"C:\held.py", rf"{AWKWARD}\corbillon.sqlite3"], {}
    )
    wait_until(lambda: "held" in machine.read("held.txt"))
    code, said = copy.command("recheck")
    machine.kill("python.exe")
    scanner.wait(60)
    assert code != 0 and "Traceback" not in said, said
    return f"held: {said.strip().splitlines()[-1]}; afterwards: {copy.expect('recheck').strip().splitlines()[-1]}"


TRIALS: dict[str, Callable[[WineMachine], str]] = {
    "start": start_first_and_again,
    "coups": break_off_a_coup,
    "twice": start_twice,
    "moves": move_the_data,
    "held": hold_the_files,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=TRIALS, default=[*TRIALS], metavar="TRIAL")
    given = parser.parse_args()
    if missing := is_possible():
        print(f"not run: {missing} missing")
        return 0
    machine = WineMachine(given.folder.resolve())
    began = time.monotonic()
    machine.make()
    print(f"Debian with Wine: {time.monotonic() - began:.0f} s", flush=True)
    began = time.monotonic()
    program = machine.drive / "Program Files" / "Corbillon"
    run([sys.executable, str(ROOT / "packaging" / "windows" / "assemble.py"), str(program)])
    machine.lend_complex_numbers(program / "python", program / "program")
    print(f"assembled: {time.monotonic() - began:.0f} s", flush=True)
    failed = 0
    for name in given.only:
        began = time.monotonic()
        try:
            seen = TRIALS[name](machine)
        except AssertionError as error:
            seen, failed = f"FAILED: {error}", failed + 1
            machine.kill("python.exe")
        print(f"{name} ({time.monotonic() - began:.0f} s): {seen}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
