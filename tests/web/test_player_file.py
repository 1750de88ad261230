"""A list of people taken over from a file: read whatever its kind, columns found, people recognised, written once."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import tablib
from django.urls import reverse

from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tests.web.player_list_pages import follow, upload
from tournaments.actions.errors import Refused
from tournaments.actions.money.prizes import Payment, set_account, set_payments
from tournaments.actions.people.clubs import add_player, save_player_details, set_player_active
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.listed_players import LeftOut, ListedPlayer, clean_listed
from tournaments.actions.people.paid_words import PaidWord, read_paid
from tournaments.actions.people.player_import import find_changes, import_players, note_payments, plan_players
from tournaments.actions.people.recognising import NEW, SKIP
from tournaments.forms.lists.headings import guess_columns
from tournaments.forms.lists.reading import read_player_file
from tournaments.forms.lists.sheets import UnreadablePlayerFile
from tournaments.forms.lists.zipped_xml import MOST_UNPACKED_BYTES
from tournaments.models import Club, Fee, Player, PlayerDetails, Tournament
from tournaments.printing.round_papers import build_check_in

HELLOASSO = """\
Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;\
Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;Code Promo
1001;12/11/2026 09:12;Validé;Lefèvre;Anne;Lefèvre;Anne;anne@example.org;;Carte bancaire;Oui;5001;Adulte;12,00;
1001;12/11/2026 09:12;Validé;O’Connor;Basile;Lefèvre;Anne;anne@example.org;;Carte bancaire;Oui;5002;Jeune;6,00;
"""
ROWS = [
    ["Prénom", "Nom", "Licence", "E-mail"],
    ["Élise", "d’Arès-Roy", "A12", "elise@example.org"],
    ["עדי", "כהן", "", ""],
]


def list_people(*lines: str) -> list[ListedPlayer]:
    return [ListedPlayer(line) for line in lines]


def read_cells(content: bytes) -> list[list[str]]:
    table = read_player_file(content)
    return [[*row.cells, *[""] * (table.width - len(row.cells))] for row in table.rows]


def write_workbook(kind: str) -> bytes:
    content: bytes = tablib.Dataset(*ROWS[1:], headers=ROWS[0]).export(kind)
    return content


@pytest.mark.parametrize(
    "content",
    [
        "\n".join(";".join(row) for row in ROWS).encode(),
        "\ufeff".encode() + "\r\n".join("\t".join(row) for row in ROWS).encode(),
        "\n".join(",".join(row) for row in ROWS).encode("utf-16"),
        write_workbook("xlsx"),
        write_workbook("ods"),
    ],
    ids=["semicolons", "tabs", "utf-16", "xlsx", "ods"],
)
def test_one_list_is_read_alike_from_every_kind_of_file(content: bytes) -> None:
    assert read_cells(content) == ROWS


def test_a_number_of_a_workbook_is_read_without_decimals() -> None:
    assert read_cells(tablib.Dataset(["Bo Li", 12.0, 7.5]).export("xlsx")) == [["Bo Li", "12", "7.5"]]


def test_a_small_workbook_that_unpacks_to_a_huge_one_is_refused() -> None:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as workbook:
        workbook.writestr("xl/workbook.xml", bytes(MOST_UNPACKED_BYTES + 1))
    with pytest.raises(UnreadablePlayerFile, match="trop grand"):
        read_player_file(packed.getvalue())


def test_a_file_of_an_older_windows_is_read_with_its_accents() -> None:
    assert read_player_file("Nom;Prénom\nLefèvre;Zoé\n".encode("cp1252")).rows[1].cells == ("Lefèvre", "Zoé")


@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"PK\x03\x04 cut", b"\x00\x01\x02", b"%PDF-1.7 \x00\xff", b"x\n" * 2002]
)
def test_a_file_that_is_no_list_is_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(UnreadablePlayerFile, match=r"\.$"):
        read_player_file(content)


@pytest.mark.parametrize(
    ("heads", "meanings"),
    [
        ("Nom;Prénom;N° de licence;Courriel", "last_name first_name licence email"),
        ("NOM ET PRENOM;Club;Catégorie;Réglé", "name home_club category paid"),
        ("Joueur;Nº de licence;Joueur", "name licence -"),
        ("First name;Surname;E-mail;Notes", "first_name last_name email note"),
        ("Nome;Cognome;Tessera;Circolo", "first_name last_name licence home_club"),
        ("Giocatore;Pagato;Colore", "name paid -"),
        ("Nom entier;Droit à l’image;Lien de l’image", "name pictures -"),
        ("Nom payeur;Nom participant;Prénom participant", "name-0 last_name first_name"),
        ("Nom du joueur;Numéro de licence FFME;Nom du club", "name licence home_club"),
        ("NomJoueur;PrenomJoueur;NumLicence;eMail", "last_name first_name licence email"),
        ("Nom complet;Nom de famille;Prénom", "name last_name first_name"),
        ("Nom;Prénom;Licence;Nom;Prénom;Licence", "last_name first_name licence last_name-2 first_name-2 licence-2"),
        ("Nom de l’équipe;Joueur A;Joueur B;E-mail 2", "team name name-2 email-2"),
        (
            "Nom;Prénom;E-mail;E-mail 2;Date de naissance;Téléphone;Nom du responsable",
            "last_name first_name email - - - -",
        ),
        (
            "Référence commande;Statut;Moyen de paiement;Prix;Code promo;Montant code promo",
            "order status - price - promotion",
        ),
        ("Quel est votre numéro de licence ?;Nom du partenaire;Nom", "licence name-2 name"),
    ],
)
def test_columns_are_known_by_their_headings_in_any_order_and_language(heads: str, meanings: str) -> None:
    assert [str(each.write()) if each else "-" for each in guess_columns(heads.split(";"))] == meanings.split()


@pytest.mark.parametrize(
    ("text", "currency", "paid"),
    [
        ("Oui", "EUR", PaidWord(True)),
        ("Gratuit", "EUR", PaidWord(True, 0)),
        ("RÉGLÉ", "EUR", PaidWord(True)),
        ("12,50 €", "EUR", PaidWord(True, 1250)),
        ("0", "EUR", PaidWord(False, 0)),
        ("7,5 EUR", "EUR", PaidWord(True, 750)),
        ("no", "EUR", PaidWord(False)),
        ("peut-être", "EUR", None),
        ("٥", "EUR", None),
        ("5 chf", "CHF", PaidWord(True, 500)),
        ("5 €", "CHF", None),
        ("1 000 JPY", "JPY", PaidWord(True, 1000)),
        ("5,5", "JPY", None),
        ("2.125", "KWD", PaidWord(True, 2125)),
    ],
)
def test_a_payment_is_a_word_or_an_amount_of_the_currency(text: str, currency: str, paid: PaidWord | None) -> None:
    assert read_paid(text, currency) == paid


@pytest.fixture
def club(db: Any) -> Club:
    return sign_in_organiser()[1]


def test_the_same_list_twice_changes_nothing(club: Club) -> None:
    listed = [
        ListedPlayer("Anne Roy", "A1", "Lyon", "anne@example.org", "oui", "senior", "gauchère"),
        ListedPlayer("Bo Li"),
    ]
    first = import_players(club, listed, {})
    assert (first.created, first.changed) == (2, 0)
    again = import_players(club, listed, {})
    assert (again.created, again.changed, again.entered) == (0, 0, 0)
    assert Player.objects.filter(club=club).count() == 2
    assert PlayerDetails.objects.get().paid is True


def test_whoever_had_left_the_club_plays_again(club: Club) -> None:
    player = add_player(club, "Anne Roy")
    set_player_active(player, False)
    assert import_players(club, list_people("Anne Roy"), {}).changed == 1
    player.refresh_from_db()
    assert player.active


def test_a_wrong_line_is_left_out_whatever_is_decided(club: Club) -> None:
    listed = list_people("Bo Li", " ", "Zoé" * 30)
    assert [bool(each.problem) for each in plan_players(club, listed)] == [False, True, True]
    outcome = import_players(club, listed, {"2": NEW, "3": NEW})
    assert outcome.created == 1
    assert Player.objects.get(club=club).name == "Bo Li"


def test_what_the_list_does_not_say_stays(club: Club) -> None:
    import_players(club, [ListedPlayer("Anne Roy", "A1", email="anne@example.org")], {})
    outcome = import_players(club, [ListedPlayer("Anne Roy", note="arrive à 21 h")], {})
    kept = PlayerDetails.objects.get()
    assert outcome.changed == 1
    assert (kept.licence, kept.email, kept.note) == ("A1", "anne@example.org", "arrive à 21 h")


def test_a_line_in_doubt_must_be_decided_and_nothing_is_written_before(club: Club) -> None:
    add_player(club, "Jeanne Martin")
    listed = list_people("Bo Li", "Jeanne Martins")
    with pytest.raises(Refused, match="Jeanne Martins"):
        import_players(club, listed, {})
    assert Player.objects.filter(club=club).count() == 1
    outcome = import_players(club, listed, {"2": NEW})
    assert outcome.created == 2


def test_a_decision_for_another_club_s_player_is_refused(club: Club) -> None:
    stranger = add_player(sign_in_organiser("paul", "Autre cercle")[1], "Jeanne Martin")
    with pytest.raises(Refused):
        import_players(club, list_people("Jeanne Martin"), {"1": str(stranger.pk)})


@pytest.mark.django_db
def test_a_ticket_export_enters_the_evening_with_what_was_paid() -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club)
    address = reverse("tournament-players-import", args=[evening.pk])
    page = upload(client, address, HELLOASSO.encode())
    assert page.status_code == 200
    assert Player.objects.filter(club=club).count() == 6
    assert follow(client, address, page).status_code == 302
    entries = {entry.shown_name: entry for entry in evening.entries.all()}
    assert len(entries) == 6  # both play already
    paid = {fee.entry_id: (fee.paid_cents, fee.group) for fee in Fee.objects.all()}
    assert paid == {entries["Anne Lefèvre"].pk: (1200, "Adulte"), entries["Basile O’Connor"].pk: (600, "Jeune")}
    follow(client, address, upload(client, address, HELLOASSO.encode()))
    assert Fee.objects.count() == 2
    assert PlayerDetails.objects.filter(paid=None).count() == 2


def test_a_list_that_tells_no_payment_notes_none(club: Club) -> None:
    evening = create_draft_evening(club)
    assert import_players(club, list_people("Anne Lefèvre"), {}, evening).entered == 0
    assert not Fee.objects.exists()


@pytest.mark.django_db
def test_a_cancelled_ticket_enters_nobody_and_what_is_left_out_is_named() -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club)
    address = reverse("tournament-players-import", args=[evening.pk])
    sent = "Nom;Prénom;Statut;Courriel\nPerrin;Luc;Annulé;\nVidal;Rose;En attente;\nBlanc;Ève;Validé;pas de mail\n"
    page = upload(client, address, sent.encode())
    text = page.content.decode()
    assert "annulé" in text
    assert "en attente" in text
    assert "mail" in str([line.left_out for line in page.context["lines"]])
    assert follow(client, address, page).status_code == 302
    shown = set(evening.entries.values_list("shown_name", flat=True))
    assert "Ève Blanc" in shown
    assert not {"Luc Perrin", "Rose Vidal"} & shown
    assert not Player.objects.filter(name__in=("Luc Perrin", "Rose Vidal")).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    [
        "Équipe;Joueur 1;Joueur 2\nLes As;Odile Marchand;Luc Perrin\nUn;Ève Blanc;-\n",
        "Joueur;Partenaire\nOdile Marchand;PERRIN Luc\nLuc Perrin;Odile Marchand\nÈve Blanc;seule\n",
    ],
    ids=["on one line", "on a line each"],
)
@pytest.mark.parametrize(("pairing", "pairs"), [("fixed", {1: {"Odile Marchand", "Luc Perrin"}}), ("single", {})])
def test_two_people_of_one_line_are_a_pair_where_pairs_are_fixed(
    content: str, pairing: str, pairs: dict[int, set[str]]
) -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club, sizes=())
    Tournament.objects.filter(pk=evening.pk).update(pairing=pairing)
    address = reverse("tournament-players-import", args=[evening.pk])
    page = upload(client, address, content.encode())
    left_out = [line for line in page.context["lines"] if line.left_out]
    assert bool(left_out) is (pairing == "single" or "Équipe" in content)
    assert follow(client, address, page).status_code == 302
    found: dict[int, set[str]] = {}
    for entry in evening.entries.exclude(pair=None):
        found.setdefault(entry.pair or 0, set()).add(entry.shown_name)
    assert found == pairs
    assert evening.entries.filter(shown_name="Ève Blanc").exists()


@pytest.mark.django_db
def test_a_second_place_without_a_name_must_be_decided() -> None:
    client, _club = sign_in_organiser()
    heads = "Référence commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur\n"
    page = upload(client, reverse("players-import"), (heads + "9;;;Roy;Anne;anne@example.org\n" * 2).encode())
    refused = follow(client, reverse("players-import"), page)
    assert refused.status_code == 422
    assert not Player.objects.filter(name="Anne Roy").exists()
    assert follow(client, reverse("players-import"), page, **{"line-3": SKIP}).status_code == 302
    assert Player.objects.filter(name="Anne Roy").count() == 1


@pytest.mark.django_db
def test_what_is_exported_is_taken_over_again_elsewhere() -> None:
    client, club = sign_in_organiser()
    import_players(club, [ListedPlayer("=Anne Roy", "007", "Lyon", "anne@example.org", "non", "senior", "-")], {})
    exported = {kind: client.get(reverse("players-file", args=[kind])).content for kind in ("csv", "xlsx", "ods")}
    other, its_club = sign_in_organiser("paul", "Autre cercle")
    for content in exported.values():
        address = reverse("players-import")
        assert follow(other, address, upload(other, address, content)).status_code == 302
    kept = PlayerDetails.objects.select_related("player").get(player__club=its_club)
    assert (kept.player.name, kept.licence, kept.home_club, kept.paid) == ("=Anne Roy", "007", "Lyon", False)
    assert (kept.email, kept.category, kept.note) == ("anne@example.org", "senior", "-")


@pytest.mark.django_db
def test_a_list_of_nobody_is_offered_as_no_file() -> None:
    client, club = sign_in_organiser()
    file = reverse("players-file", args=["csv"])
    assert file not in client.get(reverse("players")).content.decode()
    add_player(club, "Bo Li")
    assert file in client.get(reverse("players")).content.decode()


@pytest.mark.django_db
def test_a_pasted_list_of_names_needs_no_headings_and_columns_can_be_set_by_hand() -> None:
    client, club = sign_in_organiser()
    page = client.post(reverse("players-import"), {"pasted": "\nBo Li\tLyon\n\nZoé Ng\tParis\nLI Bo"})
    assert [line.planned.listed.name for line in page.context["lines"]] == ["LI Bo", "Bo Li", "Zoé Ng"]
    assert [line.planned.line for line in page.context["lines"]] == [5, 2, 4], "as in the list, empty lines counted"
    assert page.context["lines"][0].planned.same_as == 2
    set_by_hand = {"rows": page.context["rows"], "column-0": "name", "column-1": "home_club"}
    again = client.post(reverse("players-import"), set_by_hand)
    assert b"Lyon" in again.content
    assert Player.objects.filter(club=club).count() == 0
    assert client.post(reverse("players-import"), {**set_by_hand, "write": "yes"}).status_code == 302
    assert PlayerDetails.objects.filter(player__club=club).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"pasted": " \n"},
        {"rows": json.dumps([[1, "Bo"]]), "column-0": "", "write": "yes"},
        {"rows": json.dumps([[1, "Bo", "Li"]]), "column-0": "name", "column-1": "name", "write": "yes"},
        {"rows": "[[1]]", "write": "yes"},
        {"rows": "}", "write": "yes"},
        {"rows": '{"a": 1}'},
    ],
)
def test_nonsense_is_refused_and_writes_nothing(sent: dict[str, str]) -> None:
    client, club = sign_in_organiser()
    answer = client.post(reverse("players-import"), sent)
    assert answer.status_code == 422
    assert Player.objects.filter(club=club).count() == 0


@pytest.mark.django_db
def test_details_are_private_changed_on_the_player_s_page_and_go_with_an_erased_name() -> None:
    client, club = sign_in_organiser()
    player = add_player(club, "Anne Roy")
    address = reverse("player-details", args=[player.pk])
    assert client.post(address, {"details-email": "anne"}).status_code == 422
    assert client.post(address, {"details-email": "anne@example.org", "details-paid": "true"}).status_code == 302
    assert PlayerDetails.objects.get().paid is True
    forget_name(player, actor="user:1")
    assert not PlayerDetails.objects.exists()
    assert client.post(address, {"details-note": "x"}).status_code == 422


@pytest.mark.django_db
def test_consent_for_pictures_is_read_written_shown_at_the_door_and_left_empty_where_nobody_said() -> None:
    client, club = sign_in_organiser()
    anne, bo, _zoe = (add_player(club, name) for name in ("Anne Roy", "Bo Li", "Zoé Ng"))
    assert b"Photos" not in client.get(f"/desk/players.csv?club={club.pk}").content
    assert client.post(reverse("player-details", args=[anne.pk]), {"details-pictures": "false"}).status_code == 302
    save_player_details(bo, pictures=True)
    file = client.get(f"/desk/players.csv?club={club.pk}").content.decode("utf-8-sig")
    assert [line.split(";")[-3] for line in file.split("\r\n")[:4]] == ["Photos", "non", "oui", ""]
    listed = [clean_listed(ListedPlayer("Anne Roy", pictures=said), "EUR") for said in ("oui", "peut-être", "")]
    assert [find_changes(anne, each, paid_to=None) for each in listed] == [{"pictures": True}, {}, {}]
    assert listed[1].left_out == (LeftOut("pictures", "peut-être"),)
    tournament = create_draft_evening(club, names=("Anne Roy", "Bo Li", "Zoé Ng"), sizes=(3,))
    known = {entry.player.name: known for entry, _mates, known, _paid in build_check_in(tournament)["rows"]}
    assert known == {"Anne Roy": ["pas de photo"], "Bo Li": [], "Zoé Ng": []}


@pytest.mark.django_db
def test_an_evening_with_a_list_is_made_once_the_list_was_seen_with_all_that_was_typed_before() -> None:
    client, _club = sign_in_organiser()
    typed = {"name": "Gala", "date": "2026-11-21", "preset": "academie-1718", "typed": "Anne Roy", "seating": "rounds"}
    address = client.post(reverse("tournament-new"), {**typed, "option.tours": "2", "file": "yes"}).url
    page = client.post(address, {"pasted": "Bo Li\tLyon\nZoé Ng\tParis"})
    assert "Gala" in page.content.decode()
    assert not Tournament.objects.exists()
    made = follow(client, address, page)
    tournament = Tournament.objects.get()
    assert made.url.startswith(f"/desk/event/{tournament.pk}/rounds?format=")
    assert {entry.shown_name for entry in tournament.entries.all()} == {"Anne Roy", "Bo Li", "Zoé Ng"}
    assert client.get(address).url == reverse("tournament-new")


def test_a_word_says_that_somebody_paid_what_he_owes_himself_or_else_the_fee_of_the_evening(club: Club) -> None:
    evening = create_draft_evening(club)
    set_account(evening, fee_cents=500)
    reduced, usual = evening.entries.order_by("pk")[:2]
    set_payments(evening, [Payment(reduced.pk, "", 250, 0)])
    note_payments(evening, {each.pk: ListedPlayer(each.shown_name, paid="oui") for each in (reduced, usual)}, None)
    assert dict(Fee.objects.values_list("entry", "paid_cents")) == {reduced.pk: 250, usual.pk: 500}
