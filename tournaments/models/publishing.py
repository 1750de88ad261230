"""Where a club's public pages are also sent as a site of files."""

from secrets import token_hex

from django.db import models
from django.utils.translation import gettext_lazy as _

from .clubs import Club

MANIFEST_FILE = "corbillon-site.json"
"""The list of its files that a sent site carries with it: by it a folder is known to hold a site."""
ADDRESS_LENGTH = 200
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""This computer itself, to which alone a password may go without TLS."""


def make_target_key() -> str:
    """Make the name of a target's files in the data folder, which no other target ever has."""
    return token_hex(16)


class PublicationTarget(models.Model):
    """One place to which a club's site goes. `place`: a folder, or an address; `login`: the name there; `host_key`: the
    fingerprint of an SFTP server. The password is in no database: it lies in a file of the data folder that `key`
    names, and without it nothing is sent. `address`: where people visit the site, with a slash at its end; "" where
    nobody said."""

    class Kind(models.TextChoices):
        """How the files of the site get to the place."""

        FOLDER = "folder", _("un dossier, une clé USB")
        WEBDAV = "webdav", _("WebDAV")
        GIT = "git", _("git")
        SFTP = "sftp", _("SFTP")

    club = models.ForeignKey(Club, models.CASCADE, related_name="publication_targets")
    key = models.CharField(max_length=32, unique=True, default=make_target_key, editable=False)
    kind = models.CharField(_("comment"), max_length=8, choices=Kind, default=Kind.FOLDER)
    place = models.CharField(_("où"), max_length=500)
    login = models.CharField(_("nom d’utilisateur"), max_length=100, blank=True, default="")
    host_key = models.CharField(_("empreinte du serveur"), max_length=100, blank=True, default="")
    language = models.CharField(_("langue"), max_length=2, default="fr")
    address = models.CharField(max_length=ADDRESS_LENGTH, blank=True, default="")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.place
