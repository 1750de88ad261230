"""What is kept of people is declared once, beside the models; the public page shows that declaration."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from config.security_files import KEPT_DAYS
from tournaments.actions.people.tries import FORGOTTEN_AFTER, SPENT_FOR
from tournaments.backups import ageing
from tournaments.jobs.job_folders import KEPT_SECONDS
from tournaments.models.kept_data import IMPERSONAL_MODELS, KEPT_DATA

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
    assert timedelta(days=1) == FORGOTTEN_AFTER and SPENT_FOR <= FORGOTTEN_AFTER
    assert (ageing.ALL_OF, ageing.ONE_A_DAY, ageing.ONE_A_MONTH.days) == (timedelta(days=1), timedelta(days=30), 366)
    assert KEPT_SECONDS == 3600
    assert KEPT_DAYS == 30


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_public_page_shows_the_whole_declaration(language: str):
    page = Client().get("/privacy", headers={"Accept-Language": language})
    with override(language):
        words = [str(text) for each in KEPT_DATA for text in (each.what, each.why, each.until)]
    shown = page.content.decode().replace("&#x27;", "'")
    assert page.headers["Content-Language"] == language and [text for text in words if text not in shown] == []
    assert 'href="/privacy"' in Client().get("/").content.decode()
