"""The lessons of Briscan and of Brisque.

Briscan: a mariage that serves in a tierce, another that meets, the seven exchanged, the duty at the end.
Brisque: a mariage that meets, the seven exchanged for the dame that makes a mariage, the last card of the talon.
"""

from tournaments.forms.games.lesson import Lesson, LessonNote, RuleCitation

CITATIONS = {
    **dict.fromkeys(("led", "led_next", "leads", "taken"), RuleCitation("BRC-01", 12)),
    "drawn": RuleCitation("BRC-01", 13),
    "turn_up": RuleCitation("BRC-21"),
    **dict.fromkeys(("followed", "trumped", "discarded"), RuleCitation("BRC-18")),
    **dict.fromkeys(("until_talon_gone", "due", "all_alike"), RuleCitation("BRC-18")),
}
"""The rules that both lessons cite, by kind of move and by ground, as `Lesson.citations` has them."""
BRISCAN_LESSON = Lesson(
    game="briscan",
    preset="briscan-1752",
    coup={
        "retourne": "R♥",
        "announcements": [
            {"player": "Anne", "kind": "mariage", "suit": "♠", "before_trick": 1},
            {"player": "Anne", "kind": "sequence", "cards": ["A♠", "R♠", "D♠"], "before_trick": 2},
            {"player": "Basile", "kind": "as_atout", "before_trick": 4},
        ],
        "exchange": {"player": "Anne", "before_trick": 3},
    },
    tricks=(
        "7♦ A♦, D♣ R♣, V♦ D♦, V♣ 10♣, 9♠ A♠, 8♦ 10♦, 7♠ R♠, 7♣ 9♣, V♠ D♠, 8♣ A♣, R♦ 9♥, 8♠ 10♠, A♥ 8♥, 7♥ V♥, 9♦ D♥, "
        "10♥ R♥"
    ),
    hands={"Anne": "D♣ A♦ R♠ D♠ D♦", "Basile": "R♣ V♦ V♠ 7♦ D♥"},
    citations=CITATIONS | {"deal": RuleCitation("BRC-01", 2)},
    notes={
        0: LessonNote(
            "Deux joueurs, cinq cartes à chacun. La retourne est un roi : le donneur, c’est vous,"
            " marque 10 tout de suite.",
            RuleCitation("BRC-02", 0),
        ),
        1: LessonNote(
            "Roi et dame de pique en main : c’est un mariage, annoncé avant de jouer. Tant qu’il "
            "y a un talon, on joue ce qu’on veut : votre as prend le sept, et 11 points sont à "
            "l’abri.",
            RuleCitation("BRC-04", 0),
            ("R♥",),
        ),
        2: LessonNote(
            "L’as de pique est venu sur le roi et la dame : une tierce majeure. Le mariage déjà "
            "compté peut y servir. La source a perdu sa table ; la valeur est un choix de la "
            "maison.",
            RuleCitation("USE-03", 0),
        ),
        3: LessonNote(
            "Le roi de trèfle de Basile et votre dame se sont rencontrés dans une levée : le "
            "mariage va à qui a joué le roi. Vous avez tiré le sept d’atout, et l’échangez contre"
            " le roi retourné.",
            RuleCitation("BRC-05", 0),
        ),
        4: LessonNote(
            "L’as d’atout n’est plus à venir : Basile l’annonce et marque 30. Entamez de peu.",
            RuleCitation("BRC-11", 0),
        ),
        5: LessonNote(
            "La tierce est comptée, l’as peut servir : il prend le neuf sans risque, puisque vous jouez en second.",
        ),
        6: LessonNote(
            "Un huit ne donne aucun point. Le roi de pique en donnerait 4 au dix, qui n’a pas encore paru, ou "
            "à un atout.",
        ),
        7: LessonNote(
            "Le roi de pique a servi : mariage et tierce sont comptés, et ne compteront plus. Il "
            "peut prendre une levée.",
            RuleCitation("USE-04", 0),
        ),
        8: LessonNote(
            "Un petit trèfle ne coûte rien ; gardez vos deux atouts pour le moment où il faudra fournir ou couper.",
        ),
        9: LessonNote(
            "Vous jouez en second : la dame prend le valet, 5 points sans dépenser d’atout.",
        ),
        10: LessonNote(
            "Il reste quatre cartes au talon : c’est la dernière levée où le sept d’atout aurait pu s’échanger ; "
            "le vôtre l’est déjà.",
            RuleCitation("BRC-03", 1),
        ),
        11: LessonNote(
            "Le neuf, votre plus petit atout, prend le roi. Deux cartes au talon : qui prend tire la cachée, "
            "l’autre le sept d’atout.",
        ),
        12: LessonNote(
            "Le talon est épuisé. Dès maintenant, qui suit doit fournir et forcer, sinon fournir,"
            " sinon couper ; vous entamez, et restez libre.",
            RuleCitation("BRC-18", 0),
        ),
        13: LessonNote(
            "Basile joue l’as d’atout. Essayez le neuf de carreau : il n’est pas permis tant que vous avez du cœur.",
            RuleCitation("BRC-18", 0),
        ),
        14: LessonNote("Sept d’atout : il faut fournir, et forcer si l’on peut.", RuleCitation("BRC-18", 0)),
        15: LessonNote(
            "Toutes les autres cartes ont paru : Basile a le dix et la dame d’atout. Le roi serait pris ; du "
            "neuf, si Basile coupe du dix, votre roi fera la dernière levée.",
        ),
        16: LessonNote(
            "La dernière levée vaut 10 au Briscan, et qui en a fait le plus marque 10.", RuleCitation("BRC-13", None)
        ),
    },
    end=LessonNote(
        "On ajoute les points de cartes, 120 en tout. Personne n’a 600 points : on redonne, "
        "et Basile donne à son tour.",
        RuleCitation("BRC-01", 6),
    ),
    talon="A♠ 10♦ 10♣ 7♥ V♣ A♥ 9♠ 8♦ 8♣ 7♠ 10♥ 9♥ 7♣ 9♣ A♣ 9♦ V♥ 10♠ R♦ 8♠ 8♥ R♥",
    ending=(
        RuleCitation("BRC-04"),
        RuleCitation("BRC-06"),
        RuleCitation("BRC-13", None),
        RuleCitation("BRC-15"),
        RuleCitation("BRC-16"),
    ),
    words=("coup", "talon", "mariage", "ten_cards"),
)

