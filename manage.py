#!/usr/bin/env python3
"""Corbillon's command line: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.system_calls import speak_utf8

    speak_utf8()
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        from config.storage.diagnosis import explain_error

        words = explain_error(error)
        if words is None:
            raise
        sys.exit(words)


if __name__ == "__main__":
    main()
