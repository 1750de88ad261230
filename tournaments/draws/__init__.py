"""Draw the seating of players round after round: pure computation, no Django, no clock, no database.

`seating` draws rounds of tables; `divisions` says how a number of players can be divided into tables; `swiss` seats
players who are close in the ranking; `bounds` says how good a draw could be at best. `evaluation` measures rounds,
drawn or changed by hand; `partners` splits tables of four into pairs.
"""
