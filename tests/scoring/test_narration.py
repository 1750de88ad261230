"""The text form of a partie (its narration), as one player would tell another."""

import re
from typing import Any

import pytest

import scoring

PLAYERS = ["Anne", "Basile", "Chloé"]
COUP = {
    "type": "coup",
    "points": {"Anne": 58, "Basile": 37, "Chloé": 25},
    "brusquembilles": {
        "Anne": {"aces_won": 2, "aces_lost": 1, "tens_won": 1, "tens_lost": 1},
        "Basile": {"aces_won": 1, "tens_won": 1},
        "Chloé": {"tens_lost": 1},
    },
}


def narrate(events: list[dict], players: list[str] = PLAYERS, language: str = "fr", **changes: object) -> list[str]:
    """Return the paragraphs of the narration, with plain spaces."""
    document = {"format": "corbillon.partie/1", "game": "brusquembille", "players": players, "events": events}
    return scoring.narrate_partie({**document, **changes}, language).replace("\u202f", " ").split("\n\n")


def test_a_coup_of_brusquembille_is_narrated() -> None:
    head, coup, end = narrate([COUP])
    assert head == (
        "Brusquembille (Académie universelle des jeux, 1718)\n"
        "Autour de la table, en tournant par la droite : Anne, Basile et Chloé. On joue 3 coups. "
        "Cave de chacun : 3 fiches et 20 jetons. "
        "Le nombre de tours est un choix de la maison : la source laisse les joueurs en convenir."
    )
    assert coup == (
        "Coup 1, donné par Anne. Avant la donne, chacun met 1 fiche au corbillon. "
        "Brusquembilles : Anne gagne 2 as et 1 dix, perd 1 as et 1 dix ; Basile gagne 1 as et 1 dix ; "
        "Chloé perd 1 dix. "
        "Les brusquembilles se paient pendant les levées ; la différence entre deux joueurs, en jetons : "
        "Anne 1 à Basile ; Chloé 3 à Anne, 4 à Basile. "
        "Pour solde, si rien n’a été payé pendant les levées : Chloé 2 à Anne, 5 à Basile. "
        "Points : Anne 58, Basile 37 et Chloé 25. Anne a le plus de points (58) et prend le corbillon : 3 fiches. "
        "En main : Anne 5 fiches et 22 jetons ; Basile 2 fiches et 25 jetons ; Chloé 2 fiches et 13 jetons."
    )
    assert end == "La partie n’est pas finie ; voici où l’on en est :\n1. Anne : +42\n2. Basile : −15\n3. Chloé : −27"


def test_a_coup_is_narrated_in_english() -> None:
    assert narrate([COUP], language="en")[1] == (
        "Coup 1, dealt by Anne. Before the deal, everybody puts 1 fiche in the corbillon. "
        "Brusquembilles: Anne wins 2 aces and 1 ten, loses 1 ace and 1 ten; Basile wins 1 ace and 1 ten; "
        "Chloé loses 1 ten. "
        "Paid trick by trick, the brusquembilles come to this, in jetons: "
        "Anne pays 1 to Basile; Chloé pays 3 to Anne, 4 to Basile. "
        "If nothing was paid during the tricks, pay only this now: Chloé pays 2 to Anne, 5 to Basile. "
        "Points: Anne 58, Basile 37 and Chloé 25. Anne has the most points (58) and takes the corbillon: 3 fiches. "
        "In hand: Anne 5 fiches and 22 jetons; Basile 2 fiches and 25 jetons; Chloé 2 fiches and 13 jetons."
    )


def test_an_italian_owes_ad_anne_and_a_basile() -> None:
    assert "Anne dà 1 a Basile; Chloé dà 3 ad Anne, 4 a Basile." in narrate([COUP], language="it")[1]
    assert scoring.Text("{first} et {last}", first="Anna", last="Élise").localise("it") == "Anna ed Élise"
    assert scoring.Text("{first} et {last}", first="Anna", last="Biagio").localise("it") == "Anna e Biagio"
    assert scoring.Text("{n} à {player}", n=3, player="Casa a Arco").localise("it") == "3 a Casa a Arco"


