"""Run `make lock`: pin the packages of pyproject.toml in requirements/*.txt, with the hashes of every file.

A version that is locked stays; delete its lines to update it. The locks hold no address of any package index.
"""

import os
import subprocess

from tasks.environment import ROOT, ensure, python

COMPILE = [
    *["-m", "piptools", "compile", "--quiet", "--generate-hashes", "--strip-extras", "--allow-unsafe"],
    *["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-emit-options"],
]
WITH_RUN = ["--constraint", "requirements/run.txt"]
LOCKS: tuple[tuple[str, list[str]], ...] = (
    ("run", []),
    ("postgres", ["--extra", "postgres", *WITH_RUN]),
    ("dev", ["--extra", "dev", "--extra", "postgres", *WITH_RUN, "--constraint", "requirements/postgres.txt"]),
    ("bench", ["--extra", "bench", "--constraint", "requirements/dev.txt"]),
)


def lock() -> None:
    ensure("dev")
    environment = os.environ | {"CUSTOM_COMPILE_COMMAND": "make lock"}
    for name, options in LOCKS:
        output = ["--output-file", f"requirements/{name}.txt", "pyproject.toml"]
        subprocess.run([python(), *COMPILE, *options, *output], cwd=ROOT, env=environment, check=True)
