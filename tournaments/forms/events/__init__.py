"""One form an event kind (penalty, recave, void, leave, end, coup), and what a table says at its end (counts, who
agrees). Phones, the organiser's pages and the paper sheet use the same ones."""
