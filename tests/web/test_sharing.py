"""Sharing an evening: posters as papers and pictures, texts in the language that is asked for."""

import datetime
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image
from pypdf import PdfReader

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.hall_message import announce
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.exchange.simulation import simulate_tournament
from tournaments.models import Club, PosterText, Tournament
from tournaments.presentation import announcements
from tournaments.presentation.poster_picture import LOOKS, PosterPen, draw_poster
from tournaments.printing.documents import find_document

pytestmark = pytest.mark.django_db
PAPERS = ("announcement", "announcement-day", "announcement-band")
LONG_PLACE = "Grande salle polyvalente Marie-Antoinette-de-Saint-Rémy-lès-Chevreuse, 147 bis avenue du Général-Leclerc"
LONG_WORDS = "Ouvert à tous, débutants bienvenus, buffet froid et boissons sur place, lots pour tous à l’entracte, " * 2


@pytest.fixture
def phones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the hall's phones have an address."""
    monkeypatch.setattr(announcements, "has_phone_address", lambda: True)


def prepare_evening() -> tuple[Client, Tournament]:
    """Return an organiser and his evening in preparation, to which one may sign up."""
    organiser, club = sign_in_organiser()
    tournament = create_draft_evening(club)
    set_sign_up_terms(tournament, is_open=True, limit=None, closes_at=None, self_check_in=False, fee_cents=550)
    tournament.refresh_from_db()
    return organiser, tournament


def test_what_is_written_is_kept_and_the_next_evening_begins_with_its_place() -> None:
    organiser, tournament = prepare_evening()
    page = f"/desk/event/{tournament.pk}/share"
    said = {"place": "Salle  des fêtes", "starts_at": "20:30", "words": "Ouvert à tous"}
    assert organiser.post(page, said).status_code == 302
    kept = PosterText.objects.get()
    assert (kept.place, kept.starts_at, kept.words) == ("Salle des fêtes", datetime.time(20, 30), "Ouvert à tous")
    other = create_draft_evening(tournament.club, names=("Un", "Deux", "Trois"), sizes=(3,))
    shown = organiser.get(f"/desk/event/{other.pk}/share").context["form"].initial
    assert shown == {"place": "Salle des fêtes", "starts_at": None, "words": ""}


def test_an_erased_name_goes_from_the_posters_that_say_it() -> None:
    _organiser, tournament = prepare_evening()
    announce(tournament, place="Chez Anne Lefèvre", starts_at=None, words="Gâteau d’Anne Lefèvre")
    forget_name(tournament.entries.get(shown_name="Anne Lefèvre").player, actor="user:1")
    kept = PosterText.objects.get()
    assert "Lefèvre" not in kept.place
    assert "Lefèvre" not in kept.words


