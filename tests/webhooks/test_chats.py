"""Messages as words for Discord and Telegram, held to what both document of their fields, and two signatures while a
secret turns."""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.web.organiser_builders import sign_in_organiser
from tests.webhooks.listener import Wire, work
from tournaments.actions.people.clubs import set_player_discreet
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.webhooks.chats import (
    DISCORD_MOST,
    TELEGRAM_MOST,
    WORD_JOINER,
    count_characters,
    escape_markup,
    write_chat_body,
)
from tournaments.actions.webhooks.payloads import build_example
from tournaments.actions.webhooks.receivers import TURNING, add_receiver, queue_test_message, renew_secret, write_secret
from tournaments.models import Club, Delivery, EventType, MessageShape, Receiver, SignUp, Tournament
from tournaments.presentation.text.chat_text import describe_message

DISCORD, TELEGRAM = MessageShape.DISCORD, MessageShape.TELEGRAM
ADDRESSES = {
    DISCORD: "https://discord.example/api/webhooks/1/token",
    TELEGRAM: "https://api.telegram.example/bot1:token/sendMessage",
}
CHATS = {DISCORD: "", TELEGRAM: "-1001234567890"}


def check_discord(body: dict[str, Any]) -> str:
    """Hold a body to «Execute Webhook» of Discord, and return its words."""
    assert set(body) == {"content", "allowed_mentions"}
    assert body["allowed_mentions"] == {"parse": []}
    assert 0 < len(body["content"]) <= count_characters(body["content"]) <= DISCORD_MOST == 2000
    return str(body["content"])


def check_telegram(body: dict[str, Any]) -> str:
    """Hold a body to `sendMessage` of Telegram, and return its words."""
    assert set(body) == {"chat_id", "text"}, "no parse_mode: it is plain text"
    assert isinstance(body["chat_id"], int) or body["chat_id"].startswith("@")
    assert 0 < count_characters(body["text"]) <= TELEGRAM_MOST == 4096
    return str(body["text"])


CHECKS = {DISCORD: check_discord, TELEGRAM: check_telegram}


def create_told_evening(shape: str, language: str = "fr") -> Tournament:
    """Create an open evening of one table, of which a room is told everything."""
    tournament = create_evening(3)
    more = {"shape": shape, "chat": CHATS[shape], "language": language}
    add_receiver(tournament.club, ADDRESSES[shape], EventType.values, **more)
    return tournament


def list_texts(wire: Wire, shape: str) -> Iterator[str]:
    """Yield the words of each message that was sent, each held to its shape."""
    for address, headers, body in wire.sent:
        assert address == ADDRESSES[shape]
        assert not [name for name in headers if name.startswith("webhook-")]
        yield CHECKS[shape](body)


