"""Briscola: two sides, points given to a partner, an ace that a trump takes, the turn-up drawn last."""

from tournaments.forms.games.lesson import Lesson, LessonNote, RuleCitation

FREE_MOVES = ("followed", "trumped", "discarded", "free")
LESSON = Lesson(
    game="briscola",
    preset="briscola",
    coup={"retourne": "A♦"},
    tricks=(
        "4♠ 5♠ 4♥ A♣, D♠ 6♣ 5♣ 2♦, 2♣ 7♣ 2♥ D♣, V♠ 5♥ D♥ V♦, R♣ V♣ 7♦ 3♦, V♥ R♥ 4♣ A♥, 6♠ 3♠ 5♦ 7♥, 7♠ A♠ D♦ A♦, "
        "R♠ 3♥ 2♠ R♦, 6♥ 6♦ 3♣ 4♦"
    ),
    hands={"Anne": "4♦ 5♣ A♣", "Basile": "2♦ 5♥ 4♠", "Chloé": "5♠ D♠ D♥", "Damien": "3♥ 4♥ V♦"},
    citations={
        "deal": RuleCitation("BLA-04", 0),
        **dict.fromkeys(("led", "leads"), RuleCitation("BLA-04", 2)),
        **dict.fromkeys(FREE_MOVES, RuleCitation("BLA-04", 3)),
        "taken": RuleCitation("BLA-01", 1),
        "drawn": RuleCitation("BLA-04", 4),
        "turn_up": RuleCitation("BLA-04", 6),
    },
    after_talon=dict.fromkeys(FREE_MOVES, RuleCitation("BLA-04", None)),
    notes={
        0: LessonNote(
            "Quatre joueurs, en deux camps : Chloé, en face, joue avec vous. Trois cartes à "
            "chacun ; la retourne est l’as de carreau, la plus forte carte du coup.",
            RuleCitation("BLA-02", 1),
        ),
        1: LessonNote(
            "Vous jouez en dernier, et Chloé tient la levée : donnez-lui des points. Entre "
            "partenaires on peut se faire des signes ; celui de l’as, les lèvres serrées.",
            RuleCitation("BLA-11", 2),
        ),
        2: LessonNote(
            "Damien a joué avant vous, Basile joue après. Trois points seulement sur la table : "
            "un petit atout n’y est pas nécessaire.",
            RuleCitation("BLA-04", 3),
        ),
        3: LessonNote(
            "Basile a entamé d’un trèfle, et le sept de Chloé tient la levée. Vous jouez en dernier : un trèfle "
            "plus fort la prendrait, et ses points resteraient à votre camp.",
            RuleCitation("BLA-01", 2),
        ),
        4: LessonNote(
            "Vous entamez, et les trois autres jouent après vous : pesez ce que perdrait chaque carte, si on la prend.",
        ),
        5: LessonNote(
            "Le roi de trèfle est à Damien. Chloé joue la dernière : elle peut encore couper pour vous deux.",
            RuleCitation("BLA-02", 2),
        ),
        6: LessonNote("Damien tient six points, et Basile joue encore : ne donnez rien.", RuleCitation("BLA-04", 3)),
        7: LessonNote(
            "Damien a coupé du cinq, et les 10 points du trois de pique sont à lui. Votre petit atout ne bat pas "
            "le cinq : donnez ce qui ne vaut rien.",
            RuleCitation("BLA-01", 2),
            ("A♦",),
        ),
        8: LessonNote(
            "Le talon est épuisé, et l’on reste libre. Basile joue après vous et peut couper ; "
            "mais Chloé a tiré la retourne, et joue la dernière.",
            RuleCitation("BLA-04", 6),
        ),
        9: LessonNote(
            "Chloé tient la levée par son roi : 14 points, avec le trois de Damien. Mais Basile joue après vous, "
            "et rien ne l’oblige à fournir : il peut couper. Votre quatre d’atout n’y changerait rien, car les "
            "deux atouts qui restent, le roi et le six, le battent : gardez-le pour la dernière levée.",
            RuleCitation("BLA-04", 7),
        ),
        10: LessonNote("La dernière carte.", RuleCitation("BLA-06", 1)),
    },
    end=LessonNote(
        "Plus de la moitié des 120 points : le coup est à vous et à Chloé, et vous seuls marquez vos points.",
        RuleCitation("BLA-10", 0),
    ),
    talon="6♦ 6♣ D♣ R♦ 2♣ 7♣ 2♥ V♠ V♣ 7♦ R♠ R♣ R♥ A♠ A♥ 3♦ V♥ 5♦ 4♣ D♦ 6♠ 3♠ 3♣ 7♥ 7♠ 2♠ 6♥ A♦",
    ending=(RuleCitation("BLA-01"), RuleCitation("BLA-06"), RuleCitation("BLA-10")),
    words=("coup", "right", "talon", "three_cards"),
)