def test_ties_claims_and_a_rest_of_the_pot_are_narrated() -> None:
    five = [*"ABCDE"]
    tie = {"type": "coup", "points": dict(zip(five, (36, 36, 36, 12, 0), strict=True))}
    options = {"payments": "off", "coups": 2}
    _, first, second, end = narrate([tie, {**tie, "claimed": {"A": 30}}], five, options=options)
    assert "A, B et C sont à égalité (36 points chacun) et se partagent le corbillon : 1 fiche et 13 jetons" in first
    assert "Il reste au corbillon, pour le coup suivant : 1 jeton." in first
    assert "Avant la donne, chacun met 1 fiche au corbillon, où il y a déjà 1 jeton." in second
    assert "A n’avait annoncé que 30 points : c’est ce qui compte." in second
    assert "B et C sont à égalité (36 points chacun) et se partagent le corbillon : 2 fiches et 10 jetons" in second
    assert (
        "Ce qui ne se partage pas, 1 jeton, va à C, premier des joueurs à égalité à partir de la droite du donneur."
        in second
    )
    assert end.startswith("La partie est finie : C gagne.\n1. C :")


def test_coups_of_two_against_two_are_narrated_by_side() -> None:
    four = ["Anne", "Basile", "Chloé", "Denis"]
    sides = [["Anne", "Basile"], ["Chloé", "Denis"]]
    events = [
        {"type": "coup", "points": {"Anne": 70, "Denis": 50}},
        {"type": "coup", "points": {"Anne": 60, "Denis": 60}},
    ]
    head, first, second, end = narrate(events, four, sides=sides)
    assert "Anne, Basile, Chloé et Denis ; Anne et Basile jouent contre Chloé et Denis." in head
    assert "Points : Anne et Basile 70 ; Chloé et Denis 50." in first
    assert "Anne et Basile ont le plus de points à deux (70) et prennent le corbillon : 2 fiches chacun." in first
    assert "Les deux camps sont à égalité (60 points chacun) : chacun reprend 1 fiche." in second
    assert end.startswith("La partie est finie : Anne et Basile gagnent.")


def test_short_packs_are_narrated() -> None:
    events = [{"type": "coup", "short_pack": 1}, {"type": "coup", "short_pack": 2}]
    options = {"payments": "off", "coups": 2, "short_pack_pot": "stays"}
    _, first, second, _ = narrate(events, options=options)
    nobody = "au paquet : personne ne gagne ce coup."
    assert f"Il manque 1 carte {nobody} Il reste au corbillon, pour le coup suivant : 3 fiches." in first
    assert f"Il manque 2 cartes {nobody} Chacun reprend ses mises des coups 1 et 2 : 2 fiches." in second
    _, alone, _ = narrate(events[:1], options={"payments": "off", "coups": 1})
    assert f"Il manque 1 carte {nobody} Chacun reprend sa mise du coup 1 : 1 fiche." in alone


def test_penalties_recaves_and_fiches_changed_into_jetons_are_narrated() -> None:
    events = [
        {"type": "penalty", "rule": "PEN-06", "player": "Anne", "to": "Basile"},
        {"type": "penalty", "rule": "PEN-06", "player": "Anne", "to": "Basile"},
        {"type": "penalty", "rule": "PEN-04", "player": "Anne"},
        {"type": "coup", "points": {"Anne": 0, "Basile": 60, "Chloé": 60}},
    ]
    options = {"payments": "off", "coups": 1}
    _, first, second, third, coup, _ = narrate(events, options=options)
    assert first == (
        "Pénalité pour Anne : avoir joint à son jeu une carte du talon qui revenait à un autre ; elle est rendue. "
        "Anne donne 30 jetons à Basile : la moitié de 60, les mises du coup ; le corbillon n’est pas touché. "
        "Anne change 1 fiche en jetons. "
        "En main : Anne 10 jetons ; Basile 1 fiche et 50 jetons ; Chloé 1 fiche et 20 jetons."
    )
    assert "La banque avance à Anne les 20 jetons qui lui manquent pour payer : c’est une dette." in second
    assert "En main : Anne une dette de 20 jetons ; Basile 1 fiche et 80 jetons ;" in second
    assert third == "Pénalité pour Anne : avoir joué avant son rang ; la carte reste jouée."
    assert "La banque avance à Anne les 20 jetons de sa mise : c’est une dette." in coup
    assert "En main : Anne une dette de 40 jetons ;" in coup
    recave = {"type": "recave", "player": "Anne", "fiches": 2}
    assert narrate([recave], options={"exhausted": "recave"})[1].startswith(
        "Anne achète 2 fiches à la banque ; à la fin, on les ôte de son gain."
    )


