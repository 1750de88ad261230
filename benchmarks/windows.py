"""Try the program on Windows' own Python, under Wine: start it, play, break it off, and put it where it is awkward.

    python benchmarks/windows.py FOLDER [--only TRIAL …]

FOLDER takes some 3 GB: a Debian system with Wine, and in it what an installer would lay down
(packaging/windows/assemble.py). A second run finds the system there and assembles the program anew. Each trial prints
what it took, and what was seen. Wine is not Windows: docs/installing.md says what nobody has seen. Needs root,
debootstrap and the network; where they are missing it says so, and exits 0. Exits 1 where a trial fails.
"""

from __future__ import annotations

import argparse
import inspect
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _installation import ROOT, read_page
from _wine import WineMachine, is_possible, run, shorten, wait_until
from evening import SEATS, PhoneUser, create_evening, drop_duplicate, plan_coups, play_all

from tests.fixtures import queueing_phone
from tests.fixtures.queueing_phone import QueueingPhone, Unreached

PROGRAM = r"C:\Program Files\Corbillon"
DATA = r"C:\users\root\AppData\Local\corbillon"
HOME = r"C:\users\Élodie d'Aubigné\Documents"
AWKWARD = rf"{HOME}\Soirées"
PORT = 8000
PHONES, COUPS = 20, 12
"""Of one partie, as many as `plan_coups` has."""
HELD = r"""
import ctypes, sys, time
handle = ctypes.windll.kernel32.CreateFileW(sys.argv[1], 0xC0000000, 0, None, 3, 0, None)
assert handle not in (-1, 0xFFFFFFFF), "not opened"
print("held", flush=True)
time.sleep(1800)
"""
"""A virus scanner: it opens the file so that nobody else may, until it is ended."""

CONSOLE = f'@chcp 1252\n@call "{PROGRAM}\\corbillon.cmd" %*\n'
"""A window in which somebody types a command, in the alphabet of western Windows."""
LIBRARY = r"python\python313.dll"
UPDATE = f'@copy /Y C:\\newer\\{LIBRARY} "{PROGRAM}\\{LIBRARY}"\n'
"""What an installer does with each file, here with the one that every process of the program has loaded."""
FOLDERS = {
    "read-only": r"C:\closed",
    "inside it": r"C:\closed\data",
    "no drive": r"Q:\club",
    "a path too long": "C:\\" + "\\".join(["très long"] * 29),
}


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

    def recheck(self) -> str:
        """Expect the book to be right. Return the last line that `recheck` prints, which holds the head of the book."""
        return self.expect("recheck").strip().splitlines()[-1]

    def serve(self, port: int = PORT) -> subprocess.Popen[bytes]:
        """Start the program, and wait until its first page is there."""
        said = f"served-{port}.txt"
        started = self.begin(port, said)

        def answers() -> bool:
            assert started.poll() is None, self.machine.read(said)[-2000:]
            return read_page(port) is not None

        wait_until(answers)
        return started

    def begin(self, port: int, said: str) -> subprocess.Popen[bytes]:
        """Start the program; what it says goes to the file `said` of drive C:."""
        words = ["--no-browser", "--address", "127.0.0.1", "--port", str(port)]
        return self.machine.start(said, [PROGRAM + r"\corbillon.cmd", *words], self.variables)

    def end(self, started: subprocess.Popen[bytes]) -> None:
        """End the program as the task manager does."""
        self.machine.kill("python.exe")
        started.wait(60)


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
    return f"first {took[0]:.0f} s, home page {took[1]:.1f} s; second {took[2]:.0f} s; {copy.recheck()}"


def break_off_a_coup(machine: WineMachine) -> str:
    """End the program again and again while a phone sends coups; then each acknowledged coup must stand there once."""
    copy = InstalledCopy(machine, AWKWARD)
    copy.expect("prepare")
    phone = make_phone(*make_evening(copy, 1))
    started, ends = copy.serve(), 0
    for number, coup in enumerate(plan_coups(1, 1, COUPS)):
        phone.enqueue("/t/coup", coup)
        if number % 4 == 1:
            ender = machine.start("ended.txt", machine.write_kill("python.exe"), {})
            while ender.poll() is None:
                send(phone)
            started.wait(60)
            started, ends = copy.serve(), ends + 1
        while not send(phone):
            time.sleep(0.1)
    copy.end(started)
    return f"{ends} ends, {COUPS} coups each once; {expect_each_once(copy, phone)}"


def make_evening(copy: InstalledCopy, tables: int) -> list[str]:
    """Make an open evening of so many tables in the copy's data. Return the keys of its tables."""
    source = inspect.getsource(create_evening).replace("\n\n", "\n")
    write = copy.machine.drive / "evening.py"
    write.write_text(f"SEATS = {SEATS}\n{source}\nprint('key', *create_evening({tables}, {COUPS}))\n", encoding="utf-8")
    said = copy.expect("shell", "--verbosity", "0", "-c", r"exec(open('C:/evening.py', encoding='utf-8').read(), {})")
    return next(line.split()[1:] for line in said.splitlines() if line.startswith("key "))