BRISQUE_LESSON = Lesson(
    game="brisque",
    preset="brisque",
    coup={
        "retourne": "D♠",
        "announcements": [
            {"player": "Basile", "kind": "as_atout", "before_trick": 4},
            {"player": "Anne", "kind": "mariage", "suit": "♠", "before_trick": 6},
        ],
        "exchange": {"player": "Anne", "before_trick": 6},
    },
    tricks=(
        "7♣ V♣, 8♦ D♦, 7♥ 10♥, D♥ R♥, 9♦ 8♣, R♣ A♣, 9♥ V♥, V♦ 7♦, 8♥ A♥, 9♣ R♦, D♣ 8♠, A♠ 7♠, V♠ D♠, 9♠ 10♠, 10♦ R♠, "
        "10♣ A♦"
    ),
    hands={"Anne": "10♥ V♣ R♠ 8♦ D♥", "Basile": "7♣ R♥ 7♥ R♣ D♦"},
    citations=CITATIONS | {"deal": RuleCitation("BRC-01", 9)},
    notes={
        0: LessonNote(
            "Deux joueurs, cinq cartes à chacun, données trois puis deux. La retourne est une "
            "dame : le donneur, c’est vous, compte 10.",
            RuleCitation("BRC-02", 1),
        ),
        1: LessonNote(
            "Basile entame d’un sept. On a la liberté de renoncer tant qu’il y a des cartes au "
            "talon : votre valet prend, et vous pouviez aussi bien laisser.",
            RuleCitation("BRC-18", 0),
            ("D♠",),
        ),
        2: LessonNote(
            "Vous entamez, et Basile répond comme il veut : une carte qui ne vaut rien ne vous coûte rien.",
        ),
        3: LessonNote(
            "Vous jouez en second : le dix prend le sept sans risque, 10 points à l’abri. Entamé, il "
            "aurait craint l’as.",
        ),
        4: LessonNote(
            "Basile vient de compter 30 : il a l’as d’atout. Si vous entamez de la dame de cœur et "
            "qu’il y joue le roi, ils se rencontrent : 20 à qui joue le roi. Le neuf d’atout ne "
            "coûterait rien, mais vous n’avez que deux atouts.",
            RuleCitation("BRC-11", 2),
        ),
        5: LessonNote(
            "Ils se sont rencontrés : 20 à Basile, qui jouait le roi. Une rencontre vaut autant qu’un mariage en main.",
            RuleCitation("BRC-05", 0),
        ),
        6: LessonNote(
            "Vous tirez le sept d’atout : vous le changez contre la retourne, la dame, qui "
            "rejoint votre roi. Mariage d’atout : 40, aussitôt.",
            RuleCitation("BRC-03", 2),
        ),
        7: LessonNote(
            "Le neuf de cœur ne coûte rien. Le dix de trèfle ne craint plus que l’atout, puisque l’as de "
            "trèfle est joué : gardez-le.",
        ),
        8: LessonNote(
            "Le valet ne vaut que 2 points, et il faudrait un atout pour le prendre : le sept ne donne rien.",
        ),
        9: LessonNote(
            "Un as prend un huit : 11 points sans risque, puisque vous jouez en second.", RuleCitation("BRC-16", 0)
        ),
        10: LessonNote(
            "Plus que quatre cartes au talon : bientôt il faudra fournir ou couper, et les atouts que vous "
            "aurez gardés vaudront davantage.",
        ),
        11: LessonNote(
            "Plus que deux cartes au talon. Qui perd cette levée tire la dernière, qui vaut 10 à "
            "la Brisque ; une dame y coûte 3.",
            RuleCitation("BRC-13", 1),
        ),
        12: LessonNote(
            "C’est votre propre sept, revenu : il vaudra 10 au compte. Le talon est épuisé : il faut"
            " fournir. L’as ne se bat pas ; donnez le moindre atout.",
            RuleCitation("BRC-18", 0),
        ),
        13: LessonNote(
            "Le valet d’atout : il faut fournir, et forcer. Le neuf ne force pas.", RuleCitation("BRC-18", 0)
        ),
        14: LessonNote(
            "Deux atouts et un dix : si Basile doit jouer son dernier atout, il ne coupera plus votre dix.",
        ),
        15: LessonNote("Vous n’avez plus de carreau : il faut couper.", RuleCitation("BRC-18", 0)),
        16: LessonNote("La dernière carte.", RuleCitation("BRC-15", 1)),
    },
    end=LessonNote(
        "Huit levées à huit : personne ne compte le plus de levées. Viennent les points de cartes ; on joue en 600.",
        RuleCitation("BRC-01", 14),
    ),
    talon="10♣ 9♦ 10♦ A♣ 9♠ A♠ 8♠ 8♣ R♦ 7♠ 9♥ V♥ V♦ 7♦ 8♥ A♥ 9♣ A♦ D♣ V♠ 10♠ D♠",
    ending=(
        RuleCitation("BRC-04"),
        RuleCitation("BRC-05"),
        RuleCitation("BRC-13", 1),
        RuleCitation("BRC-15"),
        RuleCitation("BRC-16"),
    ),
    words=("coup", "talon", "mariage", "ten_cards"),
)
