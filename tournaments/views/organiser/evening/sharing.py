"""Sharing an evening: what its posters say, the posters as papers and pictures, texts to send on."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import path
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.actions.evenings.hall_message import announce
from tournaments.forms.organiser.tournament import AnnouncementForm
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.announcements import (
    build_poster_facts,
    read_announcement,
    write_announcement,
    write_results,
)
from tournaments.presentation.poster_picture import LOOKS, draw_poster
from tournaments.presentation.qr import draw_qr, find_fixed_address
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.reading.club_face import ShownPicture, find_logo, read_face
from tournaments.reading.final_order import read_final_order
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.shown_names import Viewer, get_entry_names
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.views.access import READ, require_right
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

POSTERS = {"announcement": "classic", "announcement-day": "day", "announcement-band": "band"}
"""The look of each poster's picture, by the name of its paper."""


@require_right(Right.LOOK, post=Right.RUN, of=get_tournament)
def share_evening(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the posters of the evening, and its texts in the language asked for by `?in=`; a POST keeps the place, the
    hour and the words that they state."""
    said = read_announcement(tournament)
    fields = {"place": said.place, "starts_at": said.starts_at, "words": said.words}
    form = AnnouncementForm(read_post(request), initial=fields)
    if form.is_valid() and carry_out(form, announce, tournament, **form.cleaned_data):
        return say_and_redirect(request, _("C’est gardé."), "tournament-share", tournament.pk)
    asked = request.GET.get("in", "")
    language = asked if asked in dict(settings.LANGUAGES) else translation.get_language()
    sign_up = build_poster_facts(tournament).sign_up
    context = {
        "tournament": tournament,
        "posters": POSTERS.items(),
        "texts": list_texts(tournament, language),
        "written_in": language,
        "languages": settings.LANGUAGES,
        "has_links": bool(find_fixed_address("/")),
        "qr": draw_qr(sign_up) if sign_up else "",
        "lacks_logo": find_logo(read_face(tournament.club)) is not None and find_drawn_logo(tournament) is None,
    }
    return render_form(request, "organiser/share.html", form, context)


def list_texts(tournament: Tournament, language: str) -> list[tuple[str, str, str]]:
    """Return (key, title, text) of each text to send on, in this language and with public names: the announcement until
    the evening is closed, the results once there are some."""
    texts = []
    if tournament.status != Tournament.Status.CLOSED:
        with translation.override(language):
            text = write_announcement(tournament)
        texts.append(("announcement", _("L’annonce"), text))
    if tournament.status != Tournament.Status.DRAFT:
        names = get_entry_names(Viewer.ANYBODY, tournament)
        rows = place_waiting_last(tournament, get_ranking(tournament, names, more=("coups",)))
        if any(not row.waiting for row in rows):
            with translation.override(language):
                provisional = describe_provisional(tournament, list_unread_tables(tournament))
                text = write_results(tournament, read_final_order(tournament, rows), provisional)
            texts.append(("results", _("Les résultats"), text))
    return texts


def find_drawn_logo(tournament: Tournament) -> ShownPicture | None:
    """Return the logo that a poster's picture has, or None: only a PNG can be put into it."""
    logo = find_logo(read_face(tournament.club))
    return logo if logo and logo.ending == "png" else None


@require_right(Right.LOOK, READ, of=get_tournament)
def send_poster(_request: MemberRequest, tournament: Tournament, look: str) -> HttpResponse:
    """Send a poster as a picture (PNG), with the name that it has once it is saved. `look`: a key of LOOKS, else
    404."""
    if look not in LOOKS:
        raise Http404
    logo = find_drawn_logo(tournament)
    body = tournament.club.pictures.get(digest=logo.digest).body if logo else None
    picture = draw_poster(look, build_poster_facts(tournament), bytes(body) if body else None)
    name = f"{tournament.date:%Y-%m-%d}-{slugify(tournament.name) or tournament.code}-{look}.png"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(picture, content_type="image/png", headers=headers)


urlpatterns = [
    path("event/<int:pk>/share", share_evening, name="tournament-share"),
    path("event/<int:pk>/poster/<str:look>.png", send_poster, name="tournament-poster"),
]
