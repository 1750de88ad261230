"""A site as a branch of a git repository, sent by the git command of this computer. A push is all or nothing."""

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from tournaments.upkeep.publishing.manifest import MANIFEST_FILE, read_sent_files, write_sent_files

from .reach import find_addresses
from .store import FAILED, NO_PROGRAM, OFFLINE, REFUSED, UNTRUSTED, CannotPublish

DEFAULT_BRANCH = "main"
GIT_SECONDS = 600
AUTHOR = ("-c", "user.name=Corbillon", "-c", "user.email=corbillon@localhost", "-c", "commit.gpgsign=false")
HELPER = "!f() { echo username=$CORBILLON_GIT_LOGIN; echo password=$CORBILLON_GIT_PASSWORD; }; f"
SETTINGS: tuple[str, ...] = (
    *("-c", "credential.helper=", "-c", f"credential.helper={HELPER}"),
    *("-c", "core.autocrlf=false", "-c", "http.followRedirects=false"),
)
PORTS = {"https": 443, "ssh": 22}
SIGNS = (
    (UNTRUSTED, ("host key verification failed", "certificate", "ssl")),
    (REFUSED, ("authentication failed", "permission denied", "access denied", "could not read username", "403")),
    (OFFLINE, ("could not resolve", "unable to access", "could not read from remote", "timed out", "unreachable")),
)
"""What git says, in small letters, of each kind of trouble; the first that fits."""


class GitSender:
    """The repository at `place`, as "https://example.org/club/site.git#branch"; `folder`: where this computer keeps its
    own side of it. What others put into the branch stays."""

    def __init__(self, place: str, login: str, password: str, folder: Path) -> None:
        if shutil.which("git") is None:
            raise CannotPublish(NO_PROGRAM, "git")
        self._remote, _hash, branch = place.partition("#")
        self._branch = branch or DEFAULT_BRANCH
        self._folder = folder
        self._settings = SETTINGS
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "LC_ALL": "C",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ALLOW_PROTOCOL": "https:ssh" if urlsplit(self._remote).scheme in ("https", "ssh") else "file",
            "GIT_SSH_COMMAND": "ssh -o BatchMode=yes -o StrictHostKeyChecking=yes",
            "CORBILLON_GIT_LOGIN": login,
            "CORBILLON_GIT_PASSWORD": password,
        }

    def send(self, site: Path, files: dict[str, str], message: str) -> int:
        """Commit what differs from the branch, and push it. `site`: the folder of the site, `files`: the digest of each
        of its files. Return how many files were changed or deleted. Raises CannotPublish."""
        self._judge_remote()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._run("init", "--quiet", "--bare", str(self._folder), at=site)
        is_there = self._fetch(site)
        sent = read_sent_files(self._read(site, f"FETCH_HEAD:{MANIFEST_FILE}")) if is_there else {}
        if sent == files:
            return 0
        self._run("read-tree", *(["FETCH_HEAD"] if is_there else ["--empty"]), at=site)
        changed = [file for file, digest in files.items() if sent.get(file) != digest]
        gone = [file for file in sent if file not in files]
        self._stage(site, files, changed, gone)
        tree = self._run("write-tree", at=site)
        parent = ["-p", self._run("rev-parse", "FETCH_HEAD", at=site)] if is_there else []
        commit = self._run(*AUTHOR, "commit-tree", tree, *parent, "-m", message, at=site)
        self._run("push", "--quiet", self._remote, f"{commit}:refs/heads/{self._branch}", at=site)
        return len(changed) + len(gone)

    def _judge_remote(self) -> None:
        """Find out where the remote is, and let git connect to no other address than those that were judged, nor follow
        a server elsewhere. A name that nobody knows may be one that ssh is configured for. Raises CannotPublish."""
        split = urlsplit(self._remote)
        if split.scheme not in PORTS:
            return
        host, port = split.hostname or "", split.port or PORTS[split.scheme]
        if found := find_addresses(host, port):
            ips = ",".join(f"[{ip}]" if ":" in ip else ip for ip in found)
            self._settings += ("-c", f"http.curloptResolve={host}:{port}:{ips}")

    def _fetch(self, site: Path) -> bool:
        """Fetch the last commit of the branch; False where the repository has no such branch yet."""
        heads = self._run("ls-remote", "--heads", self._remote, self._branch, at=site)
        if not heads:
            return False
        self._run("fetch", "--quiet", "--depth", "1", self._remote, f"refs/heads/{self._branch}", at=site)
        return True

    def _read(self, site: Path, name: str) -> bytes | None:
        """Return a file of a commit; None where it has none."""
        try:
            return self._run("show", name, at=site).encode()
        except CannotPublish:
            return None

    def _stage(self, site: Path, files: dict[str, str], changed: list[str], gone: list[str]) -> None:
        """Put into git's index what is to be in the next commit."""
        if changed:
            names = "\0".join(changed)
            self._run("update-index", "--add", "-z", "--stdin", at=site, typed=names)
        if gone:
            self._run("update-index", "--force-remove", "-z", "--stdin", at=site, typed="\0".join(gone))
        listed = self._run("hash-object", "-w", "--stdin", at=site, typed=write_sent_files(files).decode())
        self._run("update-index", "--add", "--cacheinfo", f"100644,{listed},{MANIFEST_FILE}", at=site)

    def _run(self, *words: str, at: Path, typed: str = "") -> str:
        """Run git with the site as its work tree; return what it says. Raises CannotPublish."""
        command = ["git", *self._settings, f"--git-dir={self._folder}", f"--work-tree={at}", *words]
        if words[0] == "init":
            command = ["git", *words]
        try:
            done = subprocess.run(
                command,
                cwd=at,
                env=self._environment,
                input=typed,
                capture_output=True,
                encoding="utf-8",
                timeout=GIT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise CannotPublish(OFFLINE, words[0]) from error
        if done.returncode:
            raise CannotPublish(find_trouble(done.stderr), " ".join(done.stderr.split()[-40:]))
        return done.stdout.strip()


def find_trouble(message: str) -> str:
    """Return the kind of trouble that git's words tell of."""
    small = message.lower()
    return next((trouble for trouble, signs in SIGNS if any(sign in small for sign in signs)), FAILED)
