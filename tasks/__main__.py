"""Run one task: `python3 -m tasks NAME`, with a name for each target of the Makefile.

Any `python3` may read this file: it checks the version before it imports anything newer than Python 3.6.
"""

import sys

from corbillon.words import Stop, complain

OLDEST = (3, 11)


def check_python() -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:2]))
        raise Stop(
            f"Corbillon a besoin de Python 3.11 ou plus récent ; « python3 » est ici un Python {found}.",
            f"Corbillon needs Python 3.11 or newer; `python3` is Python {found} here.",
        )


def main(words: list) -> int:
    try:
        check_python()
        from tasks.targets import TARGETS

        TARGETS[words[0]](*words[1:])
    except Stop as stop:
        complain(stop)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
