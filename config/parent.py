"""The process that started this one: whoever works for it ends once it is gone.

A Unix gives an orphan another parent. Windows does not: there the starter says its number in the environment, and what
was started holds it open. Standard library only; knows no page and no table.
"""

import ctypes
import os
from _thread import interrupt_main
from threading import Thread
from time import sleep
from typing import Any

PARENT_VARIABLE = "CORBILLON_PARENT"
SYNCHRONIZE, ENDED = 0x00100000, 0
LOOK_SECONDS = 0.5
windll: Any = getattr(ctypes, "windll", None)


class Parent:
    """The process that started this one, observed from the creation of this object on."""

    def __init__(self) -> None:
        self._held = 0
        if windll is None:
            self._number = os.getppid()
        elif number := int(os.environ.get(PARENT_VARIABLE) or "0"):
            self._held = windll.kernel32.OpenProcess(SYNCHRONIZE, False, number) or -1

    def is_gone(self) -> bool:
        """True if that process has ended; False for a process that a person started on Windows."""
        if windll is None:
            return os.getppid() != self._number
        if self._held < 1:
            return self._held < 0  # it was gone before we looked
        return bool(windll.kernel32.WaitForSingleObject(self._held, 0) == ENDED)


def end_with_parent() -> None:
    """On Windows, interrupt this process, as Ctrl-C does, once the one that started it is gone: whoever ends that one
    by force means this one too. Elsewhere do nothing."""
    if windll is not None:
        Thread(target=_interrupt_after, args=(Parent(),), daemon=True).start()


def _interrupt_after(parent: Parent) -> None:
    """Wait until the parent is gone, then interrupt the main thread."""
    while not parent.is_gone():
        sleep(LOOK_SECONDS)
    interrupt_main()
