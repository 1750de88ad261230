"""Lists of players that are made to hold the reader up, or were damaged: each is read or refused in a sentence."""

from pathlib import Path
from random import Random

import pytest

from tests.fixtures.mutations import mutate_file, read_damaged
from tests.fixtures.workbooks import HEADS, HOSTILE, build_ods, build_ods_table, build_xlsx
from tournaments.forms.lists import cards, number_formats, sheets, zipped_xml
from tournaments.forms.lists.cards import iterate_properties
from tournaments.forms.lists.reading import read_player_file
from tournaments.forms.lists.sheets import UnreadablePlayerFile

LISTS = Path(__file__).parent / "lists"


TOO_MUCH = dict.fromkeys(("more rows", "letters", "a comment", "an attribute", "bytes"), "est trop grand")
TOO_MUCH |= dict.fromkeys(("rows", "repeated rows"), "2000 lignes au plus")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_workbook_made_to_hold_the_reader_up_is_refused_in_a_sentence(name: str) -> None:
    content = HOSTILE[name]()
    assert len(content) < 200_000
    with pytest.raises(UnreadablePlayerFile, match=TOO_MUCH.get(name, "est abîmé")):
        read_player_file(content)


def test_a_line_of_a_card_is_bounded_however_it_is_folded() -> None:
    for line in (
        f"NOTE:{'x' * 90_000}",
        "NOTE:x\n" + f" {'x' * 70}\n" * 2000,
        "NOTE;QUOTED-PRINTABLE:x=\n" + "x=\n" * 90_000,
    ):
        assert max(len(text) for _first, text in iterate_properties(line)) <= cards.MOST_LINE_BYTES


CELLS = ["Anne", *(str(n) for n in range(sheets.MOST_COLUMNS + 20)), "b" * (sheets.MOST_CELL_LETTERS + 100)]
WIDE = {
    "csv": lambda cells: ";".join(cells).encode(),
    "ods": lambda cells: build_ods(build_ods_table(cells)),
    "xlsx": lambda cells: build_xlsx(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells) + "</row>"
    ),
}


@pytest.mark.parametrize("kind", WIDE)
def test_of_a_row_as_many_cells_and_letters_are_kept_as_a_list_has(kind: str) -> None:
    [row] = read_player_file(WIDE[kind](CELLS)).rows
    assert row.cells == tuple(CELLS[: sheets.MOST_COLUMNS])
    [row] = read_player_file(WIDE[kind](["Anne", CELLS[-1]])).rows
    assert row.cells == ("Anne", "b" * sheets.MOST_CELL_LETTERS)


def test_of_a_format_as_much_is_read_as_formats_have() -> None:
    assert len(number_formats.show_number(1.0, '"x"' * 1000)) <= number_formats.MOST_CODE_LETTERS


def test_processor_time_is_bounded_while_a_workbook_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, zipped_xml.MOST_SECONDS + 1))
    monkeypatch.setattr(zipped_xml.time, "thread_time", lambda: next(clock))
    with pytest.raises(UnreadablePlayerFile, match="trop grand"):
        read_player_file(build_xlsx(HEADS))


def test_elements_stand_inside_each_other_as_deep_as_workbooks_need() -> None:
    inside = zipped_xml.MOST_DEPTH - 10
    assert read_player_file(build_xlsx(f"{HEADS}{'<a>' * inside}{'</a>' * inside}")).rows
    with pytest.raises(UnreadablePlayerFile, match="est abîmé"):
        read_player_file(build_xlsx(f"{HEADS}{'<a>' * (inside + 10)}{'</a>' * (inside + 10)}"))


@pytest.mark.parametrize("file", sorted(file.name for file in LISTS.iterdir() if file.suffix != ".json"))
def test_a_file_that_was_damaged_is_read_or_refused(file: str) -> None:
    content, random = (LISTS / file).read_bytes(), Random(file)
    for _n in range(40):
        read_damaged(mutate_file(LISTS / file, content, random))
