"""What one check of the self-check found."""

from dataclasses import dataclass

from config.storage.diagnosis import diagnose_error
from config.storage.troubles import Trouble


@dataclass(frozen=True)
class Verdict:
    """The result of one check, green or red. `words`: what was found and, where it is red, what to do; `command`: what
    to type for that; `details`: for who looks after the computer."""

    is_sound: bool
    words: str
    command: str = ""
    details: str = ""


def build_trouble_verdict(trouble: Trouble) -> Verdict:
    """Return the red verdict of a trouble of the storage."""
    return Verdict(False, f"{trouble.sentence} {trouble.mend}", trouble.command)


def build_failure_verdict(error: Exception) -> Verdict:
    """Return the red verdict of a check that ended with an exception."""
    trouble = diagnose_error(error)
    return build_trouble_verdict(trouble) if trouble else Verdict(False, f"{type(error).__name__}: {error}")
