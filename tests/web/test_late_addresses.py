"""What takes long to import is imported when it is first asked for: a process that serves begins without it."""

import os
import subprocess
import sys

from tests.tidy.sources import ROOT

LATE = (
    *("tournaments.api.urls", "ninja", "pydantic", "openpyxl", "weasyprint", "pypdf", "PIL", "numpy", "rustworkx"),
    "webbrowser",
)
LOAD = """
import sys, django
django.setup()
import config.server.__main__, config.wsgi, config.urls
from django.urls import reverse, resolve
reverse("welcome"), resolve("/rules")
print(*sorted(set(sys.argv[1:]) & set(sys.modules)))
"""


def run_program(program: str) -> list[str]:
    """Return the words that a program prints which begins anew."""
    command = [sys.executable, "-c", program, *LATE]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.split()


def test_addresses_are_found_and_named_without_what_is_loaded_late() -> None:
    assert run_program(LOAD) == []


def test_the_first_address_for_other_programs_loads_them() -> None:
    assert "tournaments.api.urls" in run_program(LOAD.replace("print(", "reverse('api:api-console')\nprint("))
