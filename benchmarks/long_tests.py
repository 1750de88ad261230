"""Run the long form of the tests of which `make test` runs a short one: each that tests/fixtures/amounts.py tells how
much to try, that tries examples of hypothesis, that has both origins of a page, or that is marked as `long`; without a
word, the book's tests on PostgreSQL too.

    python benchmarks/long_tests.py [WORD…]      # only the files whose path contains one of these words

Fails where one of them does.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = (
    "from tests.fixtures.amounts import",
    "from hypothesis import",
    "BOTH_ORIGINS_AND_SIZES",
    "address: str, new_context",
    "pytest.mark.long",
)


def list_files(words: list[str]) -> list[str]:
    """Return the test files that have a short form and a long one."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    texts = {str(file): file.read_text(encoding="utf-8") for file in files}
    with_both = [file for file, text in texts.items() if any(way in text for way in WAYS)]
    return [file for file in with_both if not words or any(word in file for word in words)]


def main() -> int:
    """Run them on all cores. Return the exit code."""
    words = sys.argv[1:]
    commands = [["-m", "pytest", "--quiet", "--numprocesses", "auto", *list_files(words)]]
    if not words:
        commands.append(["-m", "tasks", "test-book"])
    long = os.environ | {"CORBILLON_LONG_TESTS": "1"}
    return max(
        subprocess.run([sys.executable, *command], cwd=ROOT, env=long, check=False).returncode for command in commands
    )


if __name__ == "__main__":
    sys.exit(main())
