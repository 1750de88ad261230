"""Whatever is typed about other programs (who is told, keys, where the site goes) is kept or refused in one sentence,
beside the field, with what was typed still there."""

from html import escape
from typing import Any

import pytest

from tests.web.organiser_builders import sign_in_organiser
from tournaments.models import ApiToken, PublicationTarget, Receiver

pytestmark = pytest.mark.django_db
TOLD = {"address": "https://club.example/in", "types": ["coup.recorded"]}
KEY = {"name": "Site", "use": "read", "days": "30"}
PRINT = f"SHA256:{'A' * 43}"
SFTP = {"kind": "sftp", "place": "sftp://example.org/www", "login": "club", "secret": "x", "host_key": PRINT}
DAV, GIT = SFTP | {"kind": "webdav"}, SFTP | {"kind": "git"}
CHOSEN = ("types", "use", "kind", "language")  # from a list, which shows what may be chosen
PAGES: dict[str, Any] = {
    "webhooks": ("/desk/club/webhooks", TOLD),
    "keys": ("/desk/club/keys", KEY),
    "sftp": ("/desk/club/publishing", SFTP | {"language": "fr"}),
    "webdav": ("/desk/club/publishing", DAV | {"language": "fr"}),
    "git": ("/desk/club/publishing", GIT | {"language": "fr"}),
    "folder": ("/desk/club/publishing", {"kind": "folder", "language": "fr"}),
}
LONG, RTL, BELL, NUL = "x" * 600, "\u202emoc.elpmaxe", "a\x07b", "a\x00b"
TABLE = f"""
webhooks address https://{LONG}/             au plus 500
webhooks address https://{"x" * 300}/        nom de la machine
webhooks address https://a..b/               nom de la machine
webhooks address https://club example/       nom de la machine
webhooks address https://{RTL}/              signe invisible
webhooks address https://{BELL}/             signe invisible
webhooks address https://{NUL}/              nul
webhooks address https://club.example/{BELL} signe invisible
webhooks address file:///etc/passwd          il faut https
webhooks address javascript:alert(1)         il faut https
webhooks address https://club_example_:x@h/  il faut https
webhooks address https://a:b@club.example/   il faut https
webhooks address https://                    il faut https
webhooks address https://club.example/a\u00a0b   comme votre navigateur
webhooks address https://club.example/été    comme votre navigateur
webhooks address https://clüb.example/       nom de la machine
webhooks address https://club.example:0/     de 1 à 65535
webhooks address https://club.example:99999/ de 1 à 65535
webhooks address https://club.example:x/     de 1 à 65535
webhooks address https://[::1]/              réseau privé
webhooks address https://[::ffff:10.0.0.1]/  réseau privé
webhooks address https://[                   il faut https
webhooks types   coup.{BELL}                 Cochez au moins
keys     name    {LONG}                      trop long
keys     name    {BELL}                      invisible
keys     name    {NUL}                       nul
keys     name    \u202e                      Écrivez un nom
keys     use     govern                      Choisissez
keys     use     {NUL}                       Choisissez
keys     days    0                           De 1 à 366
keys     days    1e3                         De 1 à 366
keys     days    {"9" * 5000}                De 1 à 366
keys     days    {RTL}                       De 1 à 366
keys     days    {NUL}                       De 1 à 366
webdav   place   https://{LONG}/             au plus 500
webdav   place   https://{RTL}/              signe invisible
webdav   place   https://h/{BELL}            signe invisible
webdav   place   file:///etc                 https://dav.example.org
webdav   place   https://a:b@h/              dans leurs cases
webdav   place   https://clüb.example/       nom de la machine
webdav   place   https://h:0/                de 1 à 65535
webdav   place   https://h:99999/            de 1 à 65535
webdav   place   https://[                   https://dav.example.org
webdav   login   {LONG}                      au plus 100
webdav   login   {RTL}                       signe invisible
webdav   kind    {BELL}                      un choix valide
webdav   language {RTL}                      un choix valide
sftp     place   sftp://-oProxyCommand=x/    nom de la machine
sftp     place   sftp://h:0/www              de 1 à 65535
sftp     place   https://h/www               sftp://example.org
sftp     host_key SHA256:x                   43 lettres
sftp     host_key {LONG}                     au plus 100
sftp     host_key {PRINT}\u200b              43 lettres
git      place   https://h/s.git#--exec=x    Une branche
git      place   https://h/s.git#            Une branche
git      place   https://h/s.git#é           Une branche
git      place   ext::sh                     https://example.org/club/site.git
folder   place   /{"x" * 300}                ne se laisse pas lire
folder   place   /tmp/{BELL}                 signe invisible
folder   place   ~/site                      qui commence par /
"""
CASES = [line.split(None, 2) for line in TABLE.split("\n") if line]


@pytest.mark.parametrize(
    "form",
    [pytest.param(form, marks=[pytest.mark.posix] if form == "folder" else []) for form in PAGES],  # paths of Unix
)
def test_nonsense_is_refused_in_one_sentence_and_stays_typed(form: str):
    client, club = sign_in_organiser()
    address, good = PAGES[form]
    for field, rest in (case[1:] for case in CASES if case[0] == form):
        typed, words = map(str.strip, rest.rsplit("  ", 1)) if "  " in rest else rest.split(" ", 1)
        answer = client.post(address, good | {"club": club.pk, field: typed})
        [fault] = answer.context["form"].errors[field]
        assert answer.status_code == 422, (field, typed, fault)
        assert words in fault.replace("\u202f", " "), (field, typed, fault)
        assert field in CHOSEN or "\x00" in typed or escape(typed) in answer.content.decode(), (field, typed)
    assert not Receiver.objects.exists()
    assert not ApiToken.objects.exists()
    assert not PublicationTarget.objects.exists()


@pytest.mark.parametrize(
    ("form", "typed"),
    [
        ("webhooks", {"address": "https://[2606:4700::1111]:8443/in?a=b"}),
        ("webhooks", {"address": "https://xn--clb-0ra.example./"}),
        ("webdav", {"place": "https://dav.example.org:8443/Fichiers du club/été"}),
        ("sftp", {"place": "sftp://[2606:4700::1111]:2222/www", "secret": f"{RTL} {LONG[:400]}"}),
        ("git", {"place": "https://example.org/club/site.git#gh-pages"}),
    ],
)
def test_what_looks_strange_and_is_right_is_kept(form: str, typed: dict[str, str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tournaments.views.organiser.club.publishing.start_publishing", lambda: None)
    client, club = sign_in_organiser()
    address, good = PAGES[form]
    assert client.post(address, good | {"club": club.pk} | typed).status_code in (200, 302)
    assert Receiver.objects.exists() or PublicationTarget.objects.exists()
