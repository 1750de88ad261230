"""How many rounds without repeated meetings the literature gives. Data only."""

PUBLISHED: dict[int, tuple[tuple[str, ...], list[int]]] = {
    3: (("Brouwer 1978, Rees & Stinson 1987", "Ray-Chaudhuri & Wilson 1971"), [1, 4, 4]),
    4: (("resolvable designs and 4-RGDD, in Miller, Valkov & Abel 2026",), [1, 1, 5, 5]),
    5: (("Miller, Valkov & Abel 2026",), [1, 1, 1, 6, 6, 7, 8, 9, 9, 11, 12, 16, 14, 16, 16, 21, 18, 19, 21]),
    6: (("Miller, Valkov & Abel 2026",), [1, 1, 1, 1, 3, 7, 8, 9, 7, 11, 13, 13, 9, 10, 16, 17, 19, 19, 13]),
}
"""By players at a table: where the most rounds without repeated meetings are published (by turns over the numbers of
tables), and how many they are for two tables and more; where the list of tables of 3 or 4 ends, as many as could be."""
