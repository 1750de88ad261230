"""The key with which a club logs in by SFTP in place of a password: Ed25519, made here. Its private part is kept as a
password is; the host is given the other one."""

FIRST_LINE = "-----BEGIN OPENSSH PRIVATE KEY-----"
COMMENT = "corbillon"


def make_private_key() -> str:
    """Make a key and return its private part, as OpenSSH writes it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    made = Ed25519PrivateKey.generate()
    return made.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()).decode()


def is_private_key(secret: str) -> bool:
    """True if the stored secret of a target is a private key, not a password."""
    return secret.startswith(FIRST_LINE)


def write_public_line(private_key: str) -> str:
    """Return the line of `authorized_keys` that lets the key in: its public part."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_ssh_private_key

    public = load_ssh_private_key(private_key.encode(), None).public_key()
    return f"{public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()} {COMMENT}"
