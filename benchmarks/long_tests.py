"""Run the long form of the tests of which `make test` runs a short one: each that calls `choose_amount`.

    python benchmarks/long_tests.py [WORD…]      # only the files whose path contains one of these words

Fails where one of them does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CALL = "from tests.fixtures.amounts import"


def list_files(words: list[str]) -> list[str]:
    """Return the test files that have a short form and a long one."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    with_both = [str(file) for file in files if CALL in file.read_text(encoding="utf-8")]
    return [file for file in with_both if not words or any(word in file for word in words)]


def main() -> int:
    """Run them on all cores. Return the exit code."""
    command = [sys.executable, "-m", "pytest", "--quiet", "--numprocesses", "auto", *list_files(sys.argv[1:])]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"CORBILLON_LONG_TESTS": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
