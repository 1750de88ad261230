"""The page «Publier», the command `publish` and the server that starts it: where a site goes, how far it is, and what
is kept of a password."""

import io
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.background.jobs import JOB_VARIABLE, open_jobs, request_job, serve_waiting
from config.background.kinds import SITES
from config.private import is_exposed
from tests.book.evening_builders import get_table
from tests.publishing.loopback_servers import LOGIN, PASSWORD, serving_dav
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tests.web.phone_client import Phone
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.people.members import add_member
from tournaments.exchange.backup_archive import VAR_FILES
from tournaments.models import Club, PublicationTarget, Tournament
from tournaments.models.rights import Role
from tournaments.upkeep.publishing import publishing
from tournaments.upkeep.publishing.publishing import publish_sites
from tournaments.upkeep.publishing.sending import store
from tournaments.upkeep.publishing.sending.sftp_keys import is_private_key, write_public_line
from tournaments.upkeep.publishing.target_files import SITES_FOLDER, TargetFiles, get_sites_folder

pytestmark = pytest.mark.django_db
PAGE = "/desk/club/publishing"
PRINT = f"SHA256:{'A' * 43}"


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: Any, tmp_path: Path) -> Path:
    """A data folder of the test's own, in which nothing was ever published; no process is started."""
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "var")
    monkeypatch.setattr("tournaments.views.organiser.club.publishing.start_command", lambda *_words: None)
    monkeypatch.setattr("tournaments.management.commands.publish.lower_priority", lambda: None)
    (tmp_path / "var").mkdir()
    return tmp_path / "var"


@pytest.fixture
def desk() -> tuple[Client, Club, Tournament]:
    """The owner of the installation, his club, and an open evening of one table."""
    client, club = sign_in_organiser()
    return client, club, create_open_evening(club, names=("Anne", "Basile", "Chloé"), sizes=(3,))


def add_target(client: Client, club: Club, **typed: str) -> Any:
    """Send the form of a place."""
    return client.post(PAGE, {"club": club.pk, "kind": "folder", "language": "fr", **typed})


def read_state(client: Client) -> Any:
    """Return what the page says of the one place: how far its site is, and what stands in the way."""
    (target,) = client.get(PAGE).context["targets"]
    return target["state"]


def test_a_folder_that_was_chosen_gets_the_site_and_the_page_says_how_far_it_is(
    desk: tuple[Client, Club, Tournament], tmp_path: Path
) -> None:
    client, club, tournament = desk
    stick = tmp_path / "stick"
    stick.mkdir()
    assert add_target(client, club, place=str(stick)).status_code == 302
    assert (read_state(client).sent_at, read_state(client).trouble) == ("", "")
    call_command("publish", stdout=io.StringIO())
    assert (stick / tournament.code / "standings.html").is_file()
    assert (stick / "index.html").is_file()
    assert (read_state(client).round_n, read_state(client).name) == (1, "Soirée du 21 novembre")
    assert read_state(client).trouble == ""
    stick.rename(tmp_path / "away")
    call_command("publish", "--asked", stdout=io.StringIO())
    assert read_state(client).trouble == store.GONE
    assert open_jobs(settings.VAR_DIR).has_waiting(SITES)
    (tmp_path / "away").rename(stick)
    call_command("publish", stdout=io.StringIO())
    assert read_state(client).trouble == ""
    assert not open_jobs(settings.VAR_DIR).has_waiting(SITES)
    target = PublicationTarget.objects.get()
    assert client.post(f"{PAGE}/{target.pk}/remove").status_code == 302
    assert (stick / "index.html").is_file()
    call_command("publish", stdout=io.StringIO())
    folder = get_sites_folder()
    assert [path.name for path in folder.iterdir() if path.name.startswith("site-")] == []
    assert list((folder / "targets").iterdir()) == []


