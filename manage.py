#!/usr/bin/env python3
"""Corbillon's command line: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, ProgrammingError

    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, ProgrammingError) as why:
        sys.exit(
            f"La base de données ne répond pas comme il faut ({why}). Si elle est neuve, lancez d’abord « make setup »."
        )


if __name__ == "__main__":
    main()
