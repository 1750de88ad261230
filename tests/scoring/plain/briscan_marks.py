"""Marks of briscan and brisque, as lists of (player, points, rule), and who wins by a mark (rules BRC-02, BRC-19)."""

MARKED_TURN_UPS = ["A", "10", "R", "D", "V"]


def list_turn_up_marks(retourne, dealer):
    """Return the dealer's mark for the turn-up (BRC-02), a list of one mark or none."""
    if retourne is not None and retourne[0] in MARKED_TURN_UPS:
        return [(dealer, 10, "BRC-02")]
    return []


def find_winner_by_mark(setting, totals, marks):
    """Return the player whose mark reaches the target first (BRC-19), else None. Nobody wins by a mark if the option
    says `end_of_coup`, or if a total has already reached the target (after a tie)."""
    target = setting["options"]["target"]
    if setting["options"]["order"] == "end_of_coup" or max(totals.values()) >= target:
        return None
    running = dict(totals)
    for player, points, _ in marks:
        running[player] += points
        if running[player] >= target:
            return player
    return None
