"""Sending a site: only what differs, the first page last, resumed where it was cut, to a server that proves itself."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.publishing.loopback_servers import LOGIN, PASSWORD, serving_dav, serving_sftp
from tournaments.upkeep.publishing.manifest import MANIFEST_FILE, read_sent_files
from tournaments.upkeep.publishing.sending import store
from tournaments.upkeep.publishing.sending.folder import FolderStore
from tournaments.upkeep.publishing.sending.git import GitSender, find_trouble
from tournaments.upkeep.publishing.sending.sftp import SftpStore, format_fingerprint
from tournaments.upkeep.publishing.sending.sftp_keys import make_private_key, write_public_line
from tournaments.upkeep.publishing.sending.store import CannotPublish, SiteStore
from tournaments.upkeep.publishing.sending.synchronising import send_files
from tournaments.upkeep.publishing.sending.webdav import WebDavStore

FIRST = {"index.html": "a", "K7M/standings.html": "b", "K7M/index.html": "c", "static/a b.css": "d", "M/1.html": "e"}
NEXT = {**{name: FIRST[name] for name in FIRST if name != "M/1.html"}, "index.html": "f", "K7M/player/é.html": "g"}


def send(files: dict[str, str], place: SiteStore, journal: Path) -> int:
    """Send files, each of which holds its own digest."""
    try:
        return send_files(files, lambda name: f"<{files[name]}>".encode(), place, journal)
    finally:
        place.close()


def read_folder(root: Path) -> dict[str, str]:
    """Return what lies in a folder, without the list of what was sent."""
    found = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in root.rglob("*")
        if path.is_file()
    }
    found.pop(MANIFEST_FILE, None)
    return {name: text.strip("<>") for name, text in found.items()}


def check_two_sites(root: Path, open_place: Callable[[], SiteStore], journal: Path) -> None:
    """Send one site and the next to a place that keeps its files in the folder `root`."""
    assert send(FIRST, open_place(), journal) == 5
    assert read_folder(root) == FIRST
    assert send(FIRST, open_place(), journal) == 0
    assert send(NEXT, open_place(), journal) == 3
    assert read_folder(root) == NEXT
    assert read_sent_files((root / MANIFEST_FILE).read_bytes()) == NEXT
    assert not journal.exists()


def test_a_folder_gets_what_differs_and_loses_what_is_no_longer_public_and_nothing_else(tmp_path: Path) -> None:
    root = tmp_path / "stick"
    root.mkdir()
    (root / "photos").mkdir()
    check_two_sites(root, lambda: FolderStore(root), tmp_path / "journal")
    assert sorted(path.name for path in root.iterdir()) == ["K7M", MANIFEST_FILE, "index.html", "photos", "static"]


def test_a_stick_that_was_pulled_out_is_not_made_anew_on_the_disk(tmp_path: Path) -> None:
    with pytest.raises(CannotPublish) as refused:
        FolderStore(tmp_path / "gone")
    assert refused.value.trouble == store.GONE
    assert list(tmp_path.iterdir()) == []


def test_webdav_gets_what_differs(tmp_path: Path) -> None:
    root = tmp_path / "dav"
    root.mkdir()
    with serving_dav(root) as server:
        check_two_sites(root, lambda: WebDavStore(server.address, LOGIN, PASSWORD), tmp_path / "journal")
        puts = [path.removesuffix(store.PART) for path in server.asked if path.startswith("PUT")]
    assert [path.rpartition("club/")[2] for path in puts[:5]] == [
        *("static/a%20b.css", "K7M/standings.html", "M/1.html", "K7M/index.html", "index.html")
    ]


@pytest.mark.parametrize("requests", range(1, 18, 2))
def test_a_sending_that_is_cut_keeps_the_old_first_page_and_resumes_where_it_was(tmp_path: Path, requests: int) -> None:
    root, journal = tmp_path / "dav", tmp_path / "journal"
    root.mkdir()
    with serving_dav(root) as server:
        send(FIRST, WebDavStore(server.address, LOGIN, PASSWORD), journal)
        late = {**NEXT, "M/2.html": "h", "static/x.css": "i", "K7M/index.html": "j"}
        server.cut_after, before = requests, len(server.asked)
        with pytest.raises(CannotPublish) as cut:
            send(late, WebDavStore(server.address, LOGIN, PASSWORD), journal)
        done = {path for path in server.asked[before:] if path.startswith("MOVE")}
        shown = read_folder(root)
        assert cut.value.trouble == store.OFFLINE
        assert shown["index.html"] == "a" or set(late) <= set(shown)
        assert "M/1.html" in shown or shown["index.html"] == "f"
        server.cut_after, before = 10**9, len(server.asked)
        send(late, WebDavStore(server.address, LOGIN, PASSWORD), journal)
        again = done & {path for path in server.asked[before:] if path.startswith("MOVE")}
    assert read_folder(root) == late
    assert len(again) <= 1  # the one whose answer was lost


def test_webdav_says_who_refused_and_trusts_no_password_to_an_open_network(tmp_path: Path) -> None:
    with serving_dav(tmp_path) as server, pytest.raises(CannotPublish) as refused:
        WebDavStore(server.address, LOGIN, "wrong").read("index.html")
    assert refused.value.trouble == store.REFUSED
    with pytest.raises(CannotPublish) as offline:
        WebDavStore(server.address, LOGIN, PASSWORD).read("index.html")
    assert offline.value.trouble == store.OFFLINE
    with pytest.raises(CannotPublish) as open_network:
        WebDavStore("http://dav.example.org/club", LOGIN, PASSWORD)
    assert open_network.value.trouble == store.UNTRUSTED


def test_sftp_gets_what_differs_from_the_server_whose_key_is_known(tmp_path: Path, settings: Any) -> None:
    root, settings.WEBHOOK_HOSTS = tmp_path / "www", ["127.0.0.1"]
    with serving_sftp(tmp_path) as (address, key):
        shown = format_fingerprint(key)
        check_two_sites(root, lambda: SftpStore(address, LOGIN, PASSWORD, shown), tmp_path / "journal")
        for password, fingerprint, trouble in (("no", shown, store.REFUSED), (PASSWORD, "SHA256:x", store.UNTRUSTED)):
            with pytest.raises(CannotPublish) as refused:
                SftpStore(address, LOGIN, password, fingerprint)
            assert refused.value.trouble == trouble
        assert refused.value.detail == shown


def test_sftp_lets_the_club_s_own_key_in_and_says_of_another_that_it_is_not_known_yet(
    tmp_path: Path, settings: Any
) -> None:
    settings.WEBHOOK_HOSTS = ["127.0.0.1"]
    known, other = make_private_key(), make_private_key()
    with serving_sftp(tmp_path, write_public_line(known)) as (address, key):
        shown = format_fingerprint(key)
        check_two_sites(tmp_path / "www", lambda: SftpStore(address, LOGIN, known, shown), tmp_path / "journal")
        for secret, fingerprint, trouble in ((other, shown, store.KEY_REFUSED), (known, "SHA256:x", store.UNTRUSTED)):
            with pytest.raises(CannotPublish) as refused:
                SftpStore(address, LOGIN, secret, fingerprint)
            assert refused.value.trouble == trouble


def run_git(*words: str) -> str:
    """Run git and return what it says."""
    return subprocess.run(["git", *words], capture_output=True, check=True, text=True).stdout


class GitPlace:
    """A repository of the test, to which a site is sent; `work`: somebody's clone of it."""

    def __init__(self, root: Path) -> None:
        self.bare, self.work, self.own, self._site = (root / name for name in ("bare.git", "work", "own", "site"))
        run_git("init", "--quiet", "--bare", "--initial-branch=pages", str(self.bare))

    def push(self, files: dict[str, str]) -> int:
        """Write files and send them."""
        for name, digest in files.items():
            (self._site / name).parent.mkdir(parents=True, exist_ok=True)
            (self._site / name).write_text(f"<{digest}>", encoding="utf-8")
        return GitSender(f"{self.bare}#pages", "", "", self.own).send(self._site, files, "Soirée")

    def commit_by_hand(self, name: str) -> None:
        """Add a file to the branch, as somebody of the club does."""
        if not self.work.exists():
            run_git("clone", "--quiet", str(self.bare), str(self.work))
        (self.work / name).write_text("club.example.org", encoding="utf-8")
        run_git("-C", str(self.work), "add", name)
        author = ("-c", "user.name=a", "-c", "user.email=a@b")
        run_git("-C", str(self.work), *author, "commit", "--quiet", "-m", "Name")
        run_git("-C", str(self.work), "push", "--quiet")

    def count_commits(self) -> int:
        """Return how many commits lead to the branch."""
        return int(run_git("-C", str(self.bare), "rev-list", "--count", "pages"))

    def read(self) -> dict[str, str]:
        """Return what the branch holds."""
        names = run_git("-C", str(self.bare), "-c", "core.quotePath=no", "ls-tree", "-r", "--name-only", "pages")
        found = {
            name: run_git("-C", str(self.bare), "show", f"pages:{name}").strip("<>") for name in names.splitlines()
        }
        found.pop(MANIFEST_FILE)
        return found


