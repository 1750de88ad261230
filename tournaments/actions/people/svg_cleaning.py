"""A drawing (SVG) from a stranger's program, written anew with what only draws: shapes, colours, gradients, words.

Read by expat, which fetches nothing; entities of its own are refused before any is opened. What is not in the lists
below is left out with all that it holds: scripts, events, pictures, foreign elements, animations, links elsewhere.
References are few and lead back to what stands before them, so that a small file cannot ask for endless drawing."""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused

SVG_NAMESPACE, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
ELEMENTS = """
svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath use text tspan
title desc style
""".split()  # noqa: SIM905 a list of words
ATTRIBUTES = """
id class style transform d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points offset gradientUnits
gradientTransform spreadMethod clipPathUnits clip-path clip-rule fill fill-rule fill-opacity stroke stroke-width
stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color
stop-color stop-opacity display visibility font-family font-size font-weight font-style text-anchor letter-spacing
dx dy preserveAspectRatio
""".split()  # noqa: SIM905 a list of words
WORDS_IN = frozenset({"title", "desc", "text", "tspan", "style"})
MOST_ELEMENTS, MOST_DEPTH = 2_000, 40
MOST_REFERENCES = {"xlink:href": 8, "clip-path": 50}
MOST_ASPECT, MOST_LENGTH = 20, 100_000
SHOWN_WIDTH = 1_000  # pixels; a page makes it as small as it needs
LOCAL_PAINT = re.compile(r"(?:fill|stroke)\s*:\s*url\(\s*['\"]?#[\w.-]+['\"]?\s*\)", re.IGNORECASE)
RISKY_STYLE = re.compile(r"url\s*\(|[@\\<]|/\*|expression|javascript|import|image(-set)?\s*\(", re.IGNORECASE)
LOCAL_ADDRESS = re.compile(r"url\(\s*#([\w.-]+)\s*\)")
NUMBER = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:px|pt|mm|cm|in)?\s*")
NOT_DRAWN = _("Ce SVG ne se lit pas comme un dessin simple. Exportez-le sans texte caché ni effets, ou en PNG.")


class UndrawableSvg(Refused):
    """Raised for a file that is no SVG drawing, or one that cannot be made safe."""

    def __init__(self, message: Promise | str = NOT_DRAWN) -> None:
        super().__init__([FieldError("file", message)])


