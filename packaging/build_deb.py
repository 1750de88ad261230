"""Build a Debian package of this checkout: `python packaging/build_deb.py FOLDER`.

It holds the wheel and the locked packages that the program needs, built for the Python and the processor of the machine
it is built on: build it on the oldest system that it is for. Needs the network or pip's cache, dpkg-deb, and the
packages of requirements/dev.txt. Prints the path of the package.
"""

import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config import pango  # noqa: E402
from config.version import __version__  # noqa: E402
from tasks.environment import pip  # noqa: E402
from tasks.pruning import prune_packages  # noqa: E402

PARTS = Path(__file__).resolve().parent / "debian"
PROCESSORS = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "armhf"}
SCRIPTS = ("postinst", "prerm", "postrm")
CONTROL = """\
Package: corbillon
Version: {version}
Section: games
Priority: optional
Architecture: {processor}
Installed-Size: {kilobytes}
Depends: python3 (>= {python}), python3 (<< {next_python}), adduser, {libraries}
Maintainer: the Corbillon contributors <noreply@localhost>
Description: records the games that card clubs play at real tables
 Corbillon computes every fiche, jeton and point of Brusquembille, Briscan,
 Brisque, Briscola and Briscola chiamata, runs evenings and tournaments of
 several rounds, ranks, and prints. It serves phones on the hall's Wi-Fi.
"""


def build(folder: Path) -> Path:
    """Build the package into the folder. Return its file. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        install_program(tree / "usr/lib/corbillon", Path(scratch))
        install_parts(tree)
        write_control(tree)
        file = folder / f"corbillon_{__version__}_{PROCESSORS[platform.machine()]}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, file], check=True, stdout=sys.stderr)
    return file


def install_program(site: Path, scratch: Path) -> None:
    """Put the locked packages and the wheel into the folder `site`."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", scratch],
        cwd=ROOT,
        check=True,
        stdout=sys.stderr,
    )
    [wheel] = scratch.glob("*.whl")
    options = ["--quiet", "--no-compile", "--disable-pip-version-check", "--target", str(site)]
    locked = ["--no-deps", "--require-hashes", "--requirement", str(ROOT / "requirements" / "postgres.txt")]
    subprocess.run([*pip(), "install", *options, *locked], check=True, stdout=sys.stderr)
    subprocess.run([*pip(), "install", *options, "--no-deps", "--upgrade", str(wheel)], check=True, stdout=sys.stderr)
    prune_packages(site)
    shutil.rmtree(site / "bin", ignore_errors=True)  # commands of other packages


def install_parts(tree: Path) -> None:
    """Put the command, the service, its settings and the documents into the tree."""
    for name, target, mode in (
        ("corbillon", "usr/bin/corbillon", 0o755),
        ("corbillon.service", "lib/systemd/system/corbillon.service", 0o644),
        ("default", "etc/default/corbillon", 0o644),
    ):
        copy(PARTS / name, tree / target, mode)
    for document in (ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "docs" / "deploying.md"):
        copy(document, tree / "usr/share/doc/corbillon" / document.name, 0o644)
    copy(ROOT / "LICENSE", tree / "usr/share/doc/corbillon/copyright", 0o644)


def copy(source: Path, target: Path, mode: int) -> None:
    """Copy a file, with the folders it needs and this mode."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def write_control(tree: Path) -> None:
    """Write what dpkg reads of the package."""
    major, minor = sys.version_info[:2]
    bytes_used = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file())
    control = CONTROL.format(
        version=re.sub(r"[^0-9.]", "~", __version__),
        processor=PROCESSORS[platform.machine()],
        kilobytes=bytes_used // 1024,
        python=f"{major}.{minor}",
        next_python=f"{major}.{minor + 1}",
        libraries=", ".join(pango.PACKAGES),
    )
    copy_into = tree / "DEBIAN"
    copy_into.mkdir(mode=0o755)
    (copy_into / "control").write_text(control, encoding="utf-8")
    (copy_into / "conffiles").write_text("/etc/default/corbillon\n", encoding="ascii")
    for name in SCRIPTS:
        copy(PARTS / name, copy_into / name, 0o755)


if __name__ == "__main__":
    print(build(Path(sys.argv[1]).resolve()))
