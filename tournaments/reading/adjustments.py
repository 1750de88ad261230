"""The bonuses and penalties of a tournament, added up."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import QuerySet, Sum

from tournaments.models import Adjustment


def sum_adjustments(adjustments: QuerySet[Adjustment]) -> Mapping[int, Mapping[str, int]]:
    """Return, by entry and metric, the sum of these bonuses and penalties."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    summed = adjustments.order_by().values("entry", "metric").annotate(amount=Sum("amount"))
    for entry, metric, amount in summed.values_list("entry", "metric", "amount"):
        found[entry][metric] = amount
    return found
