"""Lists of players as clubs have them, read by the command as by the page: what other programs write, who is who,
tickets, details that are wrong; and files that are made to hold the reader up."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.fixtures.schemas import find_schema_faults
from tests.fixtures.workbooks import build_ods, build_ods_row, build_ods_table, build_xlsx
from tournaments.forms.lists.number_formats import show_number
from tournaments.forms.lists.reading import read_player_file

LISTS = Path(__file__).parent / "lists"
EXPECTED = json.loads((LISTS / "expected.json").read_text(encoding="utf-8"))


def answer(file: Path, *options: str) -> Any:
    written = StringIO()
    call_command("players", str(file), *options, stdout=written)
    return json.loads(written.getvalue())


def read(content: bytes | str, tmp_path: Path, known: bytes | str = b"") -> Any:
    file, other = tmp_path / "list", tmp_path / "known"
    for path, text in ((file, content), (other, known)):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return answer(file, *(("--known", str(other)) if known else ()))


def pick(told: Any, *keys: str) -> list[Any]:
    """Return these values of each player, one alone without its list."""
    return [each[keys[0]] if len(keys) == 1 else [each[key] for key in keys] for each in told["players"]]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_list_is_read_as_it_is_meant(name: str) -> None:
    expected = EXPECTED[name]
    told = answer(LISTS / name, *(("--known", str(LISTS / expected["known"])) if "known" in expected else ()))
    assert find_schema_faults(told) == []
    players = [{key: each[key] for key in expected["players"][0]} for each in told["players"]]
    assert players == expected["players"]


def test_titles_and_lines_of_other_programs_are_named_with_their_numbers() -> None:
    assert answer(LISTS / "title_above.csv")["ignored"] == [{"line": 1, "text": "Concours du 21 novembre 2026"}]
    assert answer(LISTS / "sep_line.csv")["ignored"] == [{"line": 1, "text": "sep=;"}]
    assert pick(answer(LISTS / "title_above.csv"), "line") == [4, 5]
    assert pick(answer(LISTS / "photo_padding.vcf"), "line") == [1, 10]


def test_letters_written_plainly_are_no_new_people(tmp_path: Path) -> None:
    told = read((LISTS / "ligatures.csv").read_bytes(), tmp_path, "Nom;Prénom\nCœur;Anne\nBœuf;Léo\nŻak;Łukasz\n")
    assert pick(told, "recognised", "known_as") == [["known", each] for each in ("Anne Cœur", "Léo Bœuf", "Łukasz Żak")]


def test_who_stands_twice_in_the_list_of_the_known_is_one_player(tmp_path: Path) -> None:
    told = read("Nom\nAnne Roy\n", tmp_path, "Nom;Licence\nAnne Roy;A1\nROY Anne;A1\n")
    assert pick(told, "recognised", "known_as") == [["known", "Anne Roy"]]


# ── workbooks


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("<text:p>An<text:span>ne</text:span> Roy</text:p>", "Anne Roy"),
        ("<text:p>Anne <text:s/><text:s text:c='3'/>Roy</text:p>", "Anne Roy"),
        ("<text:p>Anne</text:p><text:p>Roy</text:p>", "Anne Roy"),
        ("<text:p>Anne<text:line-break/>Roy<text:tab/>B</text:p>", "Anne Roy B"),
        ("<office:annotation><text:p>vue hier</text:p></office:annotation><text:p>Anne Roy</text:p>", "Anne Roy"),
        ("<text:p>Anne <text:a>Roy</text:a></text:p><draw:frame><text:p>logo</text:p></draw:frame>", "Anne Roy"),
        ("<table:table-cell office:value='204417'><text:p>00204417</text:p></table:table-cell>", "00204417"),
        ("<table:table-cell office:value-type='string' office:string-value='Anne Roy'/>", "Anne Roy"),
    ],
)
def test_a_cell_of_an_ods_workbook_is_what_it_shows(cell: str, shown: str) -> None:
    content = build_ods(build_ods_table(("Nom", "Club"), (cell, "Lyon")))
    assert read_player_file(content).rows[1].cells == (shown, "Lyon")


def test_repeated_cells_and_rows_of_an_ods_workbook_count_as_often_as_they_say() -> None:
    empty = "<table:table-cell table:number-columns-repeated='2'/>"
    covered = "<table:covered-table-cell><text:p>dessous</text:p></table:covered-table-cell>"
    rows = [
        build_ods_row("<text:p>Nom</text:p>", empty, "<text:p>Club</text:p>"),
        "<table:table-row table:number-rows-repeated='3'><table:table-cell/></table:table-row>",
        build_ods_row("<text:p>Roy</text:p>", empty, "<text:p>Lyon</text:p>"),
        "<table:table-row table:number-rows-repeated='2'><table:table-cell><text:p>Bel</text:p></table:table-cell>"
        "</table:table-row>",
        build_ods_row("<text:p>Li</text:p>", covered, "<table:table-cell/>", "<text:p>Brest</text:p>"),
        "<table:table-row table:number-rows-repeated='1048000'><table:table-cell"
        " table:number-columns-repeated='16384'/></table:table-row>",
    ]
    found = read_player_file(build_ods(f"<table:table>{''.join(rows)}</table:table>")).rows
    assert [(row.line, *row.cells) for row in found[1:]] == [
        (5, "Roy", "", "", "Lyon"),
        (6, "Bel"),
        (7, "Bel"),
        (8, "Li", "", "", "Brest"),
    ]


def test_the_sheet_that_holds_the_list_is_read_wherever_it_stands() -> None:
    cover = build_ods_table(("Mode d’emploi",), ("Une ligne",), ("Une autre",))
    hidden = build_ods_table(("Nom", "Prénom", "Club"), ("Vieux", "Anne", "Lyon"), more="table:style-name='ta2'")
    style = "<style:style style:name='ta2'><style:table-properties table:display='false'/></style:style>"
    content = build_ods(cover + hidden + build_ods_table(("Nom", "Prénom"), ("Perrin", "Luc")), style)
    assert read_player_file(content).rows[1].cells == ("Perrin", "Luc")


def test_a_cell_of_an_xlsx_workbook_is_what_it_shows() -> None:
    strings = "<si><r><t>Ma</t></r><r><t>rie</t></r><rPh><t>x</t></rPh></si><si><t>Zo_x00e9_</t></si>"
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="&quot;B&quot;000000"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
    )
    row = (
        '<row r="7"><c r="A7" t="s"><v>0</v></c><c r="C7" t="s"><v>1</v></c><c t="str"><f>A1</f><v>Roy</v></c>'
        '<c s="1"><v>4417</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="s"><v>99</v></c>'
        "<c><v>12.50</v></c></row>"
    )
    [found] = read_player_file(build_xlsx(row, strings=strings, styles=styles)).rows
    assert found == (7, ("Marie", "", "Zoé", "Roy", "B004417", "true", "", "", "12.5"))


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (204417, "00000000", "00204417"),
        (204417, "General", "204417"),
        (612345678, "00 00 00 00 00", "06 12 34 56 78"),
        (10, '#,##0.00 "€"', "10.00 €"),
        (-7.5, "0.0;[Red](0.0)", "(7.5)"),
        (0.25, "0%", "25%"),
        (0, "#", ""),
        (12.3456, "0.##", "12.35"),
        (1234, "000\\-000", "001-234"),
        (46347, "d/m/yyyy", "2026-11-21"),
        (46347.5, "dd/mm/yy hh:mm", "2026-11-21 12:00"),
        (0.1 + 0.2, "General", "0.3"),
        (float("nan"), "0", ""),
        (1e300, "0", "1e+300"),
        (3, '"absent"', "3"),
    ],
)
def test_a_number_is_shown_by_its_format(value: float, code: str, shown: str) -> None:
    assert show_number(value, code) == shown


# ── texts


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "mac_roman"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_is_read_in_whatever_letters_it_is_written(encoding: str, end: str) -> None:
    text = end.join(("Nom;Prénom;Club", "Noël;Ève;Pézenas", "Ångström;Zoé;Café de l’Été"))
    assert [row.cells for row in read_player_file(text.encode(encoding)).rows] == [
        ("Nom", "Prénom", "Club"),
        ("Noël", "Ève", "Pézenas"),
        ("Ångström", "Zoé", "Café de l’Été"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. Odile Marchand\n2. Luc Perrin\n", ["Odile Marchand", "Luc Perrin"]),
        ("1) Odile Marchand\n2) Luc Perrin\n", ["Odile Marchand", "Luc Perrin"]),
        ("1 - Odile Marchand\n 2 - Luc Perrin\n", ["Odile Marchand", "Luc Perrin"]),
        ("1 Odile Marchand\n2 Luc Perrin\n", ["Odile Marchand", "Luc Perrin"]),
        ("• Odile Marchand\n• Luc Perrin\n", ["Odile Marchand", "Luc Perrin"]),
        ("1\tOdile Marchand\tLyon\n2\tLuc Perrin\tBrest\n", ["Odile Marchand", "Luc Perrin"]),
        ("Marchand, Odile\nPerrin, Luc\n", ["Odile Marchand", "Luc Perrin"]),
        ("Odile Marchand;odile@example.org\nLuc Perrin;\n", ["Odile Marchand", "Luc Perrin"]),
        ("Nom\n1. Odile Marchand\n2. Luc Perrin\nTotal\n", ["Odile Marchand", "Luc Perrin"]),
        ("Liste des inscrits\nNom|Prénom\nMarchand|Odile\nNom|Prénom\nPerrin|Luc\n", ["Odile Marchand", "Luc Perrin"]),
        (
            'Nom,Note\n"Odile ""Dodo"" Marchand","ligne 1\nligne 2"\nLuc Perrin,x\n',
            ['Odile "Dodo" Marchand', "Luc Perrin"],
        ),
        ("Nom;Prénom\nMarchand;Odile\nNOM;PRENOM\nPerrin;Luc\n", ["Odile Marchand", "Luc Perrin"]),
        ("Club;Lyon;Joueurs;2\nNom;Prénom\nMarchand;Odile\nPerrin;Luc\n", ["Odile Marchand", "Luc Perrin"]),
        ('Nom;Note\n"Odile Marchand;5"\nLuc Perrin;"\n', ["Odile Marchand", "Luc Perrin"]),
    ],
)
def test_a_pasted_list_is_cut_as_whoever_wrote_it_meant(text: str, told: list[str], tmp_path: Path) -> None:
    assert pick(read(text, tmp_path), "name") == told


@pytest.mark.parametrize(
    ("line", "encoding"),
    [
        ("FN;CHARSET=ISO-8859-2:Łukasz Żak", "iso-8859-2"),
        ("FN:Łukasz Żak", "utf-16"),
        ("N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=BBak;=\n=C5=81ukasz", "ascii"),
        ('N;X-A="a:b";ENCODING=B:xbthazvFgXVrYXN6', "ascii"),
        ("LOGO;ENCODING=BASE64:AAAA\n AAA=\n\nitem1.FN:Łukasz\n  Żak", "utf-8"),
    ],
)
def test_a_card_is_read_in_the_letters_that_it_says(line: str, encoding: str, tmp_path: Path) -> None:
    card = f"BEGIN:VCARD\n{line}\nEND:VCARD\nBEGIN:VCARD\nKIND:group\nFN:Tous\nEND:VCARD\n"
    assert pick(read(card.encode(encoding), tmp_path), "name") == ["Łukasz Żak"]


def test_marks_of_direction_are_no_part_of_a_name_or_an_address(tmp_path: Path) -> None:
    text = "Nom;Courriel\n\u200fכהן דוד;\u202adavid@example.org\u202c\n"
    told = read(text, tmp_path, "Nom\nכהן דוד\n")
    assert pick(told, "name", "email", "recognised") == [["כהן דוד", "david@example.org", "known"]]


# ── tickets


TICKETS = (
    "Commande n°;Statut;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur;Montant tarif;"
    "Montant code promo\n"
)


def test_a_promotion_is_no_money_and_a_place_that_is_free_costs_nothing(tmp_path: Path) -> None:
    rows = (
        "1;Validé;A;B;;;;10,00;4,00\n1;Validé;C;D;;;;10,00;-10,00\n1;OK;E;F;;;;10,00;50 %\n"
        "1;OK;G;H;;;;10,00;beaucoup\n1;?!;I;J;;;;0;\n"
    )
    told = read(TICKETS + rows, tmp_path)
    assert pick(told, "paid_cents") == [600, 0, 500, None, 0]
    assert pick(told, "left_out")[3:] == [
        [{"field": "paid", "value": "beaucoup"}],
        [{"field": "status", "value": "?!"}],
    ]


@pytest.mark.parametrize(
    ("word", "status"),
    [
        ("Annulée", "cancelled"),
        ("Remboursée", "cancelled"),
        ("Refunded", "cancelled"),
        ("Abandonné", "cancelled"),
        ("rimborsato", "cancelled"),
        ("En attente de paiement", "waiting"),
        ("Pending", "waiting"),
        ("Non payé", "waiting"),
        ("Validé", "entered"),
        ("", "entered"),
    ],
)
def test_the_status_of_a_ticket_is_known_by_its_words(word: str, status: str, tmp_path: Path) -> None:
    [told] = read(f"{TICKETS}1;{word};A;B;;;;10;\n", tmp_path)["players"]
    assert (told["status"], told["paid_cents"]) == (status, 1000 if status == "entered" else None)


def test_a_second_place_without_a_name_asks_who_it_is(tmp_path: Path) -> None:
    empty, named = "1;OK;;;Roy;Anne;anne@example.org;10;\n", "1;OK;Roy;Anne;Roy;Anne;anne@example.org;10;\n"
    other = "2;OK;;;Bel;Ugo;ugo@example.org;10;\n"
    assert pick(read(TICKETS + empty + empty + other, tmp_path), "name", "recognised") == [
        ["Anne Roy", "new"],
        ["Anne Roy", "doubt"],
        ["Ugo Bel", "new"],
    ]
    assert pick(read(TICKETS + empty + named, tmp_path), "recognised") == ["doubt", "new"]


@pytest.mark.parametrize(
    ("rows", "paid"),
    [
        ("Nom;Payé\nA;oui\n", None),
        ("Nom;Payé\nA;non\n", 0),
        ("Nom;Payé;Prix\nA;oui;12,50 €\n", 1250),
        ("Nom;Payé;Prix\nA;non;12\n", 0),
        ("Nom;Montant payé;Prix\nA;5;12\n", 500),
        ("Nom;Paiement;Prix\nA;CB;12\n", 1200),
        ("Nom;Tarif\nA;Adulte (12 €)\n", None),
        ("Nom;Prix\nA;gratuit\n", 0),
    ],
)
def test_how_much_was_paid_is_told_by_amounts_alone(rows: str, paid: int | None, tmp_path: Path) -> None:
    assert pick(read(rows, tmp_path), "paid_cents") == [paid]


# ── details, pairs, errors


def test_a_wrong_detail_is_left_out_and_named_and_the_person_stays(tmp_path: Path) -> None:
    long = "L" * 60
    told = read(f"Nom;Licence;Email;Club\nRoy;{long};mailto:a@example.org,(b@example.org);-\n{'N' * 90};;;\n", tmp_path)
    assert pick(told, "name", "licence", "email", "club") == [["Roy", None, "a@example.org", None]]
    assert told["players"][0]["left_out"] == [
        {"field": "licence", "value": long},
        {"field": "email", "value": "b@example.org"},
    ]
    assert told["ignored"] == [{"line": 3, "text": "N" * 90}]


@pytest.mark.parametrize(
    ("written", "licence"),
    [('="00204417"', "00204417"), ("'00204417", "00204417"), ("demande en cours", None), ("B 204 417", "B 204 417")],
)
def test_a_licence_is_what_a_spreadsheet_would_show(written: str, licence: str | None, tmp_path: Path) -> None:
    assert pick(read(f"Nom;Licence\nRoy;{written}\n", tmp_path), "licence") == [licence]


def test_partners_who_name_each_other_stand_there_once(tmp_path: Path) -> None:
    told = read("Nom;Licence;Partenaire\nAnne;A1;Ugo\nUgo;A2;Anne\nZoé;A3;Léo\nMax;A4;seul\n", tmp_path)
    pairs = [["Anne", "A1", "Ugo"], ["Ugo", "A2", "Anne"], ["Zoé", "A3", "Léo"], ["Léo", None, "Zoé"]]
    assert pick(told, "name", "licence", "partner") == [*pairs, ["Max", "A4", None]]


def test_a_pair_in_one_cell_is_two_people(tmp_path: Path) -> None:
    told = read("Joueurs;Club\nAnne Roy / Ugo Bel;Lyon\nMartin & Fils;Brest\n", tmp_path)
    pair = [["Anne Roy", "Ugo Bel", "Lyon"], ["Ugo Bel", "Anne Roy", "Lyon"]]
    assert pick(told, "name", "partner", "club") == [*pair, ["Martin & Fils", None, "Brest"]]


def test_several_people_of_a_line_are_a_pair_or_a_team(tmp_path: Path) -> None:
    told = read("Team;Player 1;Player 2;Player 3\nOne;A;B;\nTwo;C;D;E\nTrois;F;aucun;-\n", tmp_path)
    pairs = [["A", "B", "One"], ["B", "A", "One"], ["C", None, "Two"], ["D", None, "Two"], ["E", None, "Two"]]
    assert pick(told, "name", "partner", "team") == [*pairs, ["F", None, "Trois"]]


def test_what_is_no_list_is_refused_in_a_sentence_of_the_language(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_bytes(b"\n")
    with pytest.raises(CommandError, match=r"^Cette liste est vide\.$"):
        answer(tmp_path / "empty.csv")
    with pytest.raises(CommandError, match=r"^This list is empty\.$"):
        answer(tmp_path / "empty.csv", "--language", "en")
    with pytest.raises(CommandError, match="ne se lit pas"):
        answer(tmp_path / "none.csv")


def test_the_command_tells_people_what_it_read() -> None:
    written = StringIO()
    call_command("players", str(LISTS / "emails.csv"), "--format", "text", stdout=written)
    assert "4 · Rose Vidal · email ? rose@example · entered new" in written.getvalue()