@dataclass
class SvgWriter:
    """Writes a safe copy of an SVG drawing while that is read. `skipped`: how many levels deep inside an element that
    is left out; `path`: the open elements as (tag, id); `closed`: the ids of those that have ended; `size`: width and
    height of the drawing, once its root is read."""

    out: list[str] = field(default_factory=list)
    path: list[tuple[str, str]] = field(default_factory=list)
    closed: set[str] = field(default_factory=set)
    skipped: int = 0
    elements: int = 0
    references: Counter[str] = field(default_factory=Counter)
    size: tuple[float, float] = (0, 0)

    def refuse_entities(self, _name: str, _system: str | None, _public: str | None, has_own: int) -> None:
        """Raise UndrawableSvg for a document type with declarations of its own (`has_own`). The parser calls it."""
        if has_own:
            raise UndrawableSvg

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Write an element's start, or begin to leave it out."""
        self.elements += 1
        space, _gap, tag = name.rpartition(" ")
        is_known = space == SVG_NAMESPACE and tag in ELEMENTS and (tag == "svg") == (not self.path)
        if self.elements > MOST_ELEMENTS or len(self.path) + self.skipped > MOST_DEPTH or not (self.path or is_known):
            raise UndrawableSvg
        if self.skipped or not is_known or self._is_in("style"):
            self.skipped += 1
            return
        attributes_left = self._clean_attributes(attributes)
        self.path.append((tag, attributes_left.get("id", "")))
        self.out.append(f"<{tag}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes_left.items())}>")

    def end(self, _name: str) -> None:
        """Write an element's end."""
        if self.skipped:
            self.skipped -= 1
            return
        tag, key = self.path.pop()
        self.closed.add(key)
        self.out.append(f"</{tag}>")

    def words(self, text: str) -> None:
        """Write a text, if the innermost open element is one that draws texts."""
        if not self.skipped and self.path and self.path[-1][0] in WORDS_IN:
            self.out.append(escape(text))

    def _is_in(self, tag: str) -> bool:
        """True while an element with this tag is open."""
        return any(each == tag for each, _id in self.path)

    def _clean_attributes(self, attributes: dict[str, str]) -> dict[str, str]:
        """Return those of an element's attributes that may stay, by name; of the root also its size."""
        kept = {} if self.path else self._read_size(attributes)
        for key, value in attributes.items():
            space, _gap, name = key.rpartition(" ")
            if name == "href" and space in ("", XLINK) and value[:1] == "#" and value[1:] in self.closed:
                kept["xlink:href"] = value
            elif name == "style" and not space:
                kept[name] = clean_declarations(value)
            elif name in ATTRIBUTES and not space and name not in kept and self._is_drawn(name, value):
                kept[name] = value
        self.references.update(MOST_REFERENCES.keys() & kept)
        if any(self.references[key] > most for key, most in MOST_REFERENCES.items()):
            raise UndrawableSvg
        return kept

    def _is_drawn(self, name: str, value: str) -> bool:
        """True if the attribute's value only draws. It may point only to a part of the same drawing; a clip path only
        to one that has ended, and never inside another clip path."""
        if name == "clip-path":
            found = LOCAL_ADDRESS.fullmatch(value)
            return found is not None and found[1] in self.closed and not self._is_in("clipPath")
        return not RISKY_STYLE.search(LOCAL_ADDRESS.sub("", value))

    def _read_size(self, attributes: dict[str, str]) -> dict[str, str]:
        """Return the attributes that only the root has: its size, and the area that it shows. Raises UndrawableSvg
        where the size is missing or absurd."""
        box = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", attributes.get("viewBox", ""))]
        if len(box) != 4:  # x, y, width, height
            sides = [NUMBER.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
            box = [0, 0, *(float(side[1]) if side else 0 for side in sides)]
        width, height = box[2:]
        sane = all(math.isfinite(each) and abs(each) <= MOST_LENGTH for each in box) and min(width, height) > 0
        if not sane or not 1 / MOST_ASPECT <= width / height <= MOST_ASPECT:
            raise UndrawableSvg(_("Ce dessin n’a pas de taille, ou il est vingt fois plus long que large."))
        self.size = SHOWN_WIDTH, SHOWN_WIDTH * height / width
        own = {"xmlns": SVG_NAMESPACE, "xmlns:xlink": XLINK, "viewBox": " ".join(f"{each:g}" for each in box)}
        return own | {"width": f"{self.size[0]:g}", "height": f"{self.size[1]:g}"}


def clean_svg(body: bytes) -> tuple[bytes, float, float]:
    """Return (the drawing written anew, its width, its height). Raises UndrawableSvg."""
    writer = SvgWriter()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = writer.refuse_entities
    parser.StartElementHandler, parser.EndElementHandler = writer.start, writer.end
    parser.CharacterDataHandler = writer.words
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, ValueError, LookupError) as error:  # also an encoding that nobody knows
        raise UndrawableSvg from error
    drawing = re.sub(
        r"(<style[^>]*>)(.*?)(?=</style>)",
        lambda found: found[1] + clean_declarations(found[2]),
        "".join(writer.out),
        flags=re.DOTALL,
    )
    return drawing.encode(), *writer.size


def clean_declarations(style: str) -> str:
    """Return a CSS style without the declarations that do more than colour; "" if what is left is still not safe."""

    def is_risky(text: str) -> bool:
        return bool(RISKY_STYLE.search(LOCAL_PAINT.sub("", text)))

    cleaned = re.sub(r"[^;{}]+", lambda found: "" if is_risky(found[0]) else found[0], style)
    return "" if is_risky(cleaned) else cleaned
