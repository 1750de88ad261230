"""The last figure of a known total is filled in, whatever the total is and whether it may be below zero."""

from typing import Any

import pytest

from scoring.language import Text
from scoring.model import CoupField
from tests.web.sheet_forms import OrganiserAtTable
from tournaments.forms.events.declared_coup import fill_in_figures


@pytest.mark.parametrize(
    ("low", "total", "typed", "filled"),
    [
        (0, 120, (58, 37, None), (58, 37, 25)),
        (0, 120, (90, 37, None), (90, 37, 0)),
        (-1000, 0, (40, 10, None), (40, 10, -50)),
        (-1000, 0, (-40, None, 10), (-40, 30, 10)),
        (10, 162, (150, 10, None), (150, 10, 10)),
        (-1000, 0, (40, None, None), (40, None, None)),
        (0, None, (40, 10, None), (40, 10, None)),
    ],
)
def test_the_last_figure_of_a_total_is_what_the_others_leave(
    low: int, total: int | None, typed: tuple[Any, ...], filled: tuple[Any, ...]
) -> None:
    names = [f"points.{seat}" for seat in (1, 2, 3)]
    fields = {name: CoupField(name, name, "integer", low, 1000, True, Text("points"), total) for name in names}
    assert tuple(fill_in_figures(fields, dict(zip(names, typed, strict=True))).values()) == filled


@pytest.mark.django_db
@pytest.mark.parametrize(("preset", "keyboard"), [("belote", "numeric"), ("tarot", "text")])
def test_the_desk_asks_a_phone_for_a_keyboard_with_a_minus_where_points_may_be_lost(preset: str, keyboard: str) -> None:
    desk = OrganiserAtTable("marque", preset=preset)
    entry, paper = (desk.client.get(f"/desk/table/{desk.table.pk}/{page}") for page in ("mark/coup", "paper"))
    assert entry.context["form"].fields["points.1"].widget.attrs["inputmode"] == keyboard
    assert ('inputmode="numeric"' in paper.content.decode()) == (keyboard == "numeric")
