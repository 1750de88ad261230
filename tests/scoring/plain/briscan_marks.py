"""Marks of briscan and brisque, lists of (player, points, rule), and whom they make win. BRC-02, 19."""

MARKED_TURN_UPS = ["A", "10", "R", "D", "V"]


def turn_up_mark(retourne, dealer):
    """BRC-02, as a list of marks."""
    if retourne is not None and retourne[0] in MARKED_TURN_UPS:
        return [(dealer, 10, "BRC-02")]
    return []


def won_by_mark(setting, totals, marks):
    """BRC-19: who reaches the target by a mark; nobody in the coup after an equality at the target."""
    target = setting["options"]["target"]
    if setting["options"]["order"] == "end_of_coup" or max(totals.values()) >= target:
        return None
    running = dict(totals)
    for player, points, _ in marks:
        running[player] += points
        if running[player] >= target:
            return player
    return None
