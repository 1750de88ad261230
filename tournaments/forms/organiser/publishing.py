"""The form of a place to which a club's site is sent."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.actions.webhooks.addresses import CannotSend, refuse_private_host
from tournaments.forms.addresses import find_address_fault, find_invisible, find_path_fault
from tournaments.forms.fields import get_field
from tournaments.models import PublicationTarget
from tournaments.models.publishing import ADDRESS_LENGTH, LOOPBACK, MANIFEST_FILE
from tournaments.presentation.text.webhook_text import TROUBLES

Kind = PublicationTarget.Kind
PORTS = {"https": 443, "sftp": 22, "ssh": 22}
SCHEMES = {Kind.WEBDAV: ("https",), Kind.SFTP: ("sftp",), Kind.GIT: ("https", "ssh")}
EXAMPLES = {
    Kind.WEBDAV: "https://dav.example.org/club",
    Kind.SFTP: "sftp://example.org/www/club",
    Kind.GIT: "https://example.org/club/site.git#main",
}


FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}=?")
VISITED = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~%/-]*)?", re.ASCII)
BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")
KIND_LABELS = {
    Kind.FOLDER: Kind.FOLDER.label,
    Kind.SFTP: _("l’hébergeur du site (SFTP)"),
    Kind.WEBDAV: _("un espace en ligne, comme Nextcloud (WebDAV)"),
    Kind.GIT: _("des pages tenues par git"),
}


class PublicationTargetForm(forms.Form):
    """The form of a place to which a club's public site is sent. `owns_machine`: the account may also choose a folder
    of this computer, a server that runs on it, and git with the computer's own key."""

    kind = forms.ChoiceField(label=_("Comment"), widget=forms.RadioSelect)
    place = forms.CharField(
        label=_("Où"),
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Le chemin d’un dossier, ou une adresse : https://…, sftp://…, et pour git la branche après #."),
        error_messages={"required": _("Dites où le site doit aller.")},
    )
    login = forms.CharField(
        label=_("Nom d’utilisateur"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    secret = forms.CharField(
        label=_("Mot de passe"),
        required=False,
        max_length=500,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_(
            "Il reste sur cet ordinateur, dans un fichier à part : ni les copies ni le journal ne le tiennent."
        ),
    )
    key = forms.BooleanField(
        label=_("Avec une clé au lieu d’un mot de passe"),
        required=False,
        help_text=_("Corbillon la fait ; vous donnerez à l’hébergeur la ligne que cette page montrera."),
    )
    host_key = forms.CharField(
        label=_("Empreinte du serveur SFTP"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("L’hébergeur la donne : SHA256:… Rien n’est dit à un serveur qui en a une autre."),
    )
    language = forms.ChoiceField(label=_("Langue du site"), choices=settings.LANGUAGES)
    address = forms.CharField(
        label=_("L’adresse où l’on visite le site"),
        required=False,
        max_length=ADDRESS_LENGTH - 1,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "Par exemple https://www.exemple.fr/club/. Avec elle, le fil et les calendriers y mènent, et chaque langue "
            "du site mène aux autres."
        ),
    )

    def __init__(self, data: Any = None, *, owns_machine: bool) -> None:
        super().__init__(
            data, initial={"language": get_language(), "kind": Kind.FOLDER if owns_machine else Kind.WEBDAV}
        )
        self._owns_machine = owns_machine
        get_field(self, "kind", forms.ChoiceField).choices = [
            (kind.value, label) for kind, label in KIND_LABELS.items() if owns_machine or kind != Kind.FOLDER
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        kind, place = data.get("kind"), data.get("place")
        if not kind or not place:
            return data
        if kind == Kind.FOLDER or (kind == Kind.GIT and self._owns_machine and Path(place).is_absolute()):
            problem = find_folder_problem(Path(place.partition("#")[0]), is_git=kind == Kind.GIT)
        else:
            problem = find_address_problem(Kind(kind), place, owns_machine=self._owns_machine)
        problem = find_invisible(place) or problem or (find_branch_problem(place) if kind == Kind.GIT else None)
        if problem:
            self.add_error("place", problem)
        if kind == Kind.SFTP:
            self._check_sftp(data)
        return data

    def _check_sftp(self, data: dict[str, Any]) -> None:
        """Add an error to each input that a login by SFTP needs and that is missing or malformed."""
        if "host_key" in data and not FINGERPRINT.fullmatch(data["host_key"]):
            self.add_error("host_key", _("Il faut l’empreinte du serveur : SHA256: et 43 lettres ou chiffres."))
        if data.get("login") == "":
            self.add_error("login", _("Il faut le nom d’utilisateur."))
        if data.get("secret") == "" and not data["key"]:
            self.add_error("secret", _("Tapez le mot de passe, ou prenez une clé."))

    def clean_address(self) -> str:
        """Return the address at which the site is visited, with a slash at its end; "" if none was typed."""
        address: str = self.cleaned_data["address"]
        if not address:
            return ""
        if fault := find_address_fault(address):
            raise ValidationError(fault)
        if not VISITED.fullmatch(address):
            raise ValidationError(
                _("Il faut une adresse comme %(example)s.") % {"example": "https://www.exemple.fr/club/"}
            )
        return address.rstrip("/") + "/"

    def clean_login(self) -> str:
        """Return the user name; raise ValidationError if it has invisible characters."""
        login: str = self.cleaned_data["login"]
        if fault := find_invisible(login):
            raise ValidationError(fault)
        return login

    @property
    def terms(self) -> dict[str, str]:
        """What was typed, by input name, without the password and the choice of a key."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("secret", "key")}

    @property
    def wants_key(self) -> bool:
        """True if the site is to be sent by SFTP with a key instead of a password."""
        return self.cleaned_data["kind"] == Kind.SFTP and bool(self.cleaned_data["key"])


def find_folder_problem(folder: Path, *, is_git: bool) -> Any:
    """Return the error message for a folder that cannot hold the site; None if it can. A folder with other files is
    refused, so that none is overwritten, unless it is to hold a git repository (`is_git`)."""
    if fault := find_path_fault(folder):
        return fault
    try:
        return judge_folder(folder, is_git=is_git)
    except (OSError, ValueError):
        return _("Ce dossier ne se laisse pas lire : prenez-en un autre.")


def judge_folder(folder: Path, *, is_git: bool) -> Any:
    """Return the error message for a folder that cannot hold the site; None if it can. `is_git`: it is to hold a git
    repository, and may hold other files. Raises OSError, ValueError if it cannot be read."""
    if folder.resolve().is_relative_to(settings.VAR_DIR.resolve()):
        return _("C’est le dossier de Corbillon lui-même : prenez-en un autre.")
    if not folder.is_dir():
        return _("Ce dossier n’existe pas : faites-le d’abord, vide.")
    if not is_git and any(folder.iterdir()) and not (folder / MANIFEST_FILE).exists():
        return _("Il y a déjà autre chose dans ce dossier : prenez-en un vide.")
    return None


def find_address_problem(kind: PublicationTarget.Kind, address: str, *, owns_machine: bool) -> Any:
    """Return the error message for an address to which the site cannot be sent; None if it can. Private addresses are
    refused, but this computer's own is allowed to whoever owns it."""
    if fault := find_address_fault(address):
        return fault
    try:
        split = urlsplit(address)
        is_known = bool(split.hostname) and (split.port is None or split.port > 0)
    except ValueError:
        split, is_known = urlsplit(""), False
    is_here = owns_machine and kind == Kind.WEBDAV and split.hostname in LOOPBACK
    is_strange = split.scheme not in SCHEMES[kind] or (split.scheme == "ssh" and not owns_machine)
    if not is_known or (is_strange and not is_here):
        return _("Il faut une adresse comme %(example)s.") % {"example": EXAMPLES[kind]}
    if split.password or (split.username and split.scheme != "ssh"):
        return _("Écrivez le nom et le mot de passe dans leurs cases, pas dans l’adresse.")
    return find_host_problem(split)


def find_host_problem(split: SplitResult) -> Any:
    """Return the error message for an address whose host is on a private network. None if the host is on the internet
    (as far as its name leads there now) or is one that this installation allows."""
    try:
        if split.scheme in PORTS:
            refuse_private_host(str(split.hostname), split.port or PORTS[split.scheme], settings.WEBHOOK_HOSTS)
    except CannotSend as why:
        return TROUBLES[why.trouble]
    return None


def find_branch_problem(place: str) -> Any:
    """Return the error message for the branch after «#» in a repository's address (`place`); None if it is right. A
    leading hyphen is refused, as git would read it as an option."""
    _remote, hash_sign, branch = place.partition("#")
    if hash_sign and not BRANCH.fullmatch(branch):
        return _("Une branche s’écrit en lettres simples, en chiffres et avec - _ . / : main.")
    return None
