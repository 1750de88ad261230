"""A club's face: its logo and its sponsors' pictures, as pages and papers show them. Empty where the club has set
none."""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.models import Club

CONTENT_TYPES = {"png": "image/png", "svg": "image/svg+xml"}


@dataclass(frozen=True)
class ShownPicture:
    """A picture that the club shows: its logo, or a sponsor's. `name`: whose it is, also read out or shown instead of
    the picture; `width` and `height`: in pixels; `data`: the whole picture as a data: address, for papers alone."""

    digest: str
    ending: str
    name: str
    width: int
    height: int
    is_logo: bool = False
    data: str = ""


@dataclass(frozen=True)
class Face:
    """The pictures that a printed paper shows of a club."""

    logo: ShownPicture | None
    sponsors: list[ShownPicture]


def read_face(club: Club) -> list[ShownPicture]:
    """Return the pictures that the club shows, its logo first, then its sponsors'; makes no query."""
    return [ShownPicture(**each) for each in club.face]


def find_logo(face: Iterable[ShownPicture]) -> ShownPicture | None:
    """Return the logo, if there is one."""
    return next((each for each in face if each.is_logo), None)


def list_sponsors(face: Iterable[ShownPicture]) -> list[ShownPicture]:
    """Return the sponsors' pictures, in the order in which they were given."""
    return [each for each in face if not each.is_logo]


def load_face(club: Club) -> Face:
    """Return the club's face (its logo and sponsors) with the bytes of its pictures, as paper needs it. One query; none
    where the club has set no picture."""
    face = read_face(club)
    if face:
        bodies = dict(club.pictures.values_list("digest", "body"))
        face = [
            replace(each, data=write_data(each, bytes(bodies[each.digest]))) for each in face if each.digest in bodies
        ]
    return Face(find_logo(face), list_sponsors(face))


def write_data(picture: ShownPicture, body: bytes) -> str:
    """Return a data: address that holds the whole picture. `body`: the bytes of its file."""
    return f"data:{CONTENT_TYPES[picture.ending]};base64,{b64encode(body).decode()}"