@pytest.mark.django_db
@pytest.mark.parametrize("shape", [DISCORD, TELEGRAM])
def test_a_room_is_told_in_words_and_never_who_asked_for_initials(shape: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CORBILLON_URL", "https://cards.example")
    tournament, wire = create_told_evening(shape), Wire()
    entry = tournament.entries.get(shown_name="Anne")
    entry.player.name = "Anne Quatrebarbes"
    entry.player.save()
    tournament.entries.filter(pk=entry.pk).update(shown_name="Anne Quatrebarbes")
    set_player_discreet(entry.player, discreet=True)
    record_events(get_table(tournament), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    for _n in range(2):
        work(wire, timezone.now() + timedelta(minutes=1))
    texts = list(list_texts(wire, shape))
    assert len(texts) == 3
    assert not [text for text in texts if "Quatrebarbes" in text]
    assert texts[0].splitlines() == [
        tournament.name,
        "Table 1\u202f: A. Q. +42, Basile −15, Chloé −27",
        f"https://cards.example/{tournament.code}",
    ]
    assert texts[2].splitlines()[1:3] == ["Le classement\u202f:", "1. A. Q."]


@pytest.mark.django_db
def test_the_words_are_in_the_language_of_the_room(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CORBILLON_URL", raising=False)
    tournament, wire = create_told_evening(DISCORD, "it"), Wire()
    record_events(get_table(tournament), build_coup())
    work(wire, timezone.now())
    (text,) = list_texts(wire, DISCORD)
    assert text.splitlines()[1].startswith("Tavolo 1: ")
    assert "http" not in text


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_every_type_of_message_has_words(language: str):
    for kind in EventType:
        for names_round in (True, False):
            with override(language):
                lines = describe_message(kind, build_example(kind)["data"], names_round=names_round)
            assert len(lines) > 1
            assert all(lines)
            assert "%(" not in "".join(lines)
    with override(language):
        sign_ups = [build_example(EventType.SIGN_UP_CHANGED)["data"] for _state in SignUp.State]
        for data, state in zip(sign_ups, SignUp.State, strict=True):
            data["sign_up"]["state"] = state
        said = [describe_message(EventType.SIGN_UP_CHANGED, data, names_round=True)[1] for data in sign_ups]
        assert len(set(said)) == len(SignUp.State)
        assert "Cercle" in describe_message("webhook.test", {"club": "Cercle"}, names_round=True)[0]


def test_a_name_calls_nobody_and_is_no_markup():
    name = "@everyone **Zoé** <@1> [ici](https://x.example) `a` ~~b~~ #c :d: \\ _e_ ||f||"
    room = Receiver(shape=DISCORD)
    text = check_discord(json.loads(write_chat_body(room, [name, "https://cards.example/K_7M"])))
    assert text.splitlines()[1] == "https://cards.example/K_7M"
    plain = text.splitlines()[0]
    assert all(plain[n - 1] == "\\" for n, letter in enumerate(plain) if letter in "@*<>[]`~#_|")
    assert "\\:d:" in plain
    assert "https://" in plain
    assert re.sub(r"\\(.)", r"\1", plain) == name
    channel = json.loads(write_chat_body(Receiver(shape=TELEGRAM, chat="@corbillon"), [name]))
    told = check_telegram(channel)
    assert told.replace(WORD_JOINER, "") == name
    assert channel["chat_id"] == "@corbillon"
    assert not re.search(r"@\w", told), "«@name» calls somebody, even in plain text"


@pytest.mark.parametrize(("shape", "most"), [(DISCORD, DISCORD_MOST), (TELEGRAM, TELEGRAM_MOST)])
def test_a_round_of_many_tables_is_cut_between_two_lines(shape: str, most: int):
    lines = ["Coupe", *(f"Table {n} : 🃏 Anne, Basile et Chloé" for n in range(400))]
    text = CHECKS[shape](json.loads(write_chat_body(Receiver(shape=shape, chat="1"), lines)))
    assert text.endswith("\n…")
    assert count_characters(text) > most - 60
    shown = [escape_markup(line) if shape == DISCORD else line for line in lines]
    assert text.splitlines()[:-1] == shown[: len(text.splitlines()) - 1]


@pytest.mark.django_db
def test_words_that_wait_go_with_a_name_that_is_erased():
    tournament = create_told_evening(DISCORD)
    entry = tournament.entries.get(shown_name="Anne")
    entry.player.name = "Anne_de_Q"
    entry.player.save()
    tournament.entries.filter(pk=entry.pk).update(shown_name="Anne_de_Q")
    record_events(get_table(tournament), build_coup())
    wire = Wire()
    wire.result = wire.result.__class__(answer=500)
    work(wire, timezone.now())
    assert "Anne\\\\_de" in Delivery.objects.get().body
    entry.player.refresh_from_db()
    forget_name(entry.player, actor="user:1")
    assert not [each.body for each in Delivery.objects.all() if "Anne" in each.body]


@pytest.mark.django_db
def test_a_secret_that_turns_signs_beside_the_one_before_for_a_day():
    receiver, wire = add_receiver(Club.objects.create(name="Cercle"), "https://club.example/in", []), Wire()
    secrets = [write_secret(receiver)]
    for _n in range(2):
        renew_secret(receiver)
        secrets.append(write_secret(receiver))
    for later in (timedelta(0), TURNING + timedelta(minutes=1)):
        queue_test_message(receiver)
        work(wire, timezone.now() + later)
    (_address, turning, body), (_again, turned, _body) = wire.sent
    assert timedelta(days=1) == TURNING
    assert turning["webhook-signature"].split() == [sign(secret, turning, body) for secret in (secrets[2], secrets[1])]
    assert turned["webhook-signature"] == sign(secrets[2], turned, wire.sent[1][2])


def sign(secret: str, headers: Any, message: Any) -> str:
    """Return the signature of a message, as docs/webhooks.md has a receiver compute it."""
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


@pytest.fixture
def signed_in() -> tuple[Client, Club]:
    return sign_in_organiser()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"chat": ""}, "Tapez le numéro du groupe"),
        ({"chat": "mon groupe"}, "Tapez le numéro du groupe"),
        ({"chat": "12\u0663"}, "Tapez le numéro du groupe"),
        ({"address": "https://api.telegram.example/bot1:token/getMe"}, "finit par /sendMessage"),
        ({"shape": "slack"}, "Choisissez ce qui arrive là"),
    ],
)
def test_a_room_that_cannot_be_told_is_refused_in_a_sentence(
    signed_in: tuple[Client, Club], typed: dict[str, str], words: str
):
    client, club = signed_in
    told = {"club": club.pk, "address": ADDRESSES[TELEGRAM], "types": ["round.published"], "chat": "-100"}
    page = client.post("/desk/club/webhooks", told | {"shape": TELEGRAM, "language": "fr"} | typed)
    assert page.status_code == 422
    assert not Receiver.objects.exists()
    assert words in page.content.decode()


@pytest.mark.django_db
def test_a_room_is_added_without_a_secret_and_told_in_another_form_later(signed_in: tuple[Client, Club]):
    client, club = signed_in
    told = {"address": ADDRESSES[TELEGRAM], "types": ["round.published"], "chat": "@corbillon", "language": "it"}
    page = client.post("/desk/club/webhooks", {"club": club.pk, "shape": TELEGRAM, **told}, follow=True)
    receiver = Receiver.objects.get()
    text = page.content.decode()
    assert (receiver.shape, receiver.chat, receiver.language) == (TELEGRAM, "@corbillon", "it")
    assert "whsec_" not in text
    assert "Changer de secret" not in text
    assert "@corbillon" in text
    client.post(f"/desk/webhook/{receiver.pk}/test")
    assert json.loads(Delivery.objects.get().body)["chat_id"] == "@corbillon"
    client.post(f"/desk/webhook/{receiver.pk}", told | {"shape": "standard"})
    receiver.refresh_from_db()
    assert (receiver.shape, receiver.chat) == ("standard", "")
    client.post(f"/desk/webhook/{receiver.pk}/secret")
    assert "L’ancien" in client.get(f"/desk/webhook/{receiver.pk}").content.decode()
