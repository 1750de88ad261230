"""The links of a site of files that lead nowhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit


def list_dangling_links(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each page or style sheet of a site with a link in it that leads to no file, or to no place of one."""
    pages = {path: path.read_text(encoding="utf-8") for path in root.rglob("*") if path.suffix in (".html", ".css")}
    anchors = {path.resolve(): set(re.findall(r'\sid="([^"]+)"', text)) for path, text in pages.items()}
    for path, text in pages.items():
        found = re.findall(r'\s(?:href|src)="([^"]*)"', text) if path.suffix == ".html" else []
        found += re.findall(r"url\(['\"]?([^'\")]+)", text) if path.suffix == ".css" else []
        for link in found:
            split = urlsplit(link.replace("&amp;", "&"))
            target = (path.parent / unquote(split.path)).resolve() if split.path else path.resolve()
            is_there = target.is_file() and (not split.fragment or split.fragment in anchors.get(target, ()))
            if not split.scheme and not is_there:
                yield path.name, link