@pytest.fixture
def git_place(tmp_path: Path) -> GitPlace:
    """An empty repository."""
    if shutil.which("git") is None:
        pytest.skip("no git here")
    return GitPlace(tmp_path)


def test_git_gets_what_differs_and_keeps_what_others_put_there(git_place: GitPlace) -> None:
    assert (git_place.push(FIRST), git_place.push(FIRST)) == (5, 0)
    git_place.commit_by_hand("CNAME")
    assert git_place.push(NEXT) == 3
    assert git_place.read() == NEXT | {"CNAME": "club.example.org"}


def test_a_git_site_has_no_history_in_which_a_former_name_stands(git_place: GitPlace) -> None:
    full, initials = FIRST | {"M/1.html": "Anne Lefèvre"}, FIRST | {"M/1.html": "A. L."}
    git_place.push(full)
    former = run_git("-C", str(git_place.bare), "rev-parse", "pages").strip()
    git_place.commit_by_hand("CNAME")
    git_place.push(initials)
    assert git_place.count_commits() == 1
    assert "Anne" not in run_git("-C", str(git_place.bare), "log", "--patch", "--all")
    run_git("-C", str(git_place.bare), "gc", "--quiet", "--prune=now")  # as its host does some day
    for repository in (git_place.bare, git_place.own):
        with pytest.raises(subprocess.CalledProcessError):
            run_git("-C", str(repository), "cat-file", "-e", former)
    git_place.push(initials)
    assert git_place.own.exists()
    assert git_place.count_commits() == 1


