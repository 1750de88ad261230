"""A site as a branch of a git repository, sent by the git command of this computer. A push is all or nothing.

The branch is one commit without parents, which replaces the one before: a name that became initials, or was erased,
stands in no history (`docs/decisions/0022-the-site-of-files.md`).
"""

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from tournaments.upkeep.publishing.manifest import MANIFEST_FILE, read_sent_files, write_sent_files

from .pins import pin_https, pin_ssh
from .store import FAILED, NO_FORCE, NO_PROGRAM, OFFLINE, REFUSED, UNTRUSTED, CannotPublish

DEFAULT_BRANCH = "main"
GIT_SECONDS = 600
AUTHOR = ("-c", "user.name=Corbillon", "-c", "user.email=corbillon@localhost", "-c", "commit.gpgsign=false")
HELPER = "!f() { echo username=$CORBILLON_GIT_LOGIN; echo password=$CORBILLON_GIT_PASSWORD; }; f"
SETTINGS: tuple[str, ...] = (
    *("-c", "credential.helper=", "-c", f"credential.helper={HELPER}"),
    *("-c", "core.autocrlf=false", "-c", "http.followRedirects=false"),
    *("-c", "core.logAllRefUpdates=false"),
)
HTTPS_PORT = 443
SSH = ("ssh", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=yes")
SIGNS = (
    (NO_FORCE, ("force-push", "force push", "non-fast-forward", "protected branch")),
    (UNTRUSTED, ("host key verification failed", "certificate", "ssl")),
    (REFUSED, ("authentication failed", "permission denied", "access denied", "could not read username", "403")),
    (OFFLINE, ("could not resolve", "unable to access", "could not read from remote", "timed out", "unreachable")),
)
"""Words, in small letters, by which git's messages tell each kind of trouble; the first that fits counts."""


class GitSender:
    """The repository at `place`, as "https://example.org/club/site.git#branch". `folder`: where this computer keeps its
    own copy of that repository. Files that others put into the branch stay."""

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
            "GIT_SSH_COMMAND": shlex.join(SSH),
            "CORBILLON_GIT_LOGIN": login,
            "CORBILLON_GIT_PASSWORD": password,
        }

    def send(self, site: Path, files: dict[str, str], message: str) -> int:
        """Commit the site, and put that commit in the place of the branch, unless this holds the same. `site`: the
        folder of the site, `files`: the digest of each of its files. Return how many files were changed or deleted.
        Raises CannotPublish."""
        self._judge_remote()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._run("init", "--quiet", "--bare", str(self._folder), at=site)
        former = self._fetch(site)
        sent = read_sent_files(self._read(site, f"{former}:{MANIFEST_FILE}")) if former else {}
        if sent == files and not self._has_history(site, former):
            return 0
        self._run("read-tree", former or "--empty", at=site)
        changed = [file for file, digest in files.items() if sent.get(file) != digest]
        gone = [file for file in sent if file not in files]
        self._stage(site, files, changed, gone)
        tree = self._run("write-tree", at=site)
        commit = self._run(*AUTHOR, "commit-tree", tree, "-m", message, at=site)
        head = f"refs/heads/{self._branch}"
        lease = f"--force-with-lease={head}:{former}"  # what somebody pushed meanwhile is not lost
        self._run("push", "--quiet", lease, self._remote, f"{commit}:{head}", at=site)
        self._forget_all_but(site, commit)
        return len(changed) + len(gone)

    def _judge_remote(self) -> None:
        """Look up the remote's addresses, and let git connect to those alone and follow no redirection. Raises
        CannotPublish."""
        split = urlsplit(self._remote)
        if split.scheme == "https":
            self._settings += pin_https(split.hostname or "", split.port or HTTPS_PORT)
        elif split.scheme == "ssh":
            pinned = SSH + pin_ssh(split.hostname or "", split.port)
            self._environment["GIT_SSH_COMMAND"] = shlex.join(pinned)

    def _fetch(self, site: Path) -> str:
        """Fetch the branch's last commit into this computer's copy, and return its hash; "" where the repository has no
        such branch yet. `site`: the folder of the site's files."""
        heads = self._run("ls-remote", "--heads", self._remote, f"refs/heads/{self._branch}", at=site)
        if not heads:
            return ""
        self._run("fetch", "--quiet", "--depth", "1", self._remote, f"refs/heads/{self._branch}", at=site)
        return self._run("rev-parse", "FETCH_HEAD", at=site)

    def _has_history(self, site: Path, commit: str) -> bool:
        """True if the commit of this hash has a parent. `site`: the folder of the site's files."""
        head, _blank, _message = self._run("cat-file", "commit", commit, at=site).partition("\n\n")
        return any(line.startswith("parent ") for line in head.splitlines())

    def _forget_all_but(self, site: Path, commit: str) -> None:
        """Delete from this computer's copy of the repository whatever the commit does not hold. `site`: the folder of
        the site's files."""
        self._run("update-ref", "refs/heads/sent", commit, at=site)
        (self._folder / "FETCH_HEAD").unlink(missing_ok=True)
        self._run("gc", "--quiet", "--prune=now", at=site)

    def _read(self, site: Path, name: str) -> bytes | None:
        """Return the file that `name` («COMMIT:manifest.json») names in the repository; None where there is none."""
        try:
            return self._run("show", name, at=site).encode()
        except CannotPublish:
            return None

    def _stage(self, site: Path, files: dict[str, str], changed: list[str], gone: list[str]) -> None:
        """Put into git's index what is to be in the next commit. `files`: the digest of each of the site's files;
        `changed`: those to add, `gone`: those to remove."""
        if changed:
            names = "\0".join(changed)
            self._run("update-index", "--add", "-z", "--stdin", at=site, typed=names)
        if gone:
            self._run("update-index", "--force-remove", "-z", "--stdin", at=site, typed="\0".join(gone))
        listed = self._run("hash-object", "-w", "--stdin", at=site, typed=write_sent_files(files).decode())
        self._run("update-index", "--add", "--cacheinfo", f"100644,{listed},{MANIFEST_FILE}", at=site)

    def _run(self, *words: str, at: Path, typed: str = "") -> str:
        """Run git with these words in the folder `at`, its work tree; return what it prints. `typed`: its standard
        input. Raises CannotPublish."""
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
    """Return the trouble, a key of `SENDING_TROUBLES`, that git's error message tells of."""
    small = message.lower()
    return next((trouble for trouble, signs in SIGNS if any(sign in small for sign in signs)), FAILED)
