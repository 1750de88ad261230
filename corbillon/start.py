"""Start Corbillon for a club: prepare its data, print the addresses, then become the server."""

import os
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from config import pango
from config.commands import ROOT
from config.hall import LOOPBACK_HALL, Hall, list_addresses, read_hall, save_hall
from config.system_calls import LONGEST_FOLDER, become, is_administrator, is_kept_from_us, is_path_too_long, take_lock
from config.version import list_python_holes
from corbillon import network
from corbillon.words import Stop, say

OUTSIDE = "0.0.0.0"
STARTING_LOCK = "starting.lock"  # held by the start that prepares the data


def get_var_folder() -> Path:
    """Return the folder of the installation's data: CORBILLON_VAR, else `var` beside the Makefile."""
    return Path(os.environ.get("CORBILLON_VAR") or ROOT / "var")


def choose_port() -> int:
    """Return the port of the command line, else the one of last time. Raises Stop if it cannot be used."""
    kept = read_hall(get_var_folder()) or LOOPBACK_HALL
    port = network.parse_port(os.environ.get("CORBILLON_PORT") or str(kept.port))
    network.check_free(port)
    return port


def prepare(python: str = sys.executable) -> None:
    """Bring the data up to date; the first time, make it, with a demonstration unless CORBILLON_DEMO is 0.

    `python`: the interpreter that has the program's packages. Raises Stop, also where another start is at it: an icon
    clicked twice.
    """
    var = get_var_folder()
    _make_var(var)
    demo = [] if os.environ.get("CORBILLON_DEMO") == "0" else ["--demo"]
    with ExitStack() as alone:
        with suppress(OSError):  # the command says what is wrong with the folder
            if not (lock := take_lock(var / STARTING_LOCK)):
                raise Stop(
                    "Corbillon démarre déjà avec ces données, dans une autre fenêtre : fermez celle-ci.",
                    "Corbillon is already starting with these data, in another window: close this one.",
                )
            alone.enter_context(lock)
        if subprocess.run([python, str(ROOT / "manage.py"), "prepare", *demo], cwd=ROOT, check=False).returncode:
            raise Stop("La préparation n’a pas abouti (voir ci-dessus).", "The preparation failed (see above).")


def _make_var(var: Path) -> None:
    """Create the data folder, readable by its owner alone: it holds names, the secret key and a password. Raises
    Stop."""
    if is_path_too_long(var):
        raise Stop(
            f"Le chemin {var} est trop long pour Windows : prenez un dossier de {LONGEST_FOLDER} signes au plus.",
            f"The path {var} is too long for Windows: take a folder of {LONGEST_FOLDER} characters at most.",
        )
    with suppress(OSError):  # said below, as for a folder that is there
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(var, os.W_OK):
        raise refuse_folder(var)


def refuse_folder(folder: Path) -> Stop:
    """Return the sentence for a folder in which this account may not write."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    if there is None:
        return Stop(
            f"Rien ne peut être enregistré dans {folder} : ce disque ou cette clé n’est pas là.",
            f"Nothing can be kept in {folder}: that disk or stick is not there.",
        )
    if is_kept_from_us(there):
        mend = f"sudo chown -R {os.environ.get('USER') or '$USER'} {there}"
        return Stop(
            f"Le dossier {there} appartient à l’administrateur (root). Reprenez-le : {mend}",
            f"The folder {there} belongs to the administrator (root). Take it back: {mend}",
        )
    return Stop(
        f"Rien ne peut être enregistré dans {folder} : le dossier est en lecture seule.",
        f"Nothing can be kept in {folder}: the folder is read-only.",
    )


def serve(port: int) -> None:
    """Replace this process by the server, so that Ctrl-C reaches it directly; never returns."""
    var = get_var_folder()
    hall = Hall(_choose_address(var), port)
    alone = os.environ.get("CORBILLON_ADDRESS") == LOOPBACK_HALL.address
    _announce(var, hall, alone=alone)
    bind = f"{LOOPBACK_HALL.address if alone else OUTSIDE}:{port}"
    os.chdir(ROOT)
    become([sys.executable, "-m", "config.server"], {**os.environ, "CORBILLON_BIND": bind})


def _choose_address(var: Path) -> str:
    """Return the address for phones: from the command line, else found or asked for; it is saved for the QR codes."""
    kept = read_hall(var)
    address = os.environ.get("CORBILLON_ADDRESS") or network.choose_address(
        list_addresses(), kept.address if kept else None, _ask if sys.stdin.isatty() else None
    )
    return address or LOOPBACK_HALL.address


def _ask(question: str) -> str:
    """Return what was typed; "" if the terminal was closed."""
    try:
        return input(question)
    except EOFError:
        return ""


def _announce(var: Path, hall: Hall, *, alone: bool) -> None:
    """Print where the program is found and how it is stopped. `alone`: this computer is the only one that may come."""
    here = Hall(LOOPBACK_HALL.address, hall.port)
    say("", "")
    say(f"  Sur cet ordinateur / on this computer:  {here.url}")
    _keep(var, hall)
    if alone:
        say("  127.0.0.1 : cet ordinateur seul peut venir, pas les téléphones.")
        say("  127.0.0.1: this computer alone can come, phones cannot.")
    elif hall.address == here.address:
        say("  Pas de réseau : les téléphones ne peuvent pas venir. / No network: phones cannot come.")
    else:
        say(f"  Téléphones de la salle / phones in the hall:  {hall.url}")
    if (note := var / "organiser.txt").exists():
        say(f"  Nom et mot de passe / name and password:  {note}")
    if is_administrator() and not alone:
        say("  Corbillon tourne en administrateur (root) et répond à tout le réseau : un compte ordinaire suffit.")
        say("  Corbillon runs as root and answers the whole network: an ordinary account is enough.")
    if holes := ", ".join(list_python_holes()):
        say(f"  Ce Python a une faille connue ({holes}) : mettez-le à jour. / It has a known hole: update this Python.")
    if not pango.is_installed():
        say("  Pas de PDF, il manque Pango : imprimez depuis le navigateur, les feuilles sont les mêmes.")
        say("  No PDFs, Pango is missing: print from the browser, the sheets are the same.")
        if command := pango.find_install_command():
            say(f"  Pour l’installer / to install it:  {command}")
    say("  Pour arrêter : Ctrl-C. / To stop: Ctrl-C.", "")


def _keep(var: Path, hall: Hall) -> None:
    """Save the address for the QR codes; if it has changed, say that printed ones no longer work. A laptop without
    network keeps the hall's address, because it may come back there."""
    kept = read_hall(var)
    if kept == hall or (kept and hall.address == LOOPBACK_HALL.address != kept.address):
        return
    if kept:
        say(f"  L’adresse a changé (c’était {kept.url}) : réimprimez les QR. / It has changed: print the QRs again.")
    save_hall(var, hall)