@pytest.mark.book_at_length
def test_a_password_is_in_one_private_file_and_nowhere_else(
    desk: tuple[Client, Club, Tournament], tmp_path: Path, caplog: Any
) -> None:
    client, club, _tournament = desk
    root = tmp_path / "dav"
    root.mkdir()
    with serving_dav(root) as server:
        sent = add_target(client, club, kind="webdav", place=server.address, login=LOGIN, secret=PASSWORD)
        assert sent.status_code == 302
        call_command("publish", stdout=io.StringIO())
    assert (root / "index.html").is_file()
    target = PublicationTarget.objects.get()
    holders = [
        path for path in settings.VAR_DIR.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()
    ]
    if connection.vendor == "sqlite":
        assert [path.name for path in holders] == ["secret"]
        assert not is_exposed(holders[0])
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT content FROM tournaments_target_file")
            assert holders == []
            assert all(PASSWORD.encode() not in bytes(row[0]) for row in cursor.fetchall())
    assert TargetFiles.find(target).read_secret() == PASSWORD
    assert PASSWORD not in str(PublicationTarget.objects.values()) + caplog.text
    assert PASSWORD not in client.get(PAGE).content.decode()
    assert not [name for name in VAR_FILES if name.startswith(SITES_FOLDER)], "no backup holds it"
    call_command("publish", "--asked", stdout=io.StringIO())
    assert read_state(client).trouble == store.OFFLINE


@pytest.mark.book
def test_a_key_is_made_once_for_a_place_its_public_line_is_shown_and_its_private_part_never(
    desk: tuple[Client, Club, Tournament],
) -> None:
    client, club, _tournament = desk
    typed = {"kind": "sftp", "place": "sftp://example.org/www", "login": "club", "key": "on"}
    lines = set()
    for fingerprint in (PRINT, f"{PRINT}="):
        assert add_target(client, club, host_key=fingerprint, **typed).status_code == 302
        page = client.get(PAGE).content.decode()
        lines |= set(re.findall(r"ssh-ed25519 [A-Za-z0-9+/]{68} corbillon", page))
    secret = TargetFiles.find(PublicationTarget.objects.get()).read_secret() or ""
    assert lines == {write_public_line(secret)}
    assert is_private_key(secret)
    assert secret.splitlines()[1] not in page


def test_a_place_that_another_club_named_first_gives_nobody_its_key(desk: tuple[Client, Club, Tournament]) -> None:
    client, club, _tournament = desk
    other, others_club = sign_in_organiser("marie", "Autre cercle")
    typed = {"kind": "sftp", "place": "sftp://example.org/www", "login": "club", "key": "on", "host_key": PRINT}
    for asked, of in ((client, club), (other, others_club)):
        assert add_target(asked, of, **typed).status_code == 302
    keys = [TargetFiles.find(target).read_secret() for target in PublicationTarget.objects.all()]
    assert len(keys) == len(set(keys)) == 2
    assert all(map(is_private_key, map(str, keys)))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"place": ""}, "place"),
        ({"place": "stick"}, "place"),
        ({"place": "/nowhere/at/all"}, "place"),
        ({"kind": "webdav", "place": "http://dav.example.org/club"}, "place"),
        ({"kind": "webdav", "place": "https://192.168.1.9/club"}, "place"),
        ({"kind": "webdav", "place": "https://[64:ff9b:1::1]/club"}, "place"),
        ({"kind": "sftp", "place": "sftp://10.0.0.7/w", "host_key": PRINT, "login": "club", "secret": "a"}, "place"),
        ({"kind": "git", "place": "ssh://git@localhost/site.git"}, "place"),
        ({"kind": "sftp", "place": "sftp://example.org/www", "login": "club"}, "host_key"),
        ({"kind": "sftp", "place": "sftp://example.org/www", "host_key": "SHA256:x"}, "login"),
        (
            {"kind": "sftp", "place": "sftp://example.org/www", "host_key": f"SHA256:{'A' * 43}", "login": "club"},
            "secret",
        ),
    ],
)
def test_a_place_that_cannot_be_is_refused_with_one_sentence(
    desk: tuple[Client, Club, Tournament], typed: dict[str, str], field: str
) -> None:
    client, club, _tournament = desk
    answer = add_target(client, club, **typed)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not PublicationTarget.objects.exists()


def test_a_folder_with_somebody_s_files_and_the_data_folder_are_refused(
    desk: tuple[Client, Club, Tournament], tmp_path: Path
) -> None:
    client, club, _tournament = desk
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "index.html").touch()
    for place in (tmp_path / "photos", settings.VAR_DIR):
        assert add_target(client, club, place=str(place)).status_code == 422


