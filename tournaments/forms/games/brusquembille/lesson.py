"""Brusquembille: three players, brusquembilles won and lost, a trick trumped, the turn-up drawn last."""

from tournaments.forms.games.lesson import Lesson, LessonNote, RuleCitation

LESSON = Lesson(
    game="brusquembille",
    preset="academie-1718",
    coup={"retourne": "V♣"},
    tricks="8♠ 8♦ R♦, 9♠ 9♥ 10♥, D♥ 7♠ A♥, 9♦ D♠ V♦, V♥ V♠ R♣, 8♥ R♥ 9♣, A♦ D♦ 8♣, R♠ 10♠ A♠, V♣ 7♣ 10♣, A♣ 10♦ D♣",
    hands={"Anne": "R♦ A♥ 10♥", "Basile": "9♠ 8♠ D♥", "Chloé": "9♥ R♥ 8♦"},
    citations={
        "deal": RuleCitation("BRU-03", 0),
        "led": RuleCitation("BRU-05", 0),
        "led_next": RuleCitation("BRU-05", 5),
        "followed": RuleCitation("BRU-05", 10),
        "trumped": RuleCitation("BRU-05", 1),
        "discarded": RuleCitation("BRU-05", 0),
        "taken": RuleCitation("BRU-05", 2),
        "drawn": RuleCitation("BRU-05", 8),
        "turn_up": RuleCitation("BRU-05", 6),
        "leads": RuleCitation("BRU-05", 0),
        "free": RuleCitation("BRU-05", 10),
    },
    notes={
        0: LessonNote(
            "Trois joueurs, trente cartes : on a ôté deux sept. Vous avez donné, et chacun a mis "
            "une fiche au corbillon : qui aura le plus de points de cartes les prendra.",
            RuleCitation("BRU-08", 0),
        ),
        1: LessonNote(
            "Basile, à la droite du donneur, a entamé ; vous jouez en dernier, en toute connaissance de cause. "
            "Vos deux brusquembilles, l’as et le dix, ne prendraient pas : qui en perd une la "
            "paie à chacun. Un roi perdu ne coûte que ses 4 points.",
            RuleCitation("BRU-15", 0),
            ("V♣",),
        ),
        2: LessonNote(
            "Pique encore ; vous n’avez ni pique ni atout, et vos trois cartes sont des brusquembilles : vous en "
            "perdrez une. Un as se paie 2 jetons à chacun, un dix n’en coûte qu’un.",
            RuleCitation("BRU-13", 1),
        ),
        3: LessonNote(
            "Basile joue la dame de cœur ; vous jouez en dernier, et votre as de cœur est sûr. "
            "Qui gagne la levée où il joue une brusquembille la reçoit de chacun.",
            RuleCitation("BRU-14", 0),
        ),
        4: LessonNote(
            "Vous avez pris : vous tirez au talon avant les autres, et vous entamez. Un neuf ne "
            "coûte rien ; gardez vos brusquembilles pour une levée sûre.",
            RuleCitation("BRU-05", 5),
        ),
        5: LessonNote(
            "Vous n’avez pas de cœur. Le dix de trèfle est d’atout et prendrait le valet, mais "
            "Basile joue encore après vous : s’il coupait plus haut, vous paieriez.",
            RuleCitation("BRU-05", 3),
        ),
        6: LessonNote(
            "Le roi de cœur est sur la table, et vous jouez en dernier : un petit atout suffit. "
            "On peut couper même quand on pourrait fournir.",
            RuleCitation("BRU-05", 1),
        ),
        7: LessonNote(
            "Deux as et un dix en main, et le talon finit. L’as de carreau peut prendre, si "
            "personne ne coupe : le risque est de 2 jetons à chacun. L’as de trèfle, lui, est d’atout : rien "
            "ne le bat, et il prendra aussi bien plus tard.",
            RuleCitation("BRU-15", 1),
        ),
        8: LessonNote(
            "Le talon est épuisé ; la retourne, que Basile a tirée, était la dernière carte. On "
            "ne doit toujours rien : ni fournir, ni couper. Vos deux trèfles, l’as et le dix, prendront quand "
            "vous voudrez ; le dix de pique risque l’as ou un atout à quelque levée que ce soit, et le coup "
            "d’exemple le hasarde ici.",
            RuleCitation("BRU-22", 0),
        ),
        9: LessonNote(
            "L’as d’atout prend toujours, et le dix d’atout ne craint que lui, qui est à vous : dans un ordre ou "
            "dans l’autre, ils prendront les deux dernières levées, et vous seront payés.",
            RuleCitation("BRU-16", 0),
        ),
        10: LessonNote("Une dernière carte : l’as d’atout.", RuleCitation("BRU-16", 0)),
    },
    end=LessonNote(
        "On compte : onze par as, dix par dix, quatre, trois, deux. Le paquet en a 120 ; le "
        "plus de points prend le corbillon, et la donne passe à droite.",
        RuleCitation("BRU-10", 0),
    ),
    talon="D♠ V♦ A♦ R♣ 7♠ 9♦ 10♣ A♠ R♠ V♥ V♠ 10♦ 8♥ 8♣ 9♣ A♣ D♦ D♣ 7♣ 10♠ V♣",
    ending=tuple(map(RuleCitation, ("BRU-09", "BRU-10", "BRU-13", "BRU-14", "BRU-15"))),
    words=("coup", "right", "talon", "jeton", "corbillon", "cave", "ten_cards"),
)