def test_leaving_voids_and_an_early_end_are_narrated() -> None:
    five = [*"ABCDE"]
    tie = {"type": "coup", "points": dict(zip(five, (36, 36, 36, 12, 0), strict=True))}
    leave = {"type": "leave", "player": "B"}
    left = narrate([tie, leave], five, options={"payments": "off", "coups": 2})[2]
    assert left.startswith(
        "B quitte la table : la partie s’arrête là, et qui quitte est classé dernier. B paie 1 fiche pour le coup qui "
        "n’est pas fini, 20 jetons en tout : 5 à A, 5 à C, 5 à D et 5 à E. (Choix de la maison.) "
        "Ce qui était au corbillon, 1 jeton, va à C, le premier d’entre eux à sa droite. (Choix de la maison.)"
    )
    events = [{"type": "void"}, {"type": "void", "dealer": "Chloé", "reason": "maldonne"}, {"type": "end"}]
    _, void, named, end, over = narrate(events)
    assert void == "Donne annulée : rien ne bouge, le même donneur redonne."
    assert named == "Donne annulée : rien ne bouge, Chloé redonne. (« maldonne »)"
    assert end == "La partie s’arrête avant le premier coup."
    assert over.startswith("La partie est finie sans un seul coup : personne ne gagne.\n1. Anne")
    *_, end, over = narrate([{"type": "coup", "short_pack": 1}, {"type": "end"}], options={"payments": "off"})
    assert end == "La partie s’arrête là : on la classe telle qu’elle est. (Choix de la maison.)"
    assert over.startswith("La partie est finie : tous sont à égalité.")


def test_a_partie_in_points_is_narrated_with_totals() -> None:
    events = [{"type": "coup", "points": {"Anne": 58, "Basile": 37, "Chloé": 25}}, {"type": "leave", "player": "Anne"}]
    head, coup, left, _ = narrate(events, preset="aux-points")
    assert head.endswith("On joue en 300 points.")
    assert coup == (
        "Coup 1, donné par Anne. Points : Anne 58, Basile 37 et Chloé 25. Totaux : Anne 58, Basile 37 et Chloé 25."
    )
    assert left == (
        "Anne quitte la table : la partie s’arrête là, et qui quitte est classé dernier. (Choix de la maison.)"
    )


@pytest.mark.parametrize("language", scoring.LANGUAGES)
def test_each_problem_of_a_document_is_a_line_of_text(language: str) -> None:
    lines = narrate([{"type": "coup"}, {"type": "end", "x": 1}], language=language)[0].split("\n")
    assert len(lines) == 4
    assert [re.split(" ?: ", line)[0] for line in lines[1:]] == [
        "- events[0].points",
        "- events[0].brusquembilles",
        "- events[1].x",
    ]
    assert narrate([], players=3)[0].count("\n") == 1
    assert scoring.narrate_partie("{").count("\n") == 1


def test_a_colon_separates_a_number_from_a_name_that_ends_in_a_digit() -> None:
    players = ["Marie", "Marie 2", "Chloé"]
    coup = {"type": "coup", "points": dict(zip(players, (58, 37, 25), strict=True))}
    _, coup, _ = narrate([coup], players, options={"payments": "off"})
    assert "Points : Marie : 58, Marie 2 : 37 et Chloé : 25." in coup
    assert "En main : Marie : 5 fiches et 20 jetons ; Marie 2 : 2 fiches et 20 jetons ;" in coup