def test_only_the_owner_of_the_installation_sends_to_its_computer_or_with_its_key(
    desk: tuple[Client, Club, Tournament], tmp_path: Path, django_user_model: Any
) -> None:
    _client, club, _tournament = desk
    owner = django_user_model.objects.create_user(username="odile")
    add_member(owner, club, Role.OWNER)
    client = Client()
    client.force_login(owner)
    assert add_target(client, club, place=str(tmp_path)).status_code == 422
    assert add_target(client, club, kind="git", place=str(tmp_path)).status_code == 422
    assert add_target(client, club, kind="webdav", place="http://localhost:9000/club").status_code == 422
    assert add_target(client, club, kind="git", place="ssh://git@example.org/site.git").status_code == 422
    assert add_target(client, club, kind="git", place="https://example.org/site.git").status_code == 302


@pytest.mark.book
def test_what_an_organiser_publishes_asks_for_the_sites_where_there_are_any(
    desk: tuple[Client, Club, Tournament], data_folder: Path
) -> None:
    client, club, tournament = desk
    close = f"/desk/event/{tournament.pk}/close"
    assert client.post(close, {"anyway": "yes"}).status_code == 302
    assert connection.vendor == "postgresql" or not open_jobs(data_folder).has_waiting(SITES), "no club has a site"
    add_target(client, club, kind="webdav", place="https://dav.example.org/club")
    serve_waiting(data_folder, SITES)
    client.get(close)
    assert not open_jobs(data_folder).has_waiting(SITES)
    open_tournament(tournament, actor="", reason="une table")
    assert Phone(get_table(tournament)).send_coup().status_code < 400
    assert (asked := serve_waiting(data_folder, SITES))
    assert asked.is_calm
    close_tournament(tournament, actor="")
    assert client.post(f"/desk/event/{tournament.pk}/reopen", {"reason": "une table"}).status_code == 302
    assert (asked := serve_waiting(data_folder, SITES))
    assert not asked.is_calm


@pytest.mark.parametrize("is_busy", [False, True])
def test_what_the_server_could_not_send_whole_is_tried_again(
    desk: tuple[Client, Club, Tournament],
    tmp_path: Path,
    data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_busy: bool,
) -> None:
    client, club, _tournament = desk
    (tmp_path / "stick").mkdir()
    add_target(client, club, place=str(tmp_path / "stick"))
    (tmp_path / "stick").rmdir()
    jobs = open_jobs(data_folder)
    job = jobs.take(SITES)
    assert job
    assert not job.is_calm
    monkeypatch.setenv(JOB_VARIABLE, job.key)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    if is_busy:
        monkeypatch.setattr("tournaments.management.commands.publish.publish_sites", lambda *_a, **_k: None)
        call_command("publish", "--asked", stdout=io.StringIO())
        assert (again := jobs.take(SITES)), "another process is at it"
        assert not again.is_calm, "another process is at it"
    else:
        with pytest.raises(CommandError):
            call_command("publish", "--asked", stdout=io.StringIO())
        assert not jobs.has_waiting(SITES), "the keeper starts it again"


