"""Seating people round after round: pure computation, no Django, no clock, no database.

`seating.draw(Request) -> Draw` is the face for rounds of tables; `divisions.propose` says how tonight's
number can be divided; `swiss` seats neighbours in the ranking; `bounds` says how good a draw could be at
best. `judging` measures rounds that were changed by hand, `partners` splits tables into pairs.
"""