def make_phone(key: str, number: int = 1) -> QueueingPhone:
    """Return a phone of this table."""
    return QueueingPhone(lambda: PORT, key, 1, Random(number), drop_duplicate)


def expect_each_once(copy: InstalledCopy, *phones: QueueingPhone) -> str:
    """Expect each coup of the phones to have been acknowledged under its own number, and the book to be right. Return
    what `recheck` says."""
    for phone in phones:
        assert sorted(phone.recorded_numbers.values()) == list(range(1, COUPS + 1)), phone.recorded_numbers
    return copy.recheck()


def send(phone: QueueingPhone) -> bool:
    """Send the phone's queue. Return False where no answer came."""
    try:
        phone.send_queue()
    except Unreached:
        return False
    return True


def start_twice(machine: WineMachine) -> str:
    """Start two at once, with no data yet and at one port, of which one serves; then another one at that port; then one
    beside it at another, of which the first process alone is ended."""
    copy = InstalledCopy(machine, rf"{HOME}\Deux")
    shutil.rmtree(copy.find(copy.data), ignore_errors=True)
    both = {f"both-{n}.txt": copy.begin(PORT, f"both-{n}.txt") for n in range(2)}
    wait_until(lambda: any(each.poll() is not None for each in both.values()) and read_page(PORT) is not None)
    [lost] = [name for name, each in both.items() if each.poll() is not None]
    assert both.pop(lost).returncode and "Traceback" not in machine.read(lost), machine.read(lost)
    [started] = both.values()
    code, said = copy.command("--no-browser", "--address", "127.0.0.1", "--port", str(PORT))
    assert code != 0 and "Traceback" not in said, said
    before = machine.list_numbers("python.exe")
    beside = copy.serve(PORT + 10)
    assert read_page(PORT) and read_page(PORT + 10)
    first_of_two = next(number for number in machine.list_numbers("python.exe") if number not in before)
    machine.call(["taskkill", "/F", "/PID", first_of_two], {})
    beside.wait(60)
    took = wait_until(lambda: read_page(PORT + 10) is None)
    assert read_page(PORT), "the other one no longer answers"
    copy.end(started)
    return (
        f"at once: one serves, the other: {shorten(machine.read(lost))} Same port: {shorten(said)} Another port: both "
        f"serve; its first process ended, it stopped after {took:.0f} s; {copy.recheck()}"
    )


def move_the_data(machine: WineMachine) -> str:
    """Play an evening, take it out, bring it in again, write the club's site, back everything up, and restore it."""
    copy, took = InstalledCopy(machine, AWKWARD), []
    kept, event, site = (rf"{HOME}\{name}" for name in ("copie.zip", "soirée.json", "site"))
    copy.find(HOME).joinpath("site").mkdir(parents=True, exist_ok=True)
    simulate = ["simulate", "--game", "briscola", "--players", "8", "--rounds", "2", "--seed", "1"]
    write = ["publish", "--club", "Simulations", site]
    moves = (["prepare"], simulate, ["export", "1", "-o", event], ["import", event], write)
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
    copy.expect("prepare")
    (machine.drive / "held.py").write_text(HELD, encoding="ascii")
    scanner = machine.start(
        "held.txt", [PROGRAM + r"\python\python.exe", r"C:\held.py", rf"{AWKWARD}\corbillon.sqlite3"], {}
    )
    wait_until(lambda: "held" in machine.read("held.txt"))
    code, said = copy.command("recheck")
    machine.kill("python.exe")
    scanner.wait(60)
    assert code != 0 and "Traceback" not in said, said
    return f"held: {shorten(said)}; afterwards: {copy.recheck()}"


def play_with_twenty_phones(machine: WineMachine) -> str:
    """Let twenty phones play their evening over http at once."""
    copy = InstalledCopy(machine, AWKWARD)
    copy.expect("prepare")
    phones = [make_phone(key, number) for number, key in enumerate(make_evening(copy, PHONES))]
    users = [PhoneUser(phone, plan_coups(1, n, COUPS), phone.chance) for n, phone in enumerate(phones)]
    started, began = copy.serve(), time.monotonic()
    play_all(users, None, 0)
    took, tries = time.monotonic() - began, sum(phone.tries for phone in phones)
    copy.end(started)
    return f"{PHONES * COUPS} coups in {took:.0f} s, {tries} requests; {expect_each_once(copy, *phones)}"