@pytest.mark.book
def test_a_server_that_refused_is_left_alone_unless_somebody_publishes(
    desk: tuple[Client, Club, Tournament], data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, club, _tournament = desk
    add_target(client, club, kind="webdav", place="https://dav.example.org/club")
    serve_waiting(data_folder, SITES)
    files, now = TargetFiles.find(PublicationTarget.objects.get()), timezone.now()
    files.save_state(trouble=store.OFFLINE)
    assert not files.is_barred(now)
    files.save_state(trouble=store.KEY_REFUSED)
    assert publish_sites(now, is_wanted=False) == []
    assert not files.is_barred(now + timedelta(minutes=15))
    request_job(data_folder, SITES, is_calm=True)
    assert publish_sites(now, is_wanted=False) == []
    tried: list[PublicationTarget] = []
    monkeypatch.setattr(publishing, "publish_site", lambda *asked: tried.extend(asked[2]) or [])
    request_job(data_folder, SITES)
    publish_sites(now, is_wanted=False)
    assert tried == [PublicationTarget.objects.get()]


def test_the_command_writes_a_site_to_a_folder_once(desk: tuple[Client, Club, Tournament], tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    call_command("publish", str(tmp_path / "site"), "--language", "en", stdout=io.StringIO())
    assert '<html lang="en">' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    with pytest.raises(CommandError, match="--club"):
        call_command("publish", str(tmp_path / "site"), "--club", "Autre")
    with pytest.raises(CommandError, match="rebranchez"):
        call_command("publish", str(tmp_path / "gone"))


def test_the_club_is_told_that_old_commits_may_live_on_and_who_refuses_to_replace_them(
    desk: tuple[Client, Club, Tournament],
) -> None:
    client, club, _tournament = desk
    add_target(client, club, kind="git", place="https://example.org/club/site.git", login="club", secret="x")
    TargetFiles.find(PublicationTarget.objects.get()).save_state(trouble=store.NO_FORCE)
    page = client.get(PAGE).content.decode()
    assert "anciens commits" in page
    assert "envois forcés" in page


def test_the_command_refuses_a_folder_that_holds_somebody_s_file(
    desk: tuple[Client, Club, Tournament], tmp_path: Path
) -> None:
    root = tmp_path / "site"
    root.mkdir()
    (root / "index.html").write_text("à moi", encoding="utf-8")
    with pytest.raises(CommandError, match=r"autre chose.*index\.html"):
        call_command("publish", str(root))
    assert [(path.name, path.read_text(encoding="utf-8")) for path in root.iterdir()] == [("index.html", "à moi")]


def test_the_command_mends_what_somebody_changed_in_its_folder(
    desk: tuple[Client, Club, Tournament], tmp_path: Path
) -> None:
    root, said = tmp_path / "site", io.StringIO()
    root.mkdir()
    call_command("publish", str(root), stdout=io.StringIO())
    kept = (root / "index.html").read_bytes()
    (root / "index.html").write_text("changé", encoding="utf-8")
    (root / ".index.html.draft").write_text("coupé", encoding="utf-8")
    (root / "feed.xml").unlink()
    call_command("publish", str(root), stdout=said)
    assert (root / "index.html").read_bytes() == kept
    assert (root / "feed.xml").is_file()
    assert ": 2 fichiers" in said.getvalue()


def test_nothing_is_sent_from_a_demonstration_and_its_pages_say_so(desk: tuple[Client, Club, Tournament]) -> None:
    client, club, _tournament = desk
    Club.objects.update(demonstration=True)
    assert "rien n’en part vers" in client.get("/desk/club/technical").content.decode()
    page = client.get(PAGE).content.decode()
    assert "rien n’en part vers" in page
    assert 'name="place"' not in page
    sent = {"place": "https://dav.example/x", "kind": "webdav", "login": "a", "secret": "b"}
    told = {"address": "https://club.example/in", "types": ["coup.recorded"]}
    for answer in (add_target(client, club, **sent), client.post("/desk/club/webhooks", told)):
        assert answer.status_code == 422
        assert "rien n’en part vers" in answer.content.decode()
    assert not PublicationTarget.objects.exists()
    assert not club.receivers.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("https://club.example", "https://club.example/"),
        ("http://club.example:8080/a/b/", "http://club.example:8080/a/b/"),
        *(
            (wrong, None)
            for wrong in ("club.example", "ftp://club.example/", "https://club.example/?a", "https://a b/")
        ),
    ],
)
def test_the_address_at_which_a_site_is_visited_is_kept_with_a_slash(
    desk: tuple[Client, Club, Tournament], tmp_path: Path, typed: str, kept: str | None
) -> None:
    client, club, _tournament = desk
    stick = tmp_path / "stick"
    stick.mkdir()
    answer = add_target(client, club, place=str(stick), address=typed)
    if kept is None:
        assert answer.status_code == 422
        assert not PublicationTarget.objects.exists()
        assert typed in answer.content.decode()
        return
    assert PublicationTarget.objects.get().address == kept
    call_command("publish", stdout=io.StringIO())
    assert f'<link rel="self" href="{kept}feed.xml"/>' in (stick / "feed.xml").read_text(encoding="utf-8")
