"""What is kept of people is declared once, beside the models; the public page shows that declaration."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

from config.background.jobs import KEPT_SECONDS
from config.security_files import KEPT_DAYS
from tests.book.evening_builders import build_coup, correct_event, create_table, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import hide_tournament
from tournaments.actions.money.prizes import Payment, set_payments
from tournaments.actions.people.answers import REMEMBERED_FOR
from tournaments.actions.people.clubs import save_player_details
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.people.tries import FORGOTTEN_AFTER, SPENT_FOR
from tournaments.actions.webhooks.deliveries import KEPT
from tournaments.exchange.personal_data import build_player_document
from tournaments.models import ClubChange, Player
from tournaments.models.clubs import FIRST_CLUB
from tournaments.models.kept_data import IMPERSONAL_MODELS, KEPT_DATA
from tournaments.presentation.text.personal_data import KINDS, label_values
from tournaments.upkeep.backups import ageing

PLAYER_MODELS = (
    *("Player", "PlayerDetails", "Merge", "Erasure", "Entry", "Renaming", "SeatingExclusion", "ExcludedEntry", "Fee"),
    *("Seat", "Rest", "LedgerLine", "SeatSummary", "TokenCount", "Confirmation", "Agreement", "SignUp", "Adjustment"),
    *("RecordReason", "AuditReason", "ArbiterCall", "HallMessage", "PosterText", "Tombola", "KeptRatings", "Team"),
    "SignUpMail",
)
ACCOUNT_MODELS = (
    *("User", "EmailAddress", "EmailConfirmation", "Authenticator", "Session", "Language"),
    *("Member", "MemberChange", "ClubChange", "Invitation", "ApiToken", "AuditEntry"),
)
WHOLE_TABLES = (
    *("Record", "Posting", "ChainLink", "TableSummary", "KeptEvening", "Auction", "RoundDraft", "UnplayedTable"),
    *("TryCount", "SpentCode", "Delivery", "RememberedAnswer", "SheetPhoto"),
)
"""What a player's and an account's document are made of; what names seats and no person, holds digests alone,
or shows a whole table."""
PEOPLE = ("auth.User", "tournaments.Player", "tournaments.Entry", "tournaments.Seat", "tournaments.Record")
LINKS = ("auth.User_groups", "auth.User_user_permissions")  # accounts are in no group here
TEXTS_OF_PEOPLE = ("EmailField", "GenericIPAddressField")


def test_every_model_is_declared_once_with_what_it_keeps_of_people():
    declared = [label for each in KEPT_DATA for label in each.models] + list(IMPERSONAL_MODELS)
    assert sorted(declared) == sorted(each._meta.label for each in apps.get_models(include_auto_created=True))


def test_no_model_that_is_declared_impersonal_points_at_a_person_or_holds_an_address():
    wrong = [
        (label, field.name)
        for label in set(IMPERSONAL_MODELS) - set(LINKS)
        for field in apps.get_model(label)._meta.concrete_fields
        if (field.related_model and field.related_model._meta.label in PEOPLE)
        or type(field).__name__ in TEXTS_OF_PEOPLE
        or field.name in ("actor", "words", "reason", "note")
    ]
    assert wrong == []


def test_how_long_things_are_kept_is_what_the_page_says():
    """A change of one of these is a change of the words of `KEPT_DATA` too."""
    assert timedelta(days=30).total_seconds() == settings.SESSION_COOKIE_AGE
    assert timedelta(days=1) == FORGOTTEN_AFTER == REMEMBERED_FOR
    assert SPENT_FOR <= FORGOTTEN_AFTER
    assert (ageing.ALL_OF, ageing.ONE_A_DAY, ageing.ONE_A_MONTH.days) == (timedelta(days=1), timedelta(days=30), 366)
    assert KEPT_SECONDS == 3600
    assert KEPT_DAYS == 30
    assert timedelta(days=7) == KEPT


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_public_page_shows_the_whole_declaration(language: str):
    page = Client().get("/privacy", headers={"Accept-Language": language})
    with override(language):
        words = [str(text) for each in KEPT_DATA for text in (each.what, each.why, each.until)]
    shown = page.content.decode().replace("&#x27;", "'")
    assert page.headers["Content-Language"] == language
    assert [text for text in words if text not in shown] == []
    assert 'href="/privacy"' in Client().get("/").content.decode()


def test_the_documents_of_a_person_are_made_of_every_model_that_keeps_something_of_him():
    kept = sorted(label.partition(".")[2] for each in KEPT_DATA for label in each.models)
    assert sorted({*PLAYER_MODELS, *ACCOUNT_MODELS, *WHOLE_TABLES}) == kept


@pytest.mark.django_db
def test_a_player_s_document_holds_what_is_kept_of_him_and_nobody_else_s_name():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=("Anne Lefèvre", "Basile", "Chloé"), sizes=(3,))
    record_events(table := get_table(tournament), build_coup())
    correct_event(table, 1, build_coup(37, 58), reason="Anne s’était trompée")
    anne = Player.objects.get(name="Anne Lefèvre")
    save_player_details(anne, email="anne@club.example", note="gauchère", paid=True)
    set_payments(tournament, [Payment(tournament.entries.get(player=anne).pk, "", 500, 300)])
    rename_entry(tournament.entries.get(player=anne), "Anne L.", actor="user:1")
    answer = client.get(f"/desk/players/{anne.pk}/data.json")
    document = answer.json()
    assert "attachment" in answer["Content-Disposition"]
    assert document["format"] == "corbillon.personne/1"
    assert document["player"]["details"]["email"] == "anne@club.example"
    [entry] = document["tournaments"]
    assert (entry["former_names"], entry["fee"]["paid_cents"]) == (["Anne Lefèvre"], 300)
    [seat] = entry["tables"]
    assert seat["total"] == sum(line["net"] for line in seat["lines"]) != 0
    assert document["texts"][0]["text"] == "Anne s’était trompée"
    assert not [name for name in ("Basile", "Chloé") if name in answer.content.decode()]
    assert [(line["event"], line["kind"], line["points"]) for line in seat["lines"]] == [
        (1, "event", 58),
        (1, "correction", -21),
    ]
    page = client.get(f"/desk/players/{anne.pk}/data").content.decode()
    assert f"Sorte\u202f: {KINDS['correction']}" in page
    assert page.count("Sorte\u202f:") == 1
    assert ": −21" in page
    assert all(words in page for words in ("gauchère", "21 novembre 2026", "Anne s’était trompée", "3\xa0€"))


@pytest.mark.django_db
def test_an_account_s_document_holds_no_secret_and_nothing_of_another():
    client, club = sign_in_organiser()
    sign_in_organiser("paul", "Autre cercle")
    tournament = create_open_evening(club)
    me = get_user_model().objects.get(username="nadia")
    hide_tournament(tournament, actor=f"user:{me.pk}")
    ClubChange.objects.create(club=club, what=ClubChange.What.KEY_MADE, subject="tableau", actor=f"user:{me.pk}")
    answer = client.get("/desk/account/data.json")
    document = answer.json()
    assert document["clubs"] == [{"club": club.name, "role": "owner"}]
    assert [(each["what"], each["words"]) for each in document["actions"]] == [("hidden", "Soirée masquée")]
    assert me.password not in answer.content.decode()
    assert "paul" not in answer.content.decode()
    page = client.get("/desk/account/data").content.decode()
    assert club.name in page
    assert "Quoi : Soirée masquée" in page
    assert "Quoi : hidden" not in page
    assert "Quoi : Clé faite : tableau" in page, "its subject is in the words"
    assert page.count("tableau") == 1, "its subject is in the words"


@pytest.mark.django_db
def test_a_club_that_nobody_has_named_is_called_in_the_reader_s_language_among_what_is_kept():
    client, club = sign_in_organiser(club_name=FIRST_CLUB)
    create_open_evening(club)
    anne = Player.objects.get(name__startswith="Anne")
    for address in ("/desk/account/data", f"/desk/players/{anne.pk}/data"):
        page = client.get(address, headers={"accept-language": "it"}).content.decode()
        assert "Il nostro circolo" in page
        assert FIRST_CLUB not in page


@pytest.mark.django_db
def test_a_player_s_document_tells_no_card_points_where_a_table_counts_none_by_player():
    table = create_table(5, game="chiamata")
    coup = {"type": "coup", "caller": "4", "bid": 75, "called": "R♥", "partner": "5", "points": 78}
    record_events(table, coup)
    player = table.seats.get(position=4).entry.player
    document = build_player_document(player)
    ((line,),) = ([*seat["lines"]] for seat in document["tournaments"][0]["tables"])
    assert (line["net"], line["points"]) == (2, None)
    page = render_to_string("organiser/_labelled.html", {"values": label_values(document).values})
    assert "Gain : 2" in page
    assert "Points" not in page
