"""A name is erased with the free texts that mention it, which are read first and chosen. The book still proves
itself."""

import datetime
import json
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django import forms
from django.conf import settings
from django.test import Client

import tournaments.forms
from config.background.jobs import open_jobs
from config.background.kinds import BACKUP, CLUB, PRINT
from tests.book.book_rows import read_book
from tests.book.evening_builders import build_coup, correct_event, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tests.web.rights_world import create_job
from tournaments.actions.evenings.adjustments import give_adjustment
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.evenings.presets import make_preset
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.people.clubs import save_player_details
from tournaments.actions.people.mentions import KnownNames, list_name_words
from tournaments.actions.people.signing_up import SignUpRequest, set_sign_up_terms, sign_up
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.calls import open_dispute
from tournaments.api.description import build_description
from tournaments.book.table_keys import table_key
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Club, Erasure, Player, SignUp, Table, Tournament
from tournaments.upkeep.backups.ageing import find_last_day
from tournaments.upkeep.backups.folders import PLAIN, get_first_folder, name_backup

pytestmark = pytest.mark.django_db

CORRECTED, REOPENED = "LEFEVRE s’était trompée", "Mme Lefèvre l’a demandé"
MISDEAL, WAITED = "Anne a mal donné", "a attendu Anne Lefèvre"
DISPUTED, NOTED, UNRELATED = "C’est à Anne de payer", "vient avec Anne Lefèvre", "points inversés"


@pytest.fixture
def written_about() -> tuple[Client, Club, Player, Tournament]:
    """A signed-in owner, the club, and Anne, who is mentioned in every kind of free text of an evening."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=("Anne Lefèvre", "Basile", "Chloé"), sizes=(3,))
    table = get_table(tournament)
    record_events(table, build_coup(), {"type": "void", "reason": MISDEAL})
    correct_event(table, 1, build_coup(37, 58), reason=CORRECTED)
    correct_event(table, 1, build_coup(36, 59), reason=UNRELATED)
    open_dispute(table, 1, actor="table:2", reason=DISPUTED)
    close_tournament(tournament, actor="user:1")
    tournament.refresh_from_db()
    open_tournament(tournament, actor="user:1", reason=REOPENED)
    basile = Player.objects.get(name="Basile")
    save_player_details(basile, note=NOTED)
    return client, club, Player.objects.get(name="Anne Lefèvre"), tournament


def read_texts(tournament: Tournament) -> list[str]:
    """Return every free text of the evening and of the club's notes that is not empty."""
    table = get_table(tournament)
    found = [record.reason for record in table.records.all()]
    found += [entry.reason for entry in tournament.audit_entries.all()] + [call.words for call in table.calls.all()]
    return sorted(text for text in [*found, Player.objects.get(name="Basile").details.note] if text)


def test_the_texts_that_mention_a_player_are_shown_before_they_are_erased(written_about):
    client, club, anne, tournament = written_about
    create_season(club, "Coupe Anne Lefèvre")
    book, before = read_book(), read_texts(tournament)
    page = client.get(f"/desk/players/{anne.pk}/forget")
    shown = page.content.decode()
    assert all(text in shown for text in (CORRECTED, REOPENED, DISPUTED, NOTED, MISDEAL))
    assert UNRELATED not in shown
    assert shown.count(" checked") == 4
    season, misdeal = page.context["fixed"]
    assert (season.text, season.is_sealed) == ("Coupe Anne Lefèvre", False)
    assert (misdeal.text, misdeal.is_sealed) == (MISDEAL, True)
    mentions = page.context["mentions"]
    assert [each.kind for each in mentions] == ["record", "log", "call", "note"]
    assert ["table 1" in each.where for each in (misdeal, *mentions)] == [True, True, False, True, False]
    assert "Basile" in mentions[-1].where, "whose note it is"
    assert read_texts(tournament) == before
    keys = [each.key for each in page.context["mentions"]]
    assert client.post(f"/desk/players/{anne.pk}/forget", {"shown": keys, "erase": keys}).status_code == 302
    assert read_texts(tournament) == sorted([UNRELATED, "C’est à … de payer", "vient avec …"])
    assert read_book() == book
    assert check_book(Table.objects.all()).difference is None


def test_a_text_that_is_not_ticked_stays_and_one_written_since_goes(written_about):
    client, _club, anne, tournament = written_about
    keys = [each.key for each in client.get(f"/desk/players/{anne.pk}/forget").context["mentions"]]
    kept = next(key for key in keys if key.startswith("call"))
    save_player_details(Player.objects.get(name="Chloé"), note="amie d’Anne")
    client.post(f"/desk/players/{anne.pk}/forget", {"shown": keys, "erase": [key for key in keys if key != kept]})
    assert DISPUTED in read_texts(tournament)
    assert CORRECTED not in read_texts(tournament)
    assert Player.objects.get(name="Chloé").details.note == "amie d’…"


def test_kept_documents_go_with_the_name_and_a_new_backup_is_asked_for(written_about):
    client, club, anne, tournament = written_about
    other = create_open_evening(sign_in_organiser("paul", "Autre cercle")[1])
    hers, his = (create_job(PRINT, each.pk, {"names": "standings"}) for each in (tournament, other))
    whole = create_job(CLUB, -club.pk, {})
    older = settings.VAR_DIR / "paper" / "of-an-older-program"
    older.mkdir(parents=True)
    (older / "asked").write_text(json.dumps({"event": tournament.pk, "names": "standings"}), encoding="utf-8")
    client.post(f"/desk/players/{anne.pk}/forget")
    jobs = open_jobs(settings.VAR_DIR)
    assert [jobs.find(each) is None for each in (hers, whole, his)] == [True, True, False]
    assert not older.exists()
    assert jobs.has_waiting(BACKUP)
    jobs.delete_old([other.pk])


