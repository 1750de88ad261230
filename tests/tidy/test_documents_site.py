"""The documents can become a site: each link leads somewhere, each page is in the contents. `make docs` writes it."""

import subprocess
import sys
from pathlib import Path

from tests.fixtures.patience import PROCESS_SECONDS
from tests.tidy.sources import ROOT


def test_the_documents_become_a_site_without_a_warning(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "dummy", "-d", str(tmp_path / "read")]
    done = subprocess.run(
        [*build, "docs", str(tmp_path / "site")], cwd=ROOT, capture_output=True, text=True, timeout=PROCESS_SECONDS
    )
    assert done.returncode == 0, done.stderr
