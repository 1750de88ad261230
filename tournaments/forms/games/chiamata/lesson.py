"""Briscola chiamata: a bid, a card named, a partner who shows himself in the sixth trick."""

from tournaments.forms.games.lesson import Lesson, LessonNote, RuleCitation

LESSON = Lesson(
    game="chiamata",
    preset="chiamata",
    coup={"caller": "Anne", "bid": 70, "called": "A♠"},
    tricks=(
        "4♣ 2♦ 2♥ 4♥ 6♥, 5♣ 2♣ 4♦ 7♦ V♦, 5♥ A♥ 7♠ V♠ D♠, D♦ 7♣ 5♦ A♦ 3♥, 6♣ V♣ R♥ 7♥ 6♠, A♠ D♣ D♥ 2♠ R♣, "
        "6♦ 3♦ 5♠ 3♠ 3♣, 4♠ A♣ V♥ R♦ R♠"
    ),
    hands={
        "Anne": "D♦ 3♠ 2♠ R♥ D♠ V♦ 4♠ 6♥",
        "Basile": "5♣ A♣ 7♣ 3♣ 4♣ R♣ 5♥ 7♥",
        "Chloé": "V♥ A♠ 6♦ 5♦ A♥ 6♠ 2♦ 2♣",
        "Damien": "2♥ A♦ 4♦ D♣ 6♣ 7♠ 3♦ R♦",
        "Élise": "5♠ 4♥ D♥ V♠ 7♦ V♣ R♠ 3♥",
    },
    citations={
        "deal": RuleCitation("CHI-01", 0),
        "led": RuleCitation("CHI-08", 0),
        "taken": RuleCitation("BLA-01", 1),
        "leads": RuleCitation("CHI-08", 0),
    },
    notes={
        0: LessonNote(
            "Cinq joueurs, huit cartes à chacun, pas de talon. Vous avez demandé 70 points, plus "
            "que les autres, et nommé l’as de pique : pique est atout, et qui tient l’as joue "
            "avec vous, sans le dire.",
            RuleCitation("CHI-01", 1),
        ),
        1: LessonNote(
            "Basile, à la droite du donneur, entame. Personne n’a montré l’as : vous ne savez pas"
            " qui joue avec vous. Rien à prendre, donnez peu.",
            RuleCitation("CHI-01", 2),
        ),
        2: LessonNote(
            "Encore de petites cartes : la levée ne vaut rien jusqu’ici. Un atout la prendrait ; "
            "plus tard, il peut en prendre une qui compte.",
            RuleCitation("BLA-01", 8),
        ),
        3: LessonNote(
            "L’as de cœur vient de Chloé, mais Damien, puis Élise ont coupé : 13 points. Vous "
            "jouez en dernier : seul un atout plus fort que le valet les prendrait.",
            RuleCitation("BLA-01", 2),
        ),
        4: LessonNote(
            "Vous entamez. Votre trois d’atout ne craint que l’as, et qui tient l’as joue avec vous : gardez-le "
            "pour une levée qui compte. La dame de carreau ne coûte que 3 points.",
            RuleCitation("BLA-01", 1),
        ),
        5: LessonNote(
            "Il n’y a qu’un valet sur la table : gardez vos atouts pour une levée qui compte.",
            RuleCitation("BLA-01", 7),
        ),
        6: LessonNote(
            "Chloé joue l’as de pique : c’est elle ! Ses points sont les vôtres, et rien ne bat cet as. Vous "
            "n’avez que des atouts : lequel vous servirait le moins, plus tard, à prendre ?",
            RuleCitation("CHI-01", 2),
        ),
        7: LessonNote(
            "Chloé entame encore. Élise a coupé du cinq : les 10 points du trois de carreau sont "
            "à elle, si personne ne fait mieux.",
            RuleCitation("BLA-01", 4),
        ),
        8: LessonNote("La dernière carte."),
    },
    end=LessonNote(
        "On additionne vos points et ceux de Chloé : l’enchère est tenue, vous marquez 2 "
        "et elle 1 ; les trois autres perdent 1.",
        RuleCitation("CHI-02", 1),
    ),
    ending=(RuleCitation("BLA-01"), RuleCitation("CHI-02"), RuleCitation("CHI-03")),
    words=("coup", "right", "three_cards"),
)