def freeze_the_machine(machine: WineMachine) -> str:
    """Freeze all of Windows while phones send coups and lose patience; they send them again once it goes on."""
    copy = InstalledCopy(machine, AWKWARD)
    copy.expect("prepare")
    phone, lost = make_phone(*make_evening(copy, 1)), 0
    started = copy.serve()
    for number, coup in enumerate(plan_coups(1, 1, COUPS)):
        phone.enqueue("/t/coup", coup)
        if number % 4 == 1:
            impatient = Thread(target=send, args=(phone,))
            with patience(5):
                impatient.start()
                with machine.frozen():
                    impatient.join()
            lost += bool(phone.queue)
        while not send(phone):
            time.sleep(0.1)
    copy.end(started)
    return f"{lost} coups unanswered while it was frozen, all {COUPS} once; {expect_each_once(copy, phone)}"


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Let phones wait so long for an answer."""
    usual, queueing_phone.ANSWER_SECONDS = queueing_phone.ANSWER_SECONDS, seconds
    try:
        yield
    finally:
        queueing_phone.ANSWER_SECONDS = usual


def pull_the_stick_out(machine: WineMachine) -> str:
    """Play from a stick, drive E:, that is pulled out and put in again."""
    copy = InstalledCopy(machine, "E:\\")
    stick = machine.plug_in("e")
    copy.expect("prepare")
    phone, answers = make_phone(*make_evening(copy, 1)), []
    started = copy.serve()
    for number, coup in enumerate(plan_coups(1, 1, COUPS)):
        phone.enqueue("/t/coup", coup)
        if number == 1:
            machine.pull_out("e")
            answers = [send(phone), read_page(PORT) is not None]
            code, said = copy.command("recheck")
            assert code != 0 and "Traceback" not in said, said
            machine.plug_in("e")
        while not send(phone):
            time.sleep(0.1)
    copy.end(started)
    told = "coup, page without it: " + ", ".join("answered" if each else "refused" for each in answers)
    return f"{stick}: {told}; recheck without it: {shorten(said)}; with it: {expect_each_once(copy, phone)}"


def choose_awkward_folders(machine: WineMachine) -> str:
    """Put the data where Windows lets nobody write, in a path that is too long, and on a drive that is not there."""
    closed = machine.drive / "closed"
    closed.mkdir(exist_ok=True)
    seen = []
    with machine.closed(closed):
        for name, folder in FOLDERS.items():
            code, said = InstalledCopy(machine, folder).command("--no-browser", "--address", "127.0.0.1")
            assert code != 0 and "Traceback" not in said, f"{name}: {code} {said}"
            seen.append(f"{name}: {shorten(said)}")
    return "; ".join(seen)


def read_lists_of_windows(machine: WineMachine) -> str:
    """Read a list as Windows' programs write it: its own line ends and alphabet; and speak in a console of cp1252."""
    copy = InstalledCopy(machine, AWKWARD)
    names = ["Élodie d’Aubigné", "François Œuvré"]
    (machine.drive / "liste.csv").write_bytes(
        "\r\n".join(["Nom;Réglé", *(f"{n};oui" for n in names), ""]).encode("cp1252")
    )
    found = json.loads(copy.expect("players", r"C:\liste.csv"))["players"]
    assert [each["name"] for each in found] == names, found
    (machine.drive / "console.cmd").write_text(CONSOLE, encoding="ascii")
    shown = machine.show([r"C:\console.cmd", "players", r"C:\liste.csv", "--format", "text"])
    assert "1252" in shown and "Œuvré" in shown, shown
    return f"{', '.join(names)}, in a console of cp1252 too"


def update_what_runs(machine: WineMachine) -> str:
    """Lay a file of the program down again while it runs, as an installer would, and then when it has ended."""
    copy = InstalledCopy(machine, AWKWARD)
    newer = machine.drive / "newer" / "python"
    newer.mkdir(parents=True, exist_ok=True)
    shutil.copy(copy.find(rf"{PROGRAM}\{LIBRARY}"), newer)
    (machine.drive / "update.cmd").write_text(UPDATE, encoding="ascii")
    started = copy.serve()
    refused, said = machine.call([r"C:\update.cmd"], {})
    assert read_page(PORT), "it no longer answers"
    copy.end(started)
    taken, _ = machine.call([r"C:\update.cmd"], {})
    assert (bool(refused), taken) == (True, 0), said
    copy.end(copy.serve())
    return f"running: {shorten(said)} ended: taken; {copy.recheck()}"


TRIALS: dict[str, Callable[[WineMachine], str]] = {
    "start": start_first_and_again,
    "coups": break_off_a_coup,
    "twice": start_twice,
    "moves": move_the_data,
    "held": hold_the_files,
    "phones": play_with_twenty_phones,
    "frozen": freeze_the_machine,
    "stick": pull_the_stick_out,
    "folders": choose_awkward_folders,
    "lists": read_lists_of_windows,
    "update": update_what_runs,
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
