"""What no file of the house may hold: places of one machine, addresses of package registries, things left undone."""

import re
from pathlib import Path

import pytest

from tests.tidy.sources import ROOT, files

TEXT = {
    ".py",
    ".md",
    ".txt",
    ".toml",
    ".html",
    ".css",
    ".js",
    ".json",
    ".po",
    ".svg",
    ".sql",
    ".sh",
    ".yml",
    ".cfg",
    "",
}
HERE = Path(__file__).relative_to(ROOT)
FORBIDDEN = {
    "a place of one machine": r"(?<![\w.…/-])/(?:work|root|opt|Users|home/\w+)/",
    "a package registry": r"pypi\.org|pythonhosted|npmjs\.(?:org|com)|(?:deb|security)\.debian\.org",
    "something left undone": r"\b(?:TODO|FIXME|XXX)\b",
    "a conflict left unmended": r"^(?:<{7}|>{7}) ",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what], re.MULTILINE)
    wrong = [
        f"{path}: {match.group()}"
        for path in files()
        if path.suffix in TEXT and path != HERE
        for match in pattern.finditer((ROOT / path).read_text(encoding="utf-8"))
    ]
    assert wrong == [], f"no file holds {what}: take it out, or say it without"
