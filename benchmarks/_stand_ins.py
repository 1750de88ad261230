"""Images that stand in for the base images of packaging/container/, made of Debian's packages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")  # of this machine: its network may have a signature of its own
FAILED = r"^exit code: [1-9]"  # podman-compose 1.0.3 says it, and ends with 0
CONTAINERFILE = """\
FROM localhost/debian
COPY ca-certificates.crt /etc/ssl/certs/
ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt PIP_DEFAULT_TIMEOUT=180 XDG_DATA_HOME=/data
RUN printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d \\
 && apt-get update && apt-get install -y --no-install-recommends python3-pip python-is-python3 postgresql caddy
COPY start-postgres /
STOPSIGNAL SIGINT
CMD ["sh", "/start-postgres"]
"""
START_POSTGRES = """\
set -e
cd /usr/lib/postgresql/*/bin
data=/var/lib/postgresql/data
own="setpriv --reuid=postgres --regid=postgres --init-groups"
install -d -o postgres -g postgres -m 700 $data /run/postgresql
if [ ! -e $data/PG_VERSION ]; then
    printf %s "$POSTGRES_PASSWORD" > /tmp/password
    chown postgres /tmp/password
    $own ./initdb --username=$POSTGRES_USER --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 $data
    echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
    echo "CREATE DATABASE $POSTGRES_DB" | $own ./postgres --single -D $data postgres
fi
exec $own ./postgres -D $data -c 'listen_addresses=*'
"""


def make_stand_ins(folder: Path, base: Path, recipe: Path) -> None:
    """Make an image of the Debian with Python, PostgreSQL and Caddy, and call it by the names of all base images."""
    context = folder / "stand-in"
    context.mkdir(exist_ok=True)
    shutil.copy(BUNDLE, context)
    for name, text in (("start-postgres", START_POSTGRES), ("Containerfile", CONTAINERFILE)):
        (context / name).write_text(text, encoding="utf-8")
    call(f"tar --create --exclude=./package.deb --directory={base} . | podman import - localhost/debian", folder)
    call("podman build -t stand-in stand-in", folder)
    for file in ("Containerfile", "compose.yaml"):
        for name in set(re.findall(r"docker\.io/\S+", (recipe / file).read_text(encoding="utf-8"))):
            call(f"podman tag stand-in {name}", folder)


def call(line: str, folder: Path) -> str:
    """Run a line of a shell in the folder, and return what it says. Exits 1 where it fails."""
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode or re.search(FAILED, done.stdout, re.MULTILINE):
        print(f"{line}\n{done.stdout}")
        sys.exit(1)
    return done.stdout.strip()
