"""The JSON Schemas (2020-12) of all documents that this program writes or reads: one file for each format, beside each
other in one folder, so that the references between them hold there and at the addresses where they are served."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("schemas")


@cache
def read_schema_files() -> dict[str, bytes]:
    """Return the content of every JSON schema of the program's files, by its file name."""
    return {file.name: file.read_bytes() for file in sorted(FOLDER.glob("*.json"))}
