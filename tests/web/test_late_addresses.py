"""What takes long to import is imported when it is first asked for: a process that serves begins without it."""

import os
import subprocess
import sys

from allauth.mfa import urls as of_allauth
from django.urls import get_resolver
from django.utils.module_loading import import_string

from tests.tidy.sources import ROOT
from tests.web.declared_routes import list_patterns
from tournaments.views.passkey_pages import add_passkey

LATE = (
    *("tournaments.api.urls", "tournaments.printing.documents", "tournaments.exchange.trf", "ninja", "pydantic"),
    *("openpyxl", "weasyprint", "pypdf", "PIL", "numpy", "rustworkx", "fido2", "cryptography", "webbrowser"),
)
LOAD = """
import sys, django
django.setup()
import config.server.__main__, config.wsgi, config.urls
from django.urls import reverse, resolve
reverse("welcome"), reverse("mfa_index"), resolve("/rules"), resolve("/accounts/2fa/")
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


def test_the_addresses_of_second_codes_are_those_of_allauth() -> None:
    """But for the view by which a passkey is added, which is ours."""
    theirs = {route: (each.name, each.callback) for route, each in list_patterns(of_allauth.urlpatterns)}
    (found,) = [each for each in get_resolver().url_patterns if str(each.pattern) == "accounts/2fa/"]
    ours = {route: (each.name, import_string(each.lookup_str)) for route, each in list_patterns(found.url_patterns)}
    assert ours == theirs | {"webauthn/add/": ("mfa_add_webauthn", add_passkey)}