def test_older_backups_are_named_with_the_day_on_which_the_last_one_goes(written_about):
    client, _club, anne, _tournament = written_about
    made = datetime.datetime(2026, 11, 1, 12, tzinfo=datetime.UTC)
    file = get_first_folder() / name_backup(made, PLAIN)
    file.write_bytes(b"")
    try:
        page = client.get(f"/desk/players/{anne.pk}/forget").content.decode()
    finally:
        file.unlink()
    assert find_last_day([made]).date() == datetime.date(2027, 11, 2)
    assert "2 novembre 2027" in page
    client.post(f"/desk/players/{anne.pk}/forget")
    Erasure.objects.update(at=made)
    assert "1er novembre 2026" in (page := client.get(f"/desk/players/{anne.pk}").content.decode())
    assert "2 novembre 2027" in page


def test_why_points_were_given_is_read_again_and_the_rule_is_named_as_sealed(written_about):
    client, _club, anne, tournament = written_about
    entry = tournament.entries.get(shown_name="Basile")
    give_adjustment(tournament, entry, amount=-5, rule="Article Anne", reason=WAITED, actor="user:1")
    page = client.get(f"/desk/players/{anne.pk}/forget")
    assert WAITED in [each.text for each in page.context["mentions"]]
    assert ("Article Anne", True) in [(each.text, each.is_sealed) for each in page.context["fixed"]]
    client.post(f"/desk/players/{anne.pk}/forget")
    given = tournament.adjustments.get()
    assert (given.given.reason, given.rule) == ("", "Article Anne")


def test_where_a_reason_is_typed_the_page_says_who_reads_it(written_about):
    client, _club, _anne, tournament = written_about
    entry = tournament.entries.get(shown_name="Basile")
    give_adjustment(tournament, entry, amount=-5, rule="Article 4", reason="retard", actor="user:1")
    address = f"/desk/event/{tournament.pk}/adjustments"
    form = client.get(address).content.decode()
    assert "que tout le monde lit" in form
    assert "Tout le monde le lit" in form
    cancel = client.get(f"{address}/{tournament.adjustments.get().pk}/cancel").content.decode()
    assert "ne nommez personne sans besoin" in cancel


def test_where_a_table_or_a_program_says_why_it_is_told_who_reads_it():
    tournament = create_open_evening(sign_in_organiser()[1], names=("Anne", "Basile", "Chloé"), sizes=(3,))
    record_events(get_table(tournament), build_coup())
    phone = {"X-Table-Key": table_key(get_table(tournament)), "X-Table-Seat": "1"}
    sheet = Client().get("/t/sheet", headers=phone).content.decode()
    assert "tout le monde le lit, ne nommez personne" in sheet
    assert "en quelques mots, que toute la table lit" in sheet
    schemas = build_description()["components"]["schemas"]
    saying = [name for name, schema in schemas.items() if "reason" in schema.get("properties", {})]
    assert "CorrectionIn" in saying
    assert "read as it stands" in schemas["ReasonIn"]["description"]


def test_nothing_else_asks_for_a_reason_in_free_words():
    """What does must say who reads it, and be read again when a name is erased; then it is entered here."""
    for module in walk_packages(tournaments.forms.__path__, "tournaments.forms."):
        import_module(module.name)
    others = [each for each in list_subclasses(forms.Form) if ReasonForm not in each.__mro__[1:]]
    free = {each.__name__ for each in others if any(type(field) is forms.CharField for field in list_reasons(each))}
    assert free == {"ReasonForm", "AdjustmentForm", "VoidForm", "DisputeForm", "HallMessageForm", "AnnouncementForm"}


def list_subclasses(form: type[forms.Form]) -> Iterator[type[forms.Form]]:
    """Yield the forms of the program that are of this kind."""
    for each in form.__subclasses__():
        if each.__module__.startswith("tournaments."):
            yield each
        yield from list_subclasses(each)


def list_reasons(form: type[forms.Form]) -> list[forms.Field]:
    """Return the fields of a form in which somebody says why."""
    return [form.base_fields[name] for name in ("reason", "words", "rule") if name in form.base_fields]


def test_whom_others_named_as_their_partner_is_read_again(written_about):
    client, club, anne, tournament = written_about
    rule = make_preset(club, game="brusquembille", base="academie-1718", name="À la Anne Lefèvre", options={})
    terms = {"is_open": True, "limit": None, "closes_at": None, "self_check_in": False, "fee_cents": None}
    set_sign_up_terms(tournament, **terms)
    sign_up(tournament, SignUpRequest("Denis", partner="avec Anne Lefèvre"))
    page = client.get(f"/desk/players/{anne.pk}/forget")
    assert ("avec Anne Lefèvre", "avec …") in [(each.text, each.after) for each in page.context["mentions"]]
    assert rule.name in [each.text for each in page.context["fixed"]]
    client.post(f"/desk/players/{anne.pk}/forget")
    assert SignUp.objects.get().partner == "avec …"


@pytest.mark.parametrize(
    ("text", "named", "wholly"),
    [
        ("chloe a triché", True, False),
        ("d’ARES CHLOÉ", True, True),
        ("la faute de Chloée", False, False),
        ("il est de la table d’à côté", False, False),
        ("Arès", True, False),
    ],
)
def test_a_name_is_found_as_whole_words_whatever_its_capitals_and_accents(text: str, named: bool, wholly: bool):
    names = KnownNames((list_name_words("Chloé d’Arès de la Tour"),), frozenset())
    assert (names.is_named_in(text), names.is_fully_named_in(text)) == (named, wholly)
