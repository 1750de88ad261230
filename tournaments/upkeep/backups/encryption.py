"""Encrypting the backups that leave the computer, by a passphrase.

`cryptography` does it, which is installed anyway for the accounts' second code: scrypt makes the key of the passphrase,
ChaCha20-Poly1305 encrypts and signs the whole file. The file begins with a line that names the format and a line of
JSON with all that is needed beside the passphrase, so that any program with these two can open it; both lines are
signed too.
"""

import json
import secrets
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any

FIRST_LINE = b"corbillon.sauvegarde-chiffree/1\n"
KEY_BYTES, SALT_BYTES, NONCE_BYTES = 32, 16, 12
SCRYPT_COST = {"n": 2**16, "r": 8, "p": 1}  # 64 MB and a third of a second for each guess
MOST_HEADER_BYTES = 1_000


class CannotDecrypt(Exception):
    """Raised for a file that was encrypted with another passphrase, or is damaged."""


@dataclass(frozen=True)
class BackupKey:
    """An encryption key made from a passphrase and a `salt`. Whoever has it can open the backups; the passphrase cannot
    be found from it."""

    key: bytes
    salt: bytes

    @classmethod
    def derive(cls, passphrase: str, salt: bytes = b"") -> "BackupKey":
        """Return the key of the passphrase with this salt, or with a new one."""
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

        salt = salt or secrets.token_bytes(SALT_BYTES)
        return cls(Scrypt(salt=salt, length=KEY_BYTES, **SCRYPT_COST).derive(passphrase.encode()), salt)

    def to_json(self) -> dict[str, str]:
        """Return the key as it is kept on this computer."""
        return {"key": b64encode(self.key).decode(), "salt": b64encode(self.salt).decode()}

    @classmethod
    def from_json(cls, stored: Any) -> "BackupKey":
        """Return the key that was kept, as `to_json` gave it. Raises ValueError, KeyError, TypeError if it is none."""
        return cls(b64decode(stored["key"]), b64decode(stored["salt"]))


def encrypt(content: bytes, key: BackupKey) -> bytes:
    """Return the content encrypted with the key."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    nonce = secrets.token_bytes(NONCE_BYTES)
    header = {"salt": b64encode(key.salt).decode(), "nonce": b64encode(nonce).decode(), "scrypt": SCRYPT_COST}
    first = FIRST_LINE + json.dumps(header).encode() + b"\n"
    return first + ChaCha20Poly1305(key.key).encrypt(nonce, content, first)


def is_encrypted(content: bytes) -> bool:
    """True if the content begins as an encrypted backup does."""
    return content.startswith(FIRST_LINE)


def decrypt(content: bytes, passphrase: str) -> bytes:
    """Return what was encrypted with a key of this passphrase. Raises CannotDecrypt."""
    try:
        salt = b64decode(_read_header(content)["salt"])
        return decrypt_with_key(content, BackupKey.derive(passphrase, salt))
    except (ValueError, KeyError, TypeError):
        raise CannotDecrypt from None


def decrypt_with_key(content: bytes, key: BackupKey) -> bytes:
    """Return what was encrypted with this key. Raises CannotDecrypt."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        nonce = b64decode(_read_header(content)["nonce"])
        first = content[: content.index(b"\n", len(FIRST_LINE)) + 1]
        return ChaCha20Poly1305(key.key).decrypt(nonce, content[len(first) :], first)
    except (ValueError, KeyError, TypeError, InvalidTag):
        raise CannotDecrypt from None


def _read_header(content: bytes) -> dict[str, Any]:
    """Return the header of an encrypted backup, as a JSON object. Raises ValueError. The scrypt cost written there is
    for other programs: only our own is used, since a file could ask for any amount of memory."""
    end = content.index(b"\n", len(FIRST_LINE), len(FIRST_LINE) + MOST_HEADER_BYTES)
    try:
        header: dict[str, Any] = json.loads(content[len(FIRST_LINE) : end])
    except RecursionError:  # what is nested too deep
        raise ValueError from None
    return header
