"""The program on a system that lacks what Unix alone has: all of it is imported, and it serves."""

import socket
import subprocess
import sys
from collections.abc import Callable
from subprocess import PIPE
from urllib.request import urlopen

from tests.fixtures.laptop import Laptop
from tests.fixtures.patience import ANSWER_SECONDS, PROCESS_SECONDS
from tests.tidy.sources import ROOT

BARE = [sys.executable, "-m", "tests.fixtures.bare_system"]
ASK = """
import sys
from django.conf import settings
from config.serving import is_serving
print(is_serving(settings.VAR_DIR), "psycopg" in sys.modules)
"""


def test_every_module_is_imported_without_what_unix_alone_has(new_laptop: Callable[[str], Laptop]) -> None:
    here = new_laptop("imports").environment
    done = subprocess.run(
        [*BARE, "imports"], cwd=ROOT, env=here, capture_output=True, text=True, timeout=PROCESS_SECONDS
    )
    assert done.returncode == 0, done.stderr


def test_a_server_without_what_unix_alone_has_answers_and_its_lock_is_seen(new_laptop: Callable[[str], Laptop]) -> None:
    here = new_laptop("serves").environment
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bound = here | {"CORBILLON_BIND": f"fd://{listener.fileno()}", "CORBILLON_WORKERS": "1"}
        server = subprocess.Popen([*BARE, "serve"], cwd=ROOT, env=bound, stderr=PIPE, pass_fds=[listener.fileno()])
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    try:
        with urlopen(url, timeout=ANSWER_SECONDS) as answer:
            assert "Corbillon" in answer.read().decode()
        asked = [*BARE, "shell", "--verbosity", "0", "-c", ASK]
        told = subprocess.run(asked, cwd=ROOT, env=here, capture_output=True, text=True, timeout=PROCESS_SECONDS)
        assert told.stdout.strip() == "True False", told.stderr  # nor is the driver of another database loaded
        server.terminate()
        assert (server.wait(PROCESS_SECONDS), server.stderr.read() if server.stderr else b"") == (0, b"")
    finally:
        server.kill()