def test_a_colon_separates_the_points_of_a_side_from_any_name_of_it_that_ends_in_a_digit() -> None:
    players = ["Marie 2", "Anne", "Chloé", "Denis"]
    coup = {"type": "coup", "points": {"Marie 2": 70, "Chloé": 50}}
    _, told, _ = narrate([coup], players, sides=[players[:2], players[2:]])
    assert "Points : Marie 2 et Anne : 70 ; Chloé et Denis : 50." in told
    _, told, _ = narrate([coup], ["Marie 2", "Chloé", "Anne", "Denis"], game="briscola")
    assert "Points : Marie 2 et Anne : 70 ; Chloé et Denis : 50." in told
    assert "Totaux : Marie 2 et Anne : 70 ; Chloé et Denis : 0." in told


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("brusquembille", {"mode": "points"}, "On joue en 1 point."),
        ("briscan", {}, "On joue en 1 point, à cinq cartes."),
        ("brisque", {"cards": 6}, "On joue en 1 point, à six cartes."),
        ("briscola", {}, "On joue en 1 point."),
    ],
)
def test_a_target_of_one_point_is_told_in_the_singular(game: str, options: dict[str, Any], told: str) -> None:
    setting = scoring.build_setting(game, ["Anne", "Basile"], options={**options, "target": 1})
    assert str(scoring.narrate_opening(setting)[0]) == told


def test_a_mark_that_passes_the_target_is_not_told_as_a_total() -> None:
    aces = {"player": "Anne", "kind": "carre", "rank": "A"}
    coup = {"type": "coup", "retourne": "D♠", "announcements": [aces]}
    _, told, end = narrate([coup], ["Anne", "Basile"], game="briscan", options={"target": 120})
    assert "Par cette marque, Anne atteint le but de 120 points et gagne. (Choix de la maison.)" in told
    assert "1. Anne : 160 points" in end


def test_a_wrong_number_of_players_is_told_with_the_possible_ones() -> None:
    assert "Il y a 1 joueur ; ce jeu se joue à 2, 3, 4 ou 5." in narrate([], ["Anne"])[0]
    assert "Il y a 3 joueurs ; ce jeu se joue à 2." in narrate([], game="briscan")[0]


def test_a_match_of_briscola_is_narrated_with_coups_won_by_side() -> None:
    four = ["Anne", "Basile", "Chloé", "Denis"]
    deal = {"type": "coup", "points": {"Anne": 61, "Basile": 59}}
    head, coup, end = narrate([deal], four, game="briscola", preset="briscola-usage")
    assert head.startswith("Briscola, à l’usage d’aujourd’hui\n")
    assert head.endswith("Il faut gagner 2 coups.")
    assert coup == (
        "Coup 1, donné par Anne. Points : Anne et Chloé 61 ; Basile et Denis 59. Anne et Chloé gagnent le coup. "
        "Coups gagnés : Anne et Chloé 1 ; Basile et Denis 0."
    )
    assert end.splitlines()[1] == "1. Anne : 1 coup gagné"


@pytest.mark.parametrize("game", ["briscola", "brusquembille"])
def test_a_side_is_named_in_one_order_however_it_is_written(game: str) -> None:
    players = ["Anne", "Basile", "Chloé", "Denis"]
    sides = [["Chloé", "Anne"], ["Denis", "Basile"]] if game == "briscola" else [["Basile", "Anne"], ["Denis", "Chloé"]]
    points = {sides[0][0]: 70, sides[1][0]: 50}
    coup = {"type": "coup", "points": points, "claimed": {sides[0][0]: 60}}
    if game == "briscola":
        del coup["claimed"]
    told = "\n".join(narrate([coup, {"type": "end"}], players, game=game, sides=sides))
    for side in sides:
        assert f"{side[1]} et {side[0]}" in told
        assert f"{side[0]} et {side[1]}" not in told


