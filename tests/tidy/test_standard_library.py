"""What runs before anything is installed imports nothing but Python's standard library."""

import subprocess
import sys

import pytest

from tests.tidy.sources import ROOT

IMPORT_ALL = """
import importlib, pkgutil, sys
module = importlib.import_module(sys.argv[1])
for each in pkgutil.walk_packages(getattr(module, "__path__", []), f"{module.__name__}."):
    if each.name not in ("tasks.built_files", "tasks.catalogues", "tasks.screenshots"):  # which `.venv` runs
        importlib.import_module(each.name)
"""
OF_THE_HALL = ("durable", "secret", "hall", "serving", "wifi", "phone_arrivals", "printed_addresses")


@pytest.mark.parametrize("name", ["scoring", "tasks", *(f"config.{name}" for name in OF_THE_HALL)])
def test_a_python_without_installed_packages_imports_every_module(name: str) -> None:
    command = [sys.executable, "-B", "-S", "-c", IMPORT_ALL, name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{name} imports Python's standard library alone: {done.stderr}"
