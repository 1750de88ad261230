"""What runs beside the server, and when: one line for each kind of job. All times are seconds.

Each job is a command of `manage.py` in a process of its own. What `first`, `every` and `again` do not start, somebody
asked for: a page, a form, a command.
"""

import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class AtEnd(Enum):
    """What happens to the jobs of a kind when the server stops."""

    STOP = "they are ended"
    GO_ON = "those under way go on by themselves"
    ONCE_MORE = "the one under way is waited for, and a last one is made"


def has_server_database() -> bool:
    """True where the installation has a PostgreSQL database, which several servers may share."""
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@dataclass(frozen=True)
class JobKind:
    """A kind of job. `name`: what its jobs' keys begin with, without a hyphen; `command`: the words for `manage.py`,
    which the job's own arguments follow. All times are seconds.

    By itself it starts `first` seconds after the server's start, `every` seconds after its last start, and `again`
    seconds after one that failed; None: it does not. It has something to do only if all environment variables `needs`
    are set and one of the folders `where` (patterns in the var folder) is there; where no folders are named, or several
    servers may share the database, no folder is needed. `rest`: at least so long between two starts; `calm_rest`: the
    same for jobs that nobody waits for. `at_once`: how many of one club may run at the same time; others wait.
    `silent`: a process that reports nothing for so long counts as dead. `between_runs`: the server stops for it, and
    starts again afterwards.
    """

    name: str
    command: tuple[str, ...]
    first: float | None = None
    every: float | None = None
    again: float | None = None
    where: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    rest: float = 0
    calm_rest: float = 0
    at_once: int = 1
    silent: float | None = None
    between_runs: bool = False
    at_end: AtEnd = AtEnd.STOP

    def has_use(self, var: Path) -> bool:
        """True if jobs of this kind have something to do in this installation. With several servers the folders `where`
        are not looked at, as each has its own."""
        return all(map(os.environ.get, self.needs)) and (
            not self.where
            or has_server_database()
            or any(each.is_dir() for pattern in self.where for each in var.glob(pattern))
        )

    @property
    def most_at_once(self) -> int:
        """How many jobs of this kind may run at the same time, for all clubs together: `at_once`, or twice as many
        where that is more than one and a database server may hold many clubs."""
        return 2 * self.at_once if self.at_once > 1 and has_server_database() else self.at_once

    @property
    def is_on_demand(self) -> bool:
        """True if jobs of this kind start only when somebody asks, and the server runs on, so that any server process
        may start them."""
        return self.first is None and not self.between_runs


PRINT = JobKind("print", ("print",), at_once=2, silent=300)
DRAW = JobKind("draw", ("draw",), at_once=2, silent=300)
MAIL = JobKind("mail", ("mail",), silent=120)
SELF_CHECK = JobKind("selfcheck", ("selfcheck",), silent=700)
CLUB = JobKind("club", ("export",), silent=600)
PREVIEW = JobKind("preview", ("restore", "--examine"), silent=900)
RESTORE = JobKind("restore", ("restore", "--pending"), between_runs=True)
WEBHOOKS = JobKind("webhooks", ("webhooks",), first=60, again=60)
SITES = JobKind(
    "sites",
    ("publish", "--asked"),
    first=60,
    every=900,
    again=120,
    where=("publishing/targets/*", "publishing/site-*"),
    rest=10,
    calm_rest=60,
    at_end=AtEnd.GO_ON,
)
RATINGS = JobKind("ratings", ("rate",), first=90, every=3600, again=900, rest=10, calm_rest=60)
REMINDERS = JobKind("reminders", ("remind",), first=120, every=300, again=300, needs=("EMAIL_URL", "CORBILLON_URL"))
BACKUP = JobKind("backup", ("backup",), first=60, every=900, rest=10, at_end=AtEnd.ONCE_MORE)

KINDS = (PRINT, DRAW, MAIL, SELF_CHECK, CLUB, PREVIEW, RESTORE, WEBHOOKS, SITES, RATINGS, REMINDERS, BACKUP)