def test_the_history_that_an_earlier_version_made_goes_even_if_no_file_changed(git_place: GitPlace) -> None:
    git_place.push(FIRST)
    git_place.commit_by_hand("CNAME")
    assert git_place.count_commits() == 2
    assert git_place.push(FIRST) == 0
    assert git_place.count_commits() == 1
    assert git_place.read() == FIRST | {"CNAME": "club.example.org"}


def test_what_somebody_pushes_while_a_site_is_sent_is_not_lost(
    git_place: GitPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def push_meanwhile(sender: GitSender, *given: Any) -> None:
        git_place.commit_by_hand("CNAME")
        stage(sender, *given)

    git_place.push(FIRST)
    stage = GitSender._stage
    with monkeypatch.context() as patch, pytest.raises(CannotPublish):
        patch.setattr(GitSender, "_stage", push_meanwhile)
        git_place.push(NEXT)
    assert git_place.read() == FIRST | {"CNAME": "club.example.org"}
    assert git_place.push(NEXT) == 3
    assert git_place.read() == NEXT | {"CNAME": "club.example.org"}


def test_a_host_that_refuses_a_forced_push_is_named_and_keeps_its_branch(git_place: GitPlace) -> None:
    run_git("-C", str(git_place.bare), "config", "receive.denyNonFastForwards", "true")
    git_place.push(FIRST)
    with pytest.raises(CannotPublish) as refused:
        git_place.push(NEXT)
    assert refused.value.trouble == store.NO_FORCE
    assert git_place.read() == FIRST


@pytest.mark.parametrize(
    ("message", "trouble"),
    [
        ("fatal: unable to access 'https://…': Could not resolve host: example.org", store.OFFLINE),
        ("fatal: Authentication failed for 'https://…'", store.REFUSED),
        ("Host key verification failed.\nfatal: Could not read from remote repository.", store.UNTRUSTED),
        ("fatal: unable to access 'https://…': server certificate verification failed", store.UNTRUSTED),
        ("remote: GitLab: You are not allowed to force push code to a protected branch", store.NO_FORCE),
        ("remote: error: GH006: Protected branch update failed. Cannot force-push to this branch", store.NO_FORCE),
        ("error: something else", store.FAILED),
    ],
)
def test_the_words_of_git_are_understood(message: str, trouble: str) -> None:
    assert find_trouble(message) == trouble


def test_without_the_command_git_one_sentence_says_so(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotPublish) as refused:
        GitSender("https://example.org/site.git", "", "", tmp_path)
    assert (refused.value.trouble, refused.value.detail) == (store.NO_PROGRAM, "git")
