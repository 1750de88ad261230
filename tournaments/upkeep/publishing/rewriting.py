"""A page of the server made into a page of a static site: its links lead to files beside it, and what only a server or
a script could do is gone. Knows where links lead from whoever asks, and no page."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from urllib.parse import urlsplit

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NEEDS_SERVER = {"button", "form", "input", "label", "noscript", "script", "select", "template", "textarea"}
CONTROLS = {"address", "mine", "clock"}  # classes of what is nothing without the server
SERVER_METAS = {"htmx-config", "og:url", "og:image", "og:image:alt", "twitter:card"}
BUTTON = "btn"
LINK_LISTS = {"nav"}
LINK_LIST_CLASSES = {"actions", "files", "rounds"}
FOOT = "foot"
LINKS = {"href", "src", "xlink:href"}
BY_SCRIPTS = re.compile(r"hx-.+|data-(?!label$).+|aria-expanded")
Link = Callable[[str], str | None]
_STYLE_LINK = re.compile(r"""url\(\s*(["']?)([^"')]+)\1\s*\)|@import\s+(["'])([^"']+)\3""")

Attributes = list[tuple[str, str | None]]


@dataclass
class _OpenElement:
    """An HTML element whose end tag is still to come.

    is_dropped: the element is left out with all its content.
    is_unwrapped: its tags are left out, and its content stays.
    lists_links: a dead link inside it is dropped with its text.
    starts_at: where the element begins in the output, if it is to be deleted again unless a link in it leads to another
        page; None otherwise.
    leads_on: such a link was found.
    """

    tag: str
    is_dropped: bool = False
    is_unwrapped: bool = False
    lists_links: bool = False
    starts_at: int | None = None
    leads_on: bool = False


@dataclass
class PageRewriter(HTMLParser):
    """Rewrites one page of the program for the site. `own`: what a link to the page itself becomes; `link`: returns
    what any link becomes, None where it is dead. `head` and `foot`: HTML added at the end of the page's head and
    footer. `keeps_scripts`: the page's script works without a server."""

    own: str
    link: Link
    head: str = ""
    foot: str = ""
    keeps_scripts: bool = False
    _parts: list[str] = field(default_factory=list)
    _open: list[_OpenElement] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=False)

    def rewrite(self, page: str) -> str:
        """Return the page as it is in the site."""
        self.feed(page)
        self.close()
        return "".join(self._parts)

    @property
    def _is_dropping(self) -> bool:
        return bool(self._open) and self._open[-1].is_dropped

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        names = {name: value or "" for name, value in attrs}
        element = self._judge_element(tag, names)
        if tag not in EMPTY:
            self._open.append(element)
        if element.is_dropped or element.is_unwrapped:
            return
        if tag == "a" and not names.get("href", "#").startswith("#"):
            self._note_way(names["href"])
        self._parts.append(self._write_tag(attrs, tag))

    def _judge_element(self, tag: str, names: dict[str, str]) -> _OpenElement:
        """Return what becomes of an element that begins here. `names`: its attributes, by name."""
        around = self._open[-1] if self._open else _OpenElement("")
        classes = set(names.get("class", "").split())
        is_list = tag in LINK_LISTS or bool(classes & LINK_LIST_CLASSES)
        lists = around.lists_links or is_list or FOOT in classes
        lost = self._is_lost_link(names)
        goes = lost and (tag != "a" or lists or BUTTON in classes)
        dropped = around.is_dropped or goes or is_for_server(tag, names, classes, keeps_scripts=self.keeps_scripts)
        return _OpenElement(tag, dropped, lost, lists, len(self._parts) if is_list and not dropped else None)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        at = next((n for n in range(len(self._open) - 1, -1, -1) if self._open[n].tag == tag), None)
        if at is None:
            return
        ended = self._open[at]
        del self._open[at:]
        if ended.is_dropped or ended.is_unwrapped:
            return
        if ended.starts_at is not None and not ended.leads_on:
            del self._parts[ended.starts_at :]
            return
        if tag == "head":
            self._parts.append(self.head)
        if tag == "footer":
            self._parts.append(self.foot)
        self._parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._add(data)

    def handle_entityref(self, name: str) -> None:
        self._add(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._add(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._add(f"<!{decl}>")

    def _add(self, text: str) -> None:
        """Add this text to the output, unless the element around it is dropped."""
        if not self._is_dropping:
            self._parts.append(text)

    def _note_way(self, link: str) -> None:
        """Note in all open elements that they contain this link, if it leads to another page."""
        if self._change_link(link) != self.own:
            for each in self._open:
                each.leads_on = True

    def _is_lost_link(self, names: dict[str, str]) -> bool:
        """True if an attribute of the element leads to, or shows, something that the site does not have. `names`: the
        attributes."""
        return any(self._change_link(names[name]) is None for name in LINKS if name in names)

    def _change_link(self, link: str) -> str | None:
        """Return what a link becomes in the site; None where it is dead. Links within the page and to other sites
        stay."""
        if link.startswith(("#", "data:")) or urlsplit(link).scheme:
            return link
        return self.link(link)

    def _write_tag(self, attrs: Attributes, tag: str) -> str:
        """Return the start of an element, with its links changed and without what scripts read."""
        words = [tag]
        for name, value in attrs:
            if BY_SCRIPTS.fullmatch(name):
                continue
            if value is None:
                words.append(name)
            else:
                changed = self._change_link(value) if name in LINKS else value
                words.append(f'{name}="{escape(changed or "")}"')
        return f"<{' '.join(words)}>"


def is_for_server(tag: str, names: dict[str, str], classes: set[str], *, keeps_scripts: bool) -> bool:
    """True for an element that does nothing without a server or a script, or that only a script would show. `names`:
    its attributes, by name; `keeps_scripts`: the page's script works in the site too."""
    is_setting = tag == "meta" and (names.get("property") or names.get("name")) in SERVER_METAS
    is_scripted = tag in NEEDS_SERVER or "hidden" in names
    return is_setting or bool(classes & CONTROLS) or (is_scripted and not keeps_scripts)


def list_links(page: str) -> list[str]:
    """Return the links of a page, those in parts that are left out too, each once."""
    links = re.findall(r'\s(?:href|src|xlink:href)="([^"]*)"', page)
    return list(dict.fromkeys(link.replace("&amp;", "&").replace("&quot;", '"') for link in links))


def list_style_links(style: str) -> list[str]:
    """Return the files that a style sheet asks for, as it writes them."""
    links = [plain or imported for _quote, plain, _mark, imported in _STYLE_LINK.findall(style)]
    return [link.strip() for link in links if not link.startswith(("data:", "#"))]
