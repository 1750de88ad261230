"""What a written site holds, file by file with a digest of each, and from which marks its parts were made."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from config.durable import write_file
from tournaments.models.publishing import MANIFEST_FILE

FORMAT = "corbillon.site/1"
VERSION = 1
"""The version of the manifest's form, which this program alone reads."""
__all__ = ["MANIFEST_FILE", "SiteManifest", "SiteUnit", "is_inside", "read_sent_files", "write_sent_files"]


@dataclass
class SiteUnit:
    """One part of a site, as it was made last. `mark`: the digest of the data it was made from; `files`: the digest of
    each file; `assets`: the styles and pictures that its pages need; `round_n`: a tournament's last round then;
    `made_at`: when a file changed last, in ISO form."""

    mark: str
    files: dict[str, str] = field(default_factory=dict)
    assets: list[str] = field(default_factory=list)
    round_n: int = 0
    made_at: str = ""


@dataclass
class SiteManifest:
    """What a site held when it was made last. `units`: its parts by name; `is_complete`: no tournament is still to be
    made."""

    units: dict[str, SiteUnit] = field(default_factory=dict)
    is_complete: bool = False

    @classmethod
    def read(cls, file: Path) -> "SiteManifest":
        """Read a manifest; an empty one where there is none, or where it cannot be read."""
        with suppress(OSError, ValueError, TypeError, KeyError):
            content = json.loads(file.read_text(encoding="utf-8"))
            if content["version"] == VERSION:
                return cls({name: SiteUnit(**unit) for name, unit in content["units"].items()}, content["complete"])
        return cls()

    def write_to(self, file: Path) -> None:
        """Write the manifest. Raises OSError."""
        units = {name: asdict(unit) for name, unit in self.units.items()}
        write_file(file, json.dumps({"version": VERSION, "units": units, "complete": self.is_complete}).encode())

    def collect_files(self) -> dict[str, str]:
        """Return the digest of every file of the site, by its path there."""
        return {file: digest for unit in self.units.values() for file, digest in unit.files.items()}


def write_sent_files(files: dict[str, str]) -> bytes:
    """Return the content of the list of files that a site carries with it, so that the next sending knows what is
    there. `files`: the digest of each."""
    return json.dumps({"format": FORMAT, "files": files}, indent=0, sort_keys=True).encode()


def read_sent_files(content: bytes | None) -> dict[str, str]:
    """Return the digest of each file by the list that a site carries with it; {} where there is none, or where it
    cannot be read."""
    with suppress(ValueError, TypeError, KeyError, AttributeError):
        files = json.loads(content or b"")
        return {str(file): str(digest) for file, digest in files["files"].items() if is_inside(str(file))}
    return {}


def is_inside(file: str) -> bool:
    """True for a relative path that cannot lead out of the site's own folder."""
    return bool(file) and not file.startswith("/") and "\\" not in file and ".." not in file.split("/")
