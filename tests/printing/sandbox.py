"""A process without network that prints the documents it is given: `python -m tests.printing.sandbox FOLDER`.

FOLDER/documents.json holds their HTML by name. The process writes to FOLDER/told.json the text and tags of each, the
memory it took, and every opened file that belongs neither to the program nor to Python. Opening a socket or starting
another program ends the process.
"""

import ctypes
import json
import os
import resource
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

SECONDS = 60  # of processor time, for all documents
MEMORY = 2 << 30  # bytes of address space
FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "urllib.",
    "ftplib.",
    "ctypes.dlopen",
)
NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000  # CLONE_NEWUSER and CLONE_NEWNET of Linux
opened_files: list[str] = []


def audit_calls(event: str, arguments: tuple[Any, ...]) -> None:
    """Audit hook: end the process at a forbidden call, and note every file that is opened."""
    if event.startswith(FORBIDDEN):
        os.write(2, f"{event} {arguments}\n".encode())
        os._exit(3)
    if event == "open" and isinstance(arguments[0], (str, bytes, Path)):
        opened_files.append(os.fsdecode(arguments[0]))


def isolate_process() -> None:
    """Cut this process off from the network where the system allows it, and limit its time and memory in any case."""
    ctypes.CDLL(None).unshare(NEW_USER | NEW_NETWORK)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def read_peak_megabytes() -> int:
    """Return the most megabytes that this process held at once; `resource.getrusage` would give its parent's where that
    is more."""
    told = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    return int(told["VmHWM"].split()[0]) // 1024


def main(folder: Path) -> None:
    """Print every document of the folder and write the findings to its told.json."""
    import django

    django.setup()
    from io import BytesIO

    from django.conf import settings
    from pypdf import PdfReader

    from tests.printing.pdf_reading import find_tagged, list_fonts
    from tournaments.printing.pdf import render_pdf

    render_pdf('<html lang="fr"><title>.</title><p>.')  # loads libraries and fonts before anything is watched
    isolate_process()
    sys.addaudithook(audit_calls)
    told = {}
    for name, html in json.loads((folder / "documents.json").read_text(encoding="utf-8")).items():
        paper = PdfReader(BytesIO(render_pdf(html)))
        texts = [page.extract_text() for page in paper.pages]
        told[name] = {
            "tagged": bool(paper.trailer["/Root"]["/MarkInfo"]["/Marked"]),
            "ua": b"pdfuaid" in paper.trailer["/Root"]["/Metadata"].get_data(),
            "language": paper.trailer["/Root"]["/Lang"],
            "title": paper.metadata.title,
            "fonts": list_fonts(paper),
            "bare": [n for n, text in enumerate(texts, 1) if "imprimé le" not in " ".join(text.split())],
            "text": " ".join(texts),
            "mute": sum("/Alt" not in drawing for drawing in find_tagged(paper, "/Figure")),
            "headed": all("/Headers" in cell["/A"] for cell in find_tagged(paper, "/TD")),
            "pages": len(paper.pages),
            "attached": len(paper.attachments),
            "links": sum(len(page.get("/Annots", ())) for page in paper.pages),
        }
    own = [str(settings.BASE_DIR), str(settings.VAR_DIR), str(folder), tempfile.gettempdir()]
    own += [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()]
    strange = sorted({path for path in opened_files if path.startswith("/") and not path.startswith(tuple(own))})
    result = {"told": told, "strange": strange, "megabytes": read_peak_megabytes()}
    (folder / "told.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
