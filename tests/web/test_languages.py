"""The languages of the pages, chosen at the foot of each."""

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "name"), [("it", "Italiano"), ("en", "English"), ("fr", "Français")])
def test_every_language_can_be_chosen(client: Client, code: str, name: str) -> None:
    assert f">{name}</button>" in client.get("/").content.decode()
    kept = client.post(reverse("set_language"), {"language": code, "next": "/"}).cookies["django_language"]
    assert int(kept["max-age"]) > 300 * 24 * 3600  # not forgotten when the browser is closed
    assert f'<html lang="{code}"' in client.get("/").content.decode()
