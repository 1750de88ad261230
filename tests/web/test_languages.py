"""The languages of the pages, chosen at the foot of each."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests.web.organiser_builders import sign_in_organiser
from tournaments.text.elision import say_de


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "name"), [("it", "Italiano"), ("en", "English"), ("fr", "Français")])
def test_every_language_can_be_chosen(client: Client, code: str, name: str) -> None:
    assert f">{name}</button>" in client.get("/").content.decode()
    kept = client.post(reverse("set_language"), {"language": code, "next": "/"}).cookies["django_language"]
    assert int(kept["max-age"]) > 300 * 24 * 3600  # not forgotten when the browser is closed
    assert f'<html lang="{code}"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_a_language_chosen_while_signed_in_is_found_on_another_device() -> None:
    member, _club = sign_in_organiser()
    member.post(reverse("set_language"), {"language": "en", "next": "/"})
    member.post(reverse("set_language"), {"language": "it", "next": "/"})
    member.post(reverse("set_language"), {"language": "es", "next": "/"})  # not a language of the program
    other = Client(headers={"accept-language": "fr"})
    answer = other.post("/accounts/login/", {"login": "nadia", "password": "quatre-vingts-as"}, follow=True)
    assert answer.status_code == 200 and '<html lang="it"' in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "said"), [("Élodie", "d’"), ("«Anne»", "d’"), ("Yves", "d’"), ("Yann", "de "), ("Henri", "de ")]
)
def test_french_elides_de_before_a_vowel_and_no_other_language_says_it(name: str, said: str) -> None:
    with override("fr"):
        assert say_de(name) == said
    with override("it"):
        assert say_de(name) == ""
