"""A club's logo and sponsors: taken from a file and made safe, or taken away."""

from dataclasses import asdict, dataclass
from hashlib import sha256
from io import BytesIO

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.actions.errors import FieldError, Refused
from tournaments.actions.saving import save_fields
from tournaments.models import Club, ClubChange, ClubPicture
from tournaments.reading.club_face import ShownPicture, list_sponsors, read_face

from .club_log import log_picture_change
from .names import clean_name
from .svg_cleaning import MOST_ASPECT, clean_svg

BIGGEST_PNG, BIGGEST_SVG = 2_000_000, 200_000  # bytes
MOST_PIXELS = 16_000_000
KEPT_SIDE = 1_200  # pixels
MOST_SPONSORS = 6
PNG_START = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class SafePicture:
    """A picture as it may be shown, with its size in pixels."""

    body: bytes
    ending: str
    width: int
    height: int


def make_safe(body: bytes) -> SafePicture:
    """Return the picture in a file with this content, written anew: a PNG without anything but its pixels, or an SVG
    that only draws. Raises Refused."""
    is_png = body.startswith(PNG_START)
    if len(body) > (BIGGEST_PNG if is_png else BIGGEST_SVG):
        raise refuse_picture(_("Ce fichier est trop gros : 2 Mo au plus pour un PNG, 200 ko pour un SVG."))
    if is_png:
        return rewrite_png(body)
    cleaned, width, height = clean_svg(body)
    return SafePicture(cleaned, "svg", round(width), max(1, round(height)))


def rewrite_png(body: bytes) -> SafePicture:
    """Return a PNG written anew from its pixels alone, made no larger than a page needs. Raises Refused."""
    from PIL import Image  # heavy, and only this needs it

    try:
        with Image.open(BytesIO(body), formats=["PNG"]) as picture:
            check_size(*picture.size)
            pixels = picture.convert("RGBA")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise refuse_picture(_("Cette image ne se lit pas. Enregistrez-la de nouveau en PNG.")) from error
    pixels.thumbnail((KEPT_SIDE, KEPT_SIDE))
    bare, sent = Image.new("RGBA", pixels.size), BytesIO()
    bare.paste(pixels)
    bare.save(sent, "PNG", optimize=True)
    return SafePicture(sent.getvalue(), "png", *bare.size)


def check_size(width: int, height: int) -> None:
    """Raise Refused for a picture of too many pixels to be read, or so long and narrow that no page can show it."""
    if width * height > MOST_PIXELS:
        raise refuse_picture(_("Cette image a trop de pixels : 16 millions au plus. Réduisez-la d’abord."))
    if not 1 / MOST_ASPECT <= width / height <= MOST_ASPECT:
        raise refuse_picture(_("Cette image est vingt fois plus longue que large."))


def refuse_picture(message: Promise | str) -> Refused:
    """Build the Refused error with this message for the form field "file"."""
    return Refused([FieldError("file", message)])


@transaction.atomic
def show_picture(club: Club, body: bytes, name: str, *, is_logo: bool, actor: str = "") -> None:
    """Show a picture as the club's logo, in place of the one before, or as one more sponsor, and log it. `name`: whose
    it is. Raises Refused."""
    words, safe = clean_name(name), make_safe(body)
    face = lock_face(club)
    digest = sha256(safe.body).hexdigest()[: ClubPicture.DIGEST_LENGTH]
    picture = ShownPicture(digest, safe.ending, words, safe.width, safe.height, is_logo=is_logo)
    others = [each for each in face if each.digest != digest and not (is_logo and each.is_logo)]
    if not is_logo and len(list_sponsors(others)) >= MOST_SPONSORS:
        raise refuse_picture(_("Il y a déjà six partenaires : ôtez-en un d’abord."))
    ClubPicture.objects.get_or_create(club=club, digest=digest, defaults={"ending": safe.ending, "body": safe.body})
    save_face(club, [picture, *others] if is_logo else [*others, picture])
    log_picture_change(club, words, ClubChange.What.PICTURE_SHOWN, actor)


@transaction.atomic
def remove_picture(club: Club, digest: str, *, actor: str = "") -> None:
    """Show this picture no longer, forget it, and log that; nothing where it is gone already."""
    face = lock_face(club)
    save_face(club, [each for each in face if each.digest != digest])
    for each in face:
        if each.digest == digest:
            log_picture_change(club, each.name, ClubChange.What.PICTURE_REMOVED, actor)


def lock_face(club: Club) -> list[ShownPicture]:
    """Lock the club until the transaction ends, and return the pictures that it shows now: its logo and its
    sponsors."""
    return read_face(Club.objects.select_for_update(no_key=True).get(pk=club.pk))


def save_face(club: Club, face: list[ShownPicture]) -> None:
    """Save which pictures the club shows (logo and sponsors), and delete all other pictures of the club."""
    save_fields(club, face=[asdict(each) for each in face])
    club.pictures.exclude(digest__in=[each.digest for each in face]).delete()
