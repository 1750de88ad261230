"""Two clubs alike, for every test of who may see and do what."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from tests.web.rights_world import RightsWorld, build_rights_world


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[RightsWorld]:
    """Both clubs, built once: no test leaves anything behind, and nobody is asked again who he is, however late."""
    asked_late = override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=10**9)
    with django_db_blocker.unblock(), asked_late, transaction.atomic():
        yield build_rights_world()
        transaction.set_rollback(True)
