"""Files of each kind that the program reads, damaged at random: each is read, or refused in a sentence."""

from random import Random

import pytest

from tests.fixtures.amounts import choose_amount
from tests.fixtures.damaged_files import build_kinds
from tournaments.upkeep.backups.encryption import FIRST_LINE, CannotDecrypt, decrypt

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]

TIMES = choose_amount(8, 25)


def test_a_damaged_file_is_read_or_refused_in_a_sentence() -> None:
    for name, kind in build_kinds().items():
        assert all(map(kind.takes, kind.contents)), name
        random = Random(name)
        refused = [kind.takes(kind.damage_one(random)) for _n in range(TIMES)].count(False)
        assert refused or name == "partie", f"{name}: what is damaged so often is refused now and then"


def test_an_encrypted_backup_whose_header_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(CannotDecrypt):
        decrypt(FIRST_LINE + b"[" * 990 + b"\n" + b"x" * 100, "mot de passe")
