"""Which of several prizes one player gets, in words."""

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.text.metric_text import Words
from tournaments.standings.prizes import PrizeChoice

PRIZE_CHOICE_TEXTS: dict[PrizeChoice, tuple[Words, Words]] = {
    PrizeChoice.PLACE: (
        _("Un seul lot par personne : qui en a un au classement laisse celui de son groupe au suivant."),
        _("Un seul lot, celui du classement d’abord"),
    ),
    PrizeChoice.HIGHEST: (
        _("Un seul lot par personne, le plus élevé en argent ; à égalité, celui du classement. L’autre va au suivant."),
        _("Un seul lot, le plus élevé"),
    ),
    PrizeChoice.SEVERAL: (
        _("Une même personne peut gagner plusieurs lots."),
        _("Permettre d’en gagner plusieurs"),
    ),
}
"""For each choice: the sentence that says that it holds, and the words of the button that chooses it."""


def describe_prize_choice(choice: PrizeChoice) -> Words:
    """Return the sentence on which prizes a player gets who wins several: one only, or all of them."""
    return PRIZE_CHOICE_TEXTS[choice][0]


def list_prize_choices(chosen: PrizeChoice) -> tuple[Words, list[tuple[str, Words, bool]]]:
    """Return the sentence on the rule now chosen for a player who wins several prizes, and all rules to choose from,
    each as (value, words of its button, whether it is the chosen one)."""
    rules = [(each.value, button, each is chosen) for each, (_sentence, button) in PRIZE_CHOICE_TEXTS.items()]
    return describe_prize_choice(chosen), rules
