"""The hall's printers, where this computer has CUPS: which there are, what waits at one, and a document sent to one.

No shell is asked, and a printer is only ever one that `lpstat -e` names. Standard library only; knows no page.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

LIST_SECONDS, SEND_SECONDS = 5, 60
REASON = "\t"  # what lpstat writes before why a printer stands still


class PrinterTrouble(Exception):
    """Raised where a printer did not take a document; the message is in the words of CUPS."""


@dataclass(frozen=True)
class PrinterQueue:
    """What waits at a printer. `waiting`: how many documents; `words`: what it says, in the words of CUPS, "" for
    nothing; `is_stopped`: it stands still until somebody starts it again, or is not there. One that is switched off or
    without paper is not stopped: it says so, and its documents wait."""

    waiting: int
    words: str = ""
    is_stopped: bool = False


def list_printers() -> list[str]:
    """Return the names of this computer's printers, the usual one first; none where it has no `lp`."""
    if shutil.which("lp") is None or shutil.which("lpstat") is None:
        return []
    names = _ask("lpstat", "-e").split()
    usual = _ask("lpstat", "-d").rpartition(": ")[2].strip()
    return sorted(names, key=lambda name: name != usual)


def read_queue(printer: str) -> PrinterQueue:
    """Return what waits at a printer; also what the printer says, while something waits or it is stopped."""
    lines = _ask("lpstat", "-a", printer, "-p", printer).splitlines()
    state = [line for line in lines if line and not line.startswith(REASON)]
    if not state:
        return PrinterQueue(0, _explain_absence(printer), is_stopped=True)
    stops = [line for line in state if " disabled " in f"{line} " or " not accepting " in line]
    waiting = len(_ask("lpstat", "-o", printer).splitlines())
    reason = next((line.strip() for line in lines if line.startswith(REASON)), "")
    if stops:
        return PrinterQueue(waiting, reason or stops[0], is_stopped=True)
    return PrinterQueue(waiting, reason if waiting else "")


def send_to_printer(file: Path, printer: str, title: str) -> None:
    """Have a printer print a file. Raises PrinterTrouble, also where there is no such printer."""
    if printer not in list_printers():
        raise PrinterTrouble(_explain_absence(printer))
    try:
        done = _run(SEND_SECONDS, "lp", "-d", printer, "-t", title, "--", str(file))
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PrinterTrouble(str(error)) from None
    if done.returncode:
        raise PrinterTrouble((done.stderr or done.stdout).strip())


def _explain_absence(printer: str) -> str:
    """Return why a printer is not there: CUPS does not run, or knows none of this name."""
    return f"no printer {printer}, {_ask('lpstat', '-r').strip() or 'no CUPS'}"


def _ask(*words: str) -> str:
    """Return the output of a command of CUPS; "" where it fails or takes too long."""
    try:
        done = _run(LIST_SECONDS, *words)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return "" if done.returncode else done.stdout


def _run(seconds: int, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of CUPS, and return what came of it. Its words are English, whatever the computer's language.
    Raises OSError, TimeoutExpired."""
    return subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
