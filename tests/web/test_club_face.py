"""A club's logo and sponsors: shown where they are set, and pictures from anywhere made safe."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.club_pictures import make_safe, remove_picture, show_picture
from tournaments.models import Club, ClubPicture, Tournament
from tournaments.presentation.text.club_log import build_club_log
from tournaments.printing.documents import find_document
from tournaments.reading.club_face import Face
from tournaments.upkeep.publishing.marks import compute_marks
from tournaments.views.polled_parts import clear_polled_parts

pytestmark = pytest.mark.django_db
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" {}>{}</svg>'
)
LOGO = SVG.format("", '<rect width="40" height="20" fill="#123456"/>').encode()


def make_png(width: int = 60, height: int = 30, **options: object) -> bytes:
    """Return a picture."""
    sent = BytesIO()
    Image.new("RGB", (width, height), "#884422").save(sent, "PNG", **options)
    return sent.getvalue()


def set_face(club: Club) -> None:
    """Show a logo and a sponsor."""
    show_picture(club, LOGO, "Cercle du Corbillon", is_logo=True)
    show_picture(club, make_png(), "Café de la Gare", is_logo=False)


def open_evening() -> tuple[Client, Club, Tournament]:
    """Return an organiser, his club and its open evening."""
    organiser, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    open_tournament(tournament)
    return organiser, club, tournament


# ── Where it shows


def test_pages_show_it_once_it_is_set_and_no_longer_once_it_is_taken_away() -> None:
    _organiser, club, tournament = open_evening()
    pages = [f"/{tournament.code}", f"/{tournament.code}/screen", f"/{tournament.code}/standings", f"/club/{club.pk}"]

    def count_pictures() -> list[int]:
        clear_polled_parts()
        return [Client().get(page).content.count(b"/picture/") for page in pages]

    assert count_pictures() == [0, 0, 0, 0]
    etag = Client().get(pages[0])["ETag"]
    set_face(club)
    assert count_pictures() == [2, 2, 2, 2]
    assert Client().get(pages[0], headers={"If-None-Match": etag}).status_code == 200
    for each in club.face:
        remove_picture(club, each["digest"])
    assert count_pictures() == [0, 0, 0, 0]
    assert not ClubPicture.objects.exists()


@pytest.mark.parametrize("name", ["standings", "seating", "welcome", "diplomas"])
def test_papers_bear_it(name: str) -> None:
    _organiser, club, tournament = open_evening()
    document = find_document(name)
    assert document.build_paper(tournament).context["face"] == Face(None, [])
    set_face(club)
    tournament.club.refresh_from_db()
    face = document.build_paper(tournament).context["face"]
    assert face.logo.data.startswith("data:image/svg+xml;base64,")
    assert [each.data[:22] for each in face.sponsors] == ["data:image/png;base64,"]


def test_paper_is_set_with_both_kinds_of_pictures() -> None:
    _organiser, club, tournament = open_evening()
    plain = find_document("welcome").build_paper(tournament).render_pdf()
    set_face(club)
    tournament.club.refresh_from_db()
    paper = find_document("welcome").build_paper(tournament)
    assert "data:image/svg+xml" in paper.render_html()
    assert b"/Image" in paper.render_pdf()
    assert b"/Subtype /Image" not in plain


def test_a_site_of_files_is_made_anew_for_it() -> None:
    _organiser, club, tournament = open_evening()
    before = compute_marks(club, "fr", {})
    set_face(club)
    club.refresh_from_db()
    after = compute_marks(club, "fr", {})
    assert after.tournaments[tournament.code] != before.tournaments[tournament.code]
    assert after.people["club"] != before.people["club"]


def test_a_picture_is_sent_with_nothing_allowed_and_for_good() -> None:
    _organiser, club, _tournament = open_evening()
    set_face(club)
    logo, sponsor = (Client().get(f"/club/{club.pk}/picture/{it['digest']}.{it['ending']}") for it in club.face)
    assert (logo["Content-Type"], sponsor["Content-Type"]) == ("image/svg+xml", "image/png")
    assert {it["Content-Security-Policy"].partition(";")[0] for it in (logo, sponsor)} == {"default-src 'none'"}
    assert logo["Content-Security-Policy"].endswith("sandbox")
    assert logo["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in logo["Cache-Control"]
    digest = club.face[0]["digest"]
    assert Client().get(f"/club/{club.pk}/picture/{digest}.png").status_code == 404
    assert Client().get(f"/club/{club.pk + 1}/picture/{digest}.svg").status_code == 404


# ── Set by the owner


def test_the_owner_sets_and_takes_away_on_the_clubs_page() -> None:
    organiser, club, _tournament = open_evening()
    page = f"/desk/club/face?club={club.pk}"
    file = SimpleUploadedFile("logo.svg", LOGO, "text/html")
    sent = organiser.post(page, {"club": club.pk, "file": file, "name": "Le cercle", "place": "logo"})
    assert sent.status_code == 302
    club.refresh_from_db()
    assert [(it["name"], it["ending"], it["is_logo"]) for it in club.face] == [("Le cercle", "svg", True)]
    organiser.post(page, {"club": club.pk, "remove": club.face[0]["digest"]})
    club.refresh_from_db()
    assert club.face == []


def test_a_refused_file_says_why_keeps_the_name_and_writes_nothing() -> None:
    organiser, club, _tournament = open_evening()
    file = SimpleUploadedFile("logo.png", b"GIF89a", "image/png")
    given = {"club": club.pk, "file": file, "name": "Le cercle", "place": "sponsor"}
    answer = organiser.post(f"/desk/club/face?club={club.pk}", given)
    assert answer.status_code == 422
    assert "file" in answer.context["form"].errors
    assert answer.context["form"]["name"].value() == "Le cercle"
    assert not ClubPicture.objects.exists()


def test_a_second_logo_takes_the_place_of_the_first_and_sponsors_are_six_at_most() -> None:
    _organiser, club, _tournament = open_evening()
    show_picture(club, LOGO, "Un", is_logo=True)
    show_picture(club, make_png(), "Deux", is_logo=True)
    for n in range(6):
        show_picture(club, make_png(width=61 + n), f"Partenaire {n}", is_logo=False)
    with pytest.raises(Refused):
        show_picture(club, make_png(width=90), "De trop", is_logo=False)
    assert [it["name"] for it in club.face if it["is_logo"]] == ["Deux"]
    assert ClubPicture.objects.filter(club=club).count() == 7


# ── Attacked


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<script xlink:href='https://evil.example/a.js'/>",
        "<g onload='alert(1)' onclick='alert(1)'/>",
        "<image href='https://evil.example/a.png' width='9' height='9'/>",
        "<image xlink:href='data:image/svg+xml;base64,PHN2Zz4=' width='9' height='9'/>",
        "<use xlink:href='https://evil.example/a.svg#b'/>",
        "<a xlink:href='javascript:alert(1)'><rect width='9' height='9'/></a>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>",
        "<rect width='9' height='9' fill='url(https://evil.example/a)'/>",
        "<rect width='9' height='9' style='fill:url(&quot;https://evil.example&quot;)'/>",
        "<rect width='9' height='9' style='fill:u\\72l(https://evil.example)'/>",
        "<style>@import 'https://evil.example/a.css'; .a { fill: red }</style>",
        "<style>ur<g/>l(https://evil.example) .a { background: ur<g/>l(https://evil.example) }</style>",
        "<style><![CDATA[.a { fill: url(https://evil.example) }]]></style>",
        "<set attributeName='onload' to='alert(1)'/>",
        "<animate attributeName='href' values='javascript:alert(1)'/>",
        "<iframe xmlns='http://www.w3.org/1999/xhtml' src='https://evil.example'/>",
        "<filter id='f'><feImage xlink:href='https://evil.example'/></filter>",
        "<?xml-stylesheet href='https://evil.example/a.css'?>",
    ],
)
def test_of_an_svg_only_what_draws_is_left(inside: str) -> None:
    drawn = make_safe(SVG.format("onload='alert(1)'", inside + "<circle r='3'/>").encode()).body.decode()
    assert not [it for it in ("evil", "alert", "script", "onload", "image", "iframe", "import") if it in drawn]
    assert '<circle r="3">' in drawn


def test_colours_gradients_clips_and_words_stay() -> None:
    inside = (
        "<defs><linearGradient id='a'><stop offset='0' stop-color='red'/></linearGradient>"
        "<rect id='r' width='9' height='9'/><clipPath id='c'><use xlink:href='#r'/></clipPath></defs>"
        "<style>.b{fill:url(#a);clip-path:url(#c);stroke:red}</style>"
        "<g clip-path='url(#c)'><path class='b' d='M0 0h9' style='fill:#fff;image-rendering:auto'/></g>"
        "<text>A &amp; B</text>"
    )
    drawn = make_safe(SVG.format("", inside).encode()).body.decode()
    assert ".b{fill:url(#a);;stroke:red}" in drawn
    assert '<use xlink:href="#r">' in drawn
    assert '<g clip-path="url(#c)">' in drawn
    assert 'style="fill:#fff;image-rendering:auto"' in drawn
    assert "<text>A &amp; B</text>" in drawn


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>' + SVG.format("", "<text>&b;</text>")
FILE = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG.format("", "<text>&a;</text>")


@pytest.mark.parametrize(
    "body",
    [
        BOMB,
        FILE,
        SVG.format("", "<g>" * 50 + "</g>" * 50),
        SVG.format("", "<g/>" * 2_001),
        SVG.format("", "<rect id='a'/>" + "<use xlink:href='#a'/>" * 9),
        SVG.format("", "").replace("0 0 40 20", "0 0 4000 2"),
        SVG.format("", "").replace("0 0 40 20", "0 0 1e300 1e300"),
        SVG.format("", "").replace("0 0 40 20", "0 0 0 0"),
        "<svg viewBox='0 0 1 1'/>",
        "<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>",
        '<?xml version="1.0" encoding="martian"?>' + SVG.format("", ""),
        "x" * 200_001,
        "",
    ],
)
def test_an_svg_that_is_none_or_would_never_end_is_refused(body: str) -> None:
    with pytest.raises(Refused):
        make_safe(body.encode())


def test_a_drawing_that_draws_itself_loses_the_loop() -> None:
    loop = "<g id='a'><use xlink:href='#a'/></g><clipPath id='c'><rect id='q' clip-path='url(#c)'/></clipPath>"
    drawn = make_safe(SVG.format("", loop).encode()).body.decode()
    assert "#a" not in drawn
    assert "url(#c)" not in drawn


def set_size(width: int, height: int) -> bytes:
    """Return a small PNG that says it is so large."""
    body = make_png(1, 1)
    header = b"IHDR" + struct.pack(">II", width, height) + body[24:29]
    return body[:12] + header + struct.pack(">I", zlib.crc32(header)) + body[33:]


@pytest.mark.parametrize(
    "build",
    [
        lambda: set_size(60_000, 60_000),
        lambda: set_size(5_000, 5_000),
        lambda: make_png(2_100, 100),
        lambda: make_png()[:40],
        lambda: make_png()[:8] + b"<script>alert(1)</script>",
        lambda: make_png() + b"\0" * 2_000_000,
    ],
)
def test_a_png_that_is_huge_or_broken_is_refused(build: Callable[[], bytes]) -> None:
    with pytest.raises(Refused):
        make_safe(build())


def test_of_a_png_only_the_pixels_are_left() -> None:
    told = PngInfo()
    told.add_text("Comment", "<script>alert(1)</script>")
    safe = make_safe(make_png(2_400, 600, pnginfo=told) + b"<html><script>alert(1)</script>")
    assert b"script" not in safe.body
    assert (safe.width, safe.height) == (1_200, 300)
    assert Image.open(BytesIO(safe.body)).info == {}


def test_each_change_of_the_face_is_in_the_club_s_log_with_who_made_it() -> None:
    desk, club = sign_in_organiser()
    sent = {"club": club.pk, "place": "logo", "name": "Le cercle", "file": SimpleUploadedFile("a.png", make_png())}
    desk.post("/desk/club/face", sent)
    digest = ClubPicture.objects.get().digest
    for _again in range(2):
        desk.post("/desk/club/face", {"club": club.pk, "remove": digest})
    lines = build_club_log(club.pk)
    told = [(line.what.partition("\u202f")[0], "nadia" in line.actor) for line in lines if "Le cercle" in line.what]
    assert told == [("Image ôtée", True), ("Image montrée", True)]


@pytest.mark.parametrize(("logo", "lacks"), [(LOGO, True), (make_png(), False), (None, False)])
def test_the_share_page_says_which_logo_a_poster_s_picture_cannot_show(logo: bytes | None, lacks: bool) -> None:
    desk, club = sign_in_organiser()
    if logo:
        show_picture(club, logo, "Le cercle", is_logo=True)
    page = desk.get(f"/desk/event/{create_draft_evening(club).pk}/share").content.decode()
    assert ("data-lacks-logo" in page) == lacks
