"""The pages on which a club keeps whom it tells of what."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.background.jobs import serve_waiting
from config.background.kinds import WEBHOOKS
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.webhooks import addresses, payloads
from tournaments.actions.webhooks.receivers import add_receiver, queue_test_message, write_secret
from tournaments.models import Club, Delivery, Receiver
from tournaments.views.organiser.club.webhooks import WATCHED_FOR

pytestmark = pytest.mark.django_db
ADDRESS = "https://club.example/in"


@pytest.fixture
def signed_in(tmp_path: Path) -> tuple[Client, Club]:
    return sign_in_organiser()


@pytest.fixture
def receiver(signed_in: tuple[Client, Club]) -> Receiver:
    return add_receiver(signed_in[1], ADDRESS, ["coup.recorded"])


def test_a_new_receiver_s_secret_is_shown_once_and_the_sender_is_asked_for(signed_in: tuple[Client, Club]):
    client, club = signed_in
    page = client.post("/desk/club/webhooks", {"club": club.pk, "address": ADDRESS, "types": ["coup.recorded"]})
    receiver = Receiver.objects.get()
    secret = write_secret(receiver)
    assert secret in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    for address in (f"/desk/club/webhooks?club={club.pk}", f"/desk/webhook/{receiver.pk}"):
        text = client.get(address).content.decode()
        assert ADDRESS in text
        assert secret not in text
    page = client.get(f"/desk/club/webhooks?club={club.pk}").content.decode()
    assert all(name in page for name in ("webhook-signature", "coup.corrected", "&quot;gains&quot;"))
    assert serve_waiting(settings.VAR_DIR, WEBHOOKS)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"address": "", "types": ["coup.recorded"]}, "Tapez l’adresse"),
        ({"address": "http://club.example/", "types": ["coup.recorded"]}, "il faut https"),
        ({"address": "https://192.168.1.9/x", "types": ["coup.recorded"]}, "mène dans un réseau privé"),
        ({"address": "https://localhost:8724/x", "types": ["coup.recorded"]}, "mène dans un réseau privé"),
        ({"address": "https://localhost./x", "types": ["coup.recorded"]}, "mène dans un réseau privé"),
        ({"address": "https://hall.example/x", "types": ["coup.recorded"]}, "mène dans un réseau privé"),
        ({"address": ADDRESS, "types": []}, "Cochez au moins"),
    ],
)
def test_what_cannot_be_told_is_refused_in_a_sentence_and_stays_typed(
    signed_in: tuple[Client, Club], typed: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
):
    ips = {"hall.example": ["1.1.1.1", "192.168.1.9"], "localhost": []}
    monkeypatch.setattr(addresses, "resolve_host", lambda host, _port: ips.get(host, ["1.1.1.1"]))
    page = signed_in[0].post("/desk/club/webhooks", typed)
    text = page.content.decode()
    assert page.status_code == 422
    assert words in text
    assert typed["address"] in text
    assert not Receiver.objects.exists()


def test_a_club_that_tells_ten_programs_is_told_why_it_cannot_tell_more(signed_in: tuple[Client, Club]):
    for _n in range(10):
        add_receiver(signed_in[1], ADDRESS, [])
    page = signed_in[0].post("/desk/club/webhooks", {"address": ADDRESS, "types": ["coup.recorded"]})
    assert page.status_code == 422
    assert "dix programmes" in page.content.decode()


def test_the_page_says_what_came_of_each_message(signed_in: tuple[Client, Club], receiver: Receiver):
    for result in ({"answer": 503, "tries": 2}, {"trouble": "insecure", "tries": 1}, {"state": "delivered"}):
        queue_test_message(receiver)
        Delivery.objects.filter(pk=Delivery.objects.latest("pk").pk).update(**result)
    text = signed_in[0].get(f"/desk/webhook/{receiver.pk}").content.decode()
    assert all(words in text for words in ("Réponse 503.", "2 essais", "certificat", "reçu", "un essai"))


def test_a_paused_receiver_says_so_and_is_resumed(signed_in: tuple[Client, Club], receiver: Receiver):
    Receiver.objects.update(paused_at=timezone.now(), failing_since=timezone.now())
    client, club = signed_in
    assert "en pause" in client.get(f"/desk/club/webhooks?club={club.pk}").content.decode()
    assert "plus rien ne part" in client.get(f"/desk/webhook/{receiver.pk}").content.decode()
    client.post(f"/desk/webhook/{receiver.pk}/resume")
    receiver.refresh_from_db()
    assert receiver.paused_at is None
    assert receiver.failing_since is None


def test_a_test_message_is_queued_and_the_page_asks_what_came_of_it_until_it_is_over(
    signed_in: tuple[Client, Club], receiver: Receiver
):
    client, address = signed_in[0], f"/desk/webhook/{receiver.pk}"
    client.post(f"{address}/test")
    assert Delivery.objects.get().type == "webhook.test"
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert f'hx-get="{address}"' in part
    assert "attend" in part
    assert "<form" not in part
    Delivery.objects.update(state="delivered", answer=204, next_at=None)
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in part
    assert "Réponse 204." in part
    queue_test_message(receiver)
    Delivery.objects.update(made_at=timezone.now() - WATCHED_FOR)
    assert "hx-get" not in client.get(address).content.decode(), "a computer without a network does not ask for ever"


def test_another_secret_and_the_end_are_asked_for_twice(signed_in: tuple[Client, Club], receiver: Receiver):
    client, before = signed_in[0], write_secret(receiver)
    for way in ("secret", "remove"):
        assert client.get(f"/desk/webhook/{receiver.pk}/{way}").status_code == 200
    receiver.refresh_from_db()
    assert write_secret(receiver) == before
    page = client.post(f"/desk/webhook/{receiver.pk}/secret")
    receiver.refresh_from_db()
    assert write_secret(receiver) != before
    assert write_secret(receiver) in page.content.decode()
    client.post(f"/desk/webhook/{receiver.pk}/remove")
    assert not Receiver.objects.exists()


def test_a_change_is_kept_and_a_change_that_cannot_be_is_not(signed_in: tuple[Client, Club], receiver: Receiver):
    client, address = signed_in[0], f"/desk/webhook/{receiver.pk}"
    assert client.post(address, {"address": "ftp://x", "types": ["coup.recorded"]}).status_code == 422
    client.post(address, {"address": f"{ADDRESS}/2", "types": ["round.published", "coup.corrected"]})
    receiver.refresh_from_db()
    assert (receiver.address, receiver.types) == (f"{ADDRESS}/2", ["coup.corrected", "round.published"])


def test_the_club_s_page_says_who_changed_what_for_other_programs(signed_in: tuple[Client, Club]):
    client, club = signed_in
    told = {"club": club.pk, "address": "https://club.example:8443/in?token=secret", "types": ["coup.recorded"]}
    client.post("/desk/club/webhooks", told)
    receiver = Receiver.objects.get()
    client.post(f"/desk/webhook/{receiver.pk}/remove")
    client.post("/desk/club/keys", {"club": club.pk, "name": "Tableau", "use": "read", "days": "30"})
    client.post(f"/desk/club/key/{club.tokens.get().pk}/revoke")
    page = client.get("/desk/club/technical").content.decode().replace("\u202f", " ")
    lines = [
        "Clé retirée : Tableau",
        "Clé faite : Tableau",
        "n’est plus prévenu : club.example:8443",
        "Programme prévenu : club",
    ]
    places = [page.index(words) for words in lines]
    assert places == sorted(places)
    assert "token=secret" not in page
    assert page[places[0] :].count("par nadia, responsable") == len(lines)


def test_the_examples_name_people_in_the_reader_s_language_under_the_keys_of_the_contract(
    signed_in: tuple[Client, Club], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(payloads, "pgettext", lambda _context, words: {"Samedi": "Sabato", "Anne L.": "Anna L."}[words])
    page = signed_in[0].get(f"/desk/club/webhooks?club={signed_in[1].pk}").content.decode()
    assert "Samedi" not in page
    assert "Anne L." not in page
    for words in ("&quot;name&quot;: &quot;Sabato&quot;", "&quot;name&quot;: &quot;Anna L.&quot;", "&quot;gains&quot;"):
        assert words in page
