"""Brisque: a mariage that meets, the seven exchanged for the dame that makes a mariage, the last card of the talon."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.games.lesson import Lesson, LessonNote, RuleCitation

PARTIE = {
    "format": "corbillon.partie/1",
    "game": "brisque",
    "preset": "brisque",
    "players": ["Anne", "Basile"],
    "events": [
        {
            "type": "coup",
            "retourne": "D♠",
            "announcements": [
                {"player": "Basile", "kind": "as_atout", "before_trick": 4},
                {"player": "Anne", "kind": "mariage", "suit": "♠", "before_trick": 6},
            ],
            "exchange": {"player": "Anne", "before_trick": 6},
            "tricks": [
                ["7♣", "V♣"],
                ["8♦", "D♦"],
                ["7♥", "10♥"],
                ["D♥", "R♥"],
                ["9♦", "8♣"],
                ["R♣", "A♣"],
                ["9♥", "V♥"],
                ["V♦", "7♦"],
                ["8♥", "A♥"],
                ["9♣", "R♦"],
                ["D♣", "8♠"],
                ["A♠", "7♠"],
                ["V♠", "D♠"],
                ["9♠", "10♠"],
                ["10♦", "R♠"],
                ["10♣", "A♦"],
            ],
        }
    ],
}
LESSON = Lesson(
    PARTIE,
    reader="Anne",
    hands={
        "Anne": "10♥ V♣ R♠ 8♦ D♥",
        "Basile": "7♣ R♥ 7♥ R♣ D♦",
    },
    citations={
        "deal": RuleCitation("BRC-01", 9),
        "led": RuleCitation("BRC-01", 12),
        "led_next": RuleCitation("BRC-01", 12),
        "followed": RuleCitation("BRC-18", 0),
        "trumped": RuleCitation("BRC-18", 0),
        "discarded": RuleCitation("BRC-18", 0),
        "taken": RuleCitation("BRC-01", 12),
        "drawn": RuleCitation("BRC-01", 13),
        "turn_up": RuleCitation("BRC-21", 0),
        "leads": RuleCitation("BRC-01", 12),
        "until_talon_gone": RuleCitation("BRC-18", 0),
        "due": RuleCitation("BRC-18", 0),
        "all_alike": RuleCitation("BRC-18", 0),
    },
    notes={
        0: LessonNote(
            _(
                "Deux joueurs, cinq cartes à chacun, données trois puis deux. La retourne est une "
                "dame : le donneur, c’est vous, compte 10."
            ),
            RuleCitation("BRC-02", 1),
        ),
        1: LessonNote(
            _(
                "Basile entame d’un sept. On a la liberté de renoncer tant qu’il y a des cartes au "
                "talon : votre valet prend, et vous pouviez aussi bien laisser."
            ),
            RuleCitation("BRC-18", 0),
            ("D♠",),
        ),
        2: LessonNote(
            _("Vous entamez, et Basile répond comme il veut : une carte qui ne vaut rien ne vous coûte rien."),
        ),
        3: LessonNote(
            _(
                "Vous jouez en second : le dix prend le sept sans risque, 10 points à l’abri. Entamé, il "
                "aurait craint l’as."
            ),
        ),
        4: LessonNote(
            _(
                "Basile vient de compter 30 : il a l’as d’atout. Si vous entamez de la dame de cœur et "
                "qu’il y joue le roi, ils se rencontrent : 20 à qui joue le roi. Le neuf d’atout ne "
                "coûterait rien, mais vous n’avez que deux atouts."
            ),
            RuleCitation("BRC-11", 2),
        ),
        5: LessonNote(
            _(
                "Ils se sont rencontrés : 20 à Basile, qui jouait le roi. Une rencontre vaut autant "
                "qu’un mariage en main."
            ),
            RuleCitation("BRC-05", 0),
        ),
        6: LessonNote(
            _(
                "Vous tirez le sept d’atout : vous le changez contre la retourne, la dame, qui "
                "rejoint votre roi. Mariage d’atout : 40, aussitôt."
            ),
            RuleCitation("BRC-03", 2),
        ),
        7: LessonNote(
            _(
                "Le neuf de cœur ne coûte rien. Le dix de trèfle ne craint plus que l’atout, puisque l’as de "
                "trèfle est joué : gardez-le."
            ),
        ),
        8: LessonNote(
            _("Le valet ne vaut que 2 points, et il faudrait un atout pour le prendre : le sept ne donne rien."),
        ),
        9: LessonNote(
            _("Un as prend un huit : 11 points sans risque, puisque vous jouez en second."), RuleCitation("BRC-16", 0)
        ),
        10: LessonNote(
            _(
                "Plus que quatre cartes au talon : bientôt il faudra fournir ou couper, et les atouts que vous "
                "aurez gardés vaudront davantage."
            ),
        ),
        11: LessonNote(
            _(
                "Plus que deux cartes au talon. Qui perd cette levée tire la dernière, qui vaut 10 à "
                "la Brisque ; une dame y coûte 3."
            ),
            RuleCitation("BRC-13", 1),
        ),
        12: LessonNote(
            _(
                "C’est votre propre sept, revenu : il vaudra 10 au compte. Le talon est épuisé : il faut"
                " fournir. L’as ne se bat pas ; donnez le moindre atout."
            ),
            RuleCitation("BRC-18", 0),
        ),
        13: LessonNote(
            _("Le valet d’atout : il faut fournir, et forcer. Le neuf ne force pas."), RuleCitation("BRC-18", 0)
        ),
        14: LessonNote(
            _("Deux atouts et un dix : si Basile doit jouer son dernier atout, il ne coupera plus votre dix."),
        ),
        15: LessonNote(_("Vous n’avez plus de carreau : il faut couper."), RuleCitation("BRC-18", 0)),
        16: LessonNote(_("La dernière carte."), RuleCitation("BRC-15", 1)),
    },
    end=LessonNote(
        _("Huit levées à huit : personne ne compte le plus de levées. Viennent les points de cartes ; on joue en 600."),
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