def test_an_hour_that_is_none_is_refused_and_what_was_typed_stays() -> None:
    organiser, tournament = prepare_evening()
    answer = organiser.post(f"/desk/event/{tournament.pk}/share", {"place": "Ici", "starts_at": "tard"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["starts_at"]
    assert answer.context["form"]["place"].value() == "Ici"
    assert not PosterText.objects.exists()


@pytest.mark.usefixtures("phones")
def test_the_facts_are_those_of_the_evening_and_the_square_goes_when_signing_up_ends() -> None:
    _organiser, tournament = prepare_evening()
    announce(tournament, place="Ici", starts_at=datetime.time(20, 30), words="")
    facts = announcements.build_poster_facts(tournament)
    assert (facts.when, facts.place, facts.words) == ("Samedi 21\u00a0novembre 2026, 20:30", "Ici", "")
    assert "5,50" in facts.fee
    assert facts.sign_up.endswith(f"/{tournament.code}/sign-up")
    tournament.sign_up_terms.delete()
    assert announcements.build_poster_facts(tournament).sign_up == ""


@pytest.mark.usefixtures("phones")
@pytest.mark.parametrize("name", PAPERS)
def test_each_paper_holds_the_longest_texts_on_one_page(name: str) -> None:
    _organiser, tournament = prepare_evening()
    Tournament.objects.filter(pk=tournament.pk).update(name="Grand tournoi du bicentenaire " * 2)
    announce(tournament, place=LONG_PLACE, starts_at=datetime.time(20, 30), words=LONG_WORDS[:200])
    tournament.refresh_from_db()
    body = find_document(name).build_paper(tournament).render_pdf()
    assert len(PdfReader(BytesIO(body)).pages) == 1


@pytest.mark.usefixtures("phones")
@pytest.mark.parametrize("look", LOOKS)
def test_each_picture_leaves_room_for_the_square(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _organiser, tournament = prepare_evening()
    Tournament.objects.filter(pk=tournament.pk).update(name="Grand tournoi du bicentenaire " * 2)
    announce(tournament, place=LONG_PLACE, starts_at=datetime.time(20, 30), words=LONG_WORDS[:200])
    tournament.refresh_from_db()
    reached: list[int] = []
    monkeypatch.setitem(LOOKS, look, lambda *given, draw=LOOKS[look]: note_end(draw(*given), reached))
    picture = draw_poster(look, announcements.build_poster_facts(tournament), None)
    assert Image.open(BytesIO(picture)).size == (1080, 1350)
    assert reached[-1] <= 990


def note_end(pen: PosterPen, reached: list[int]) -> PosterPen:
    """Note how far a poster's texts came."""
    reached.append(pen.y)
    return pen


def test_a_word_longer_than_the_poster_is_cut_and_a_strange_script_is_drawn() -> None:
    _organiser, tournament = prepare_evening()
    Tournament.objects.filter(pk=tournament.pk).update(name="Ω" * 80)
    tournament.refresh_from_db()
    for look in LOOKS:
        assert draw_poster(look, announcements.build_poster_facts(tournament), None).startswith(b"\x89PNG")


def test_the_picture_is_sent_and_an_unknown_one_is_not_there() -> None:
    organiser, tournament = prepare_evening()
    answer = organiser.get(f"/desk/event/{tournament.pk}/poster/classic.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert organiser.get(f"/desk/event/{tournament.pk}/poster/none.png").status_code == 404


def test_texts_are_in_the_language_that_is_asked_for() -> None:
    organiser, tournament = prepare_evening()
    page = f"/desk/event/{tournament.pk}/share"

    def read_text(query: str) -> str:
        ((_key, _title, text),) = organiser.get(page + query).context["texts"]
        return str(text)

    assert "Samedi 21" in read_text("")
    assert "Saturday 21" in read_text("?in=en")
    assert "Sabato 21" in read_text("?in=it")
    assert read_text("?in=klingon") == read_text("")


def test_the_first_of_a_month_is_named_as_papers_name_it() -> None:
    organiser, tournament = prepare_evening()
    Tournament.objects.update(date=datetime.date(2026, 12, 1))
    ((_key, _title, text),) = organiser.get(f"/desk/event/{tournament.pk}/share").context["texts"]
    assert "Mardi 1er\u00a0décembre" in text


def test_results_are_told_with_public_names_alone() -> None:
    organiser, club = sign_in_organiser()
    tournament = simulate_tournament("briscola", 4, 1, seed=1)
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    Club.objects.update(initials=True)
    texts = organiser.get(f"/desk/event/{tournament.pk}/share").context["texts"]
    told = next(text for key, _title, text in texts if key == "results")
    assert told.splitlines()[1].startswith("1. ")
    assert not [name for name in tournament.entries.values_list("shown_name", flat=True) if name in told]


@pytest.mark.usefixtures("phones")
@pytest.mark.parametrize(("url", "notes"), [("", 2), ("https://cards.example", 0)])
def test_a_square_that_opens_in_the_hall_alone_says_so(url: str, notes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser, tournament = prepare_evening()
    monkeypatch.setenv("CORBILLON_URL", url)
    page = organiser.get(f"/desk/event/{tournament.pk}/share").content.decode()
    assert page.count("data-hall-only") == notes