def test_a_chiamata_is_narrated_with_its_partner_and_multiplier() -> None:
    five = ["Anne", "Basile", "Chloé", "Denis", "Édith"]
    coup = {"type": "coup", "caller": "Chloé", "bid": 75, "called": "A♣", "points": 120, "cappotto": True}
    _, alone, helped, end = narrate(
        [coup, {**coup, "partner": "Anne", "points": 74, "cappotto": False}],
        five,
        game="chiamata",
        preset="chiamata-usage",
    )
    assert alone == (
        "Coup 1, donné par Anne. Chloé emporte l’enchère à 75 points et nomme la carte A♣. Personne d’autre ne tient "
        "cette carte : Chloé joue contre les quatre autres. Chloé fait les huit levées, 120 points : l’enchère est "
        "réussie. Le coup compte 4 fois. On marque : Anne −8, Basile −8, Chloé +32, Denis −8 et Édith −8. "
        "(Choix de la maison.) Totaux : Anne −8, Basile −8, Chloé +32, Denis −8 et Édith −8."
    )
    assert "Anne tient cette carte et joue avec Chloé. Chloé et Anne font 74 points : l’enchère est manquée." in helped
    assert end.splitlines()[1] == "1. Chloé : +28"


def test_marks_of_one_player_that_follow_each_other_are_narrated_together() -> None:
    blanches = {"player": "Basile", "kind": "blanches"}
    ace = {"player": "Anne", "kind": "as_atout"}
    coup = {
        "type": "coup",
        "retourne": "D♠",
        "announcements": [blanches, blanches, blanches, ace],
        "tricks_won": {"Anne": 8, "Basile": 8},
        "last_trick": "Anne",
        "card_points": {"Anne": 60, "Basile": 60},
    }
    assert (
        "On marque : Anne 10 (retourne D♠) ; Basile 10 (main toute de blanches) et 2 fois 10 (main encore toute de "
        "blanches) ; Anne 30 (as d’atout en main). Levées"
    ) in narrate([coup], ["Anne", "Basile"], game="briscan")[1]


@pytest.mark.parametrize(
    ("game", "players", "options", "ours"),
    [
        ("chiamata", 5, {}, True),
        ("chiamata", 5, {"coups": 7}, False),
        ("briscan", 2, {}, False),
        ("brusquembille", 3, {}, False),
        ("brusquembille", 3, {"mode": "points"}, False),
    ],
)
def test_a_length_that_no_source_gives_and_no_table_chose_is_said_to_be_ours(
    game: str, players: int, options: dict[str, Any], ours: bool
) -> None:
    setting = scoring.build_setting(game, [*"ABCDE"[:players]], options=options)
    told = " ".join(map(str, scoring.narrate_opening(setting)))
    assert told.endswith("Ce nombre est un choix de la maison : aucune source ne le donne.") is ours
    document = {"format": "corbillon.partie/1", "game": game, "players": [*"ABCDE"[:players]], "events": []}
    assert told in scoring.narrate_partie({**document, "options": options})


def test_a_number_of_tours_that_no_table_chose_is_said_to_be_ours() -> None:
    ours = "Le nombre de tours est un choix de la maison : la source laisse les joueurs en convenir."
    assert ours in narrate([])[0]
    for options in ({"tours": 2}, {"coups": 3}, {"mode": "points"}):
        assert "choix de la maison" not in narrate([], options=options)[0]


def test_a_cave_that_the_preset_s_source_does_not_give_is_said_to_be_ours() -> None:
    ours = "Cette cave est un choix de la maison : la source n’en donne pas."
    assert ours in narrate([], preset="encyclopedie-1751")[0]
    assert ours not in narrate([])[0]
    assert ours not in narrate([], preset="encyclopedie-1751", options={"mode": "points"})[0]


