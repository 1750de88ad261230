"""How commands print what other programs read: in UTF-8 whatever the terminal's encoding, and without an error message
where the reader has closed the output."""

import os
import sys
from collections.abc import Callable
from typing import NoReturn

from django.core.management.base import OutputWrapper


def build_utf8_writer(stdout: OutputWrapper) -> Callable[[str], object]:
    """Return a function that writes one text and a line end, in UTF-8 on a real output, whatever the terminal's
    encoding. What UTF-8 cannot encode (a lone surrogate) is escaped as in JSON."""
    buffer = getattr(stdout, "buffer", None)
    if buffer is None:
        return lambda text: stdout.write(f"{text}\n")
    return lambda text: buffer.write(text.encode(errors="backslashreplace") + b"\n")


def leave_unread() -> NoReturn:
    """End the command with exit status 1, without a message, because the program that read its output closed it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(1) from None
