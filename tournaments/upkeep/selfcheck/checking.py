"""All checks of the self-check in their order, and running them one by one."""

from collections.abc import Callable, Iterator
from functools import partial

from django.utils.translation import gettext as _

from . import machine_checks, scratch_checks
from .scratch_checks import ScratchInstallation
from .verdicts import Verdict, build_failure_verdict


def list_checks(scratch: ScratchInstallation) -> list[tuple[str, Callable[[], Verdict]]]:
    """Return the title and the function of each check."""
    return [
        (_("Ce qui est gardé"), machine_checks.check_storage_and_write),
        (_("Place sur le disque"), machine_checks.check_disk),
        (_("Horloge"), machine_checks.check_clock),
        (_("Versions"), machine_checks.check_versions),
        (_("Copie"), partial(scratch_checks.check_backup, scratch)),
        (_("Livre"), partial(scratch_checks.check_book, scratch)),
        (_("Impression"), partial(scratch_checks.check_print, scratch)),
        (_("Téléphones"), machine_checks.check_phones),
    ]


def run_checks() -> Iterator[tuple[str, Verdict | None]]:
    """Yield each check's title before it is done, with None, and after it, with its verdict. One that fails in a way
    nobody foresaw is red, and the others are done all the same."""
    with ScratchInstallation() as scratch:
        for title, check in list_checks(scratch):
            yield title, None
            try:
                verdict = check()
            except Exception as error:
                verdict = build_failure_verdict(error)
            yield title, verdict
