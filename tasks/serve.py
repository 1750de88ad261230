"""Run `make run`: print the addresses of Corbillon, then become the server."""

import os
import sys
from pathlib import Path

from config import pango
from config.hall import LOOPBACK_HALL, Hall, list_addresses, read_hall, save_hall
from tasks import network
from tasks.environment import ROOT, python, var_folder
from tasks.words import say

OUTSIDE = "0.0.0.0"


def wanted_port() -> int:
    """Return the port of the command line, else the one of last time; raise Stop if it cannot be used."""
    kept = read_hall(var_folder()) or LOOPBACK_HALL
    port = network.parse_port(os.environ.get("CORBILLON_PORT") or str(kept.port))
    network.check_free(port)
    return port


def serve(port: int) -> None:
    """Replace this process by the server, so that Ctrl-C reaches it directly; never returns."""
    var = var_folder()
    hall = Hall(_address(var), port)
    _announce(var, hall)
    environment = os.environ | {"CORBILLON_BIND": f"{OUTSIDE}:{port}"}
    os.chdir(ROOT)
    os.execve(python(), [python(), "-m", "config.server"], environment)


def _address(var: Path) -> str:
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


def _announce(var: Path, hall: Hall) -> None:
    here = Hall(LOOPBACK_HALL.address, hall.port)
    say("", "")
    say(f"  Sur cet ordinateur / on this computer:  {here.url}")
    _keep(var, hall)
    if hall.address == here.address:
        say("  Pas de réseau : les téléphones ne peuvent pas venir. / No network: phones cannot come.")
    else:
        say(f"  Téléphones de la salle / phones in the hall:  {hall.url}")
    if (note := var / "organiser.txt").exists():
        say(f"  Nom et mot de passe / name and password:  {note}")
    if not pango.is_installed():
        command = pango.find_install_command()
        say(f"  Pas de PDF : il manque Pango. Installez-le : {command}")
        say(f"  No PDFs: Pango is missing. Install it: {command}  (until then, print from the browser)")
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