def test_a_stake_without_a_fiche_is_told_as_what_it_is() -> None:
    coup = {"type": "coup", "points": {"Anne": 0, "Basile": 60, "Chloé": 60}}
    half = {"type": "penalty", "rule": "PEN-06", "player": "Anne", "to": "Basile"}
    back = {**half, "player": "Basile", "to": "Anne"}
    options = {"payments": "off", "coups": 1}
    *_, whole, _ = narrate([half, back, coup], options=options)
    assert "Au lieu d’une fiche, Anne met 20 jetons." in whole
    assert "dette" not in whole
    *_, part, _ = narrate([half, coup], options=options)
    assert "Anne n’a plus que 10 jetons à mettre : la banque en avance 10, c’est une dette." in part
    *_, first, second, _ = narrate([half, half, half, coup, coup], options={"payments": "off", "coups": 2})
    assert "les 20 jetons de sa mise" in first
    assert "les 20 jetons de sa mise" in second
    assert "plus de fiche" not in first + second


def test_half_of_the_pot_is_told_with_what_it_is_half_of() -> None:
    five = [*"ABCDE"]
    tie = {"type": "coup", "points": dict(zip(five, (36, 36, 36, 12, 0), strict=True))}
    half = {"type": "penalty", "rule": "PEN-06", "player": "A", "to": "B"}
    penalty = narrate([tie, half], five, options={"payments": "off"})[2]
    assert (
        "A donne 50 jetons à B : la moitié de 101 (arrondie au-dessous), "
        "les mises du coup (100) et ce qui est resté au corbillon (1) ; "
        "le corbillon n’est pas touché."
    ) in penalty


def test_a_single_fiche_bought_is_told_in_the_singular() -> None:
    players, options = ["Anne", "Basile"], {"coups": 1, "exhausted": "recave"}
    *_, told, _ = narrate([{"type": "recave", "player": "Anne", "fiches": 1}], players, options=options)
    assert told.startswith("Anne achète 1 fiche à la banque ; à la fin, on l’ôte de son gain.")


def test_brusquembilles_that_cancel_out_are_told_so() -> None:
    even = {"aces_won": 2, "tens_won": 2}
    coup = {"type": "coup", "points": {"A": 60, "B": 60}, "brusquembilles": {"A": even, "B": even}}
    told = narrate([coup], ["A", "B"], options={"payments": "on"})[1]
    assert "Les brusquembilles se compensent : personne ne doit rien à personne." in told
    assert "Pour solde" not in told


def test_where_brusquembilles_are_not_paid_nothing_is_told_of_their_payment() -> None:
    told = narrate([{"type": "coup", "points": {"A": 70, "B": 50}}], ["A", "B"], options={"payments": "off"})[1]
    assert "Avant la donne" in told
    assert "se compensent" not in told
    assert "se paient" not in told


def test_what_lies_in_the_corbillon_at_the_end_is_told() -> None:
    options = {"payments": "off", "short_pack_pot": "stays"}
    end = narrate([{"type": "coup", "short_pack": 1}, {"type": "end"}], options=options)[2]
    assert end.endswith("Il reste au corbillon 3 fiches, que personne ne prend. (Choix de la maison.)")


def test_a_claim_of_all_that_was_had_is_not_told() -> None:
    coup = {"type": "coup", "points": {"Anne": 58, "Basile": 37, "Chloé": 25}}
    options = {"payments": "off"}
    assert "annoncé" not in narrate([{**coup, "claimed": {"Anne": 58}}], options=options)[1]
    told = narrate([{**coup, "claimed": {"Anne": 30}}], options=options)[1]
    assert "Basile compte ainsi le plus de points (37) et prend le corbillon" in told


def test_a_payer_whose_name_begins_another_s_is_told_with_a_colon() -> None:
    players = ["Marie", "Marie 2", "Chloé"]
    coup = {**COUP, "points": dict(zip(players, (58, 37, 25), strict=True))}
    coup["brusquembilles"] = dict(zip(players, COUP["brusquembilles"].values(), strict=True))
    assert "en jetons : Marie : 1 à Marie 2 ; Chloé : 3 à Marie, 4 à Marie 2." in narrate([coup], players)[1]
