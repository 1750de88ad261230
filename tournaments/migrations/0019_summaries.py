"""Keep with each table what its book comes to, so that pages without a coup score nothing; fill it for tables of today.

The fold of a table is written out here, with positions for names, so that this migration stays what it is.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import scoring

COLUMNS = ("net", "coups", "coups_won", "points", "brusquembilles_won", "brusquembilles_lost")
SUMS_SQL = (
    f"INSERT INTO tournaments_seatsummary (seat_id, {', '.join(COLUMNS)}) SELECT seat_id,"
    f" {', '.join(f'SUM({column})' for column in COLUMNS)} FROM tournaments_line GROUP BY seat_id"
)
AT_ONCE = 500  # rows of one INSERT


def fill_summaries(apps: Any, schema_editor: Any) -> None:
    """Save the summary of every table that has records, and of every seat that has lines."""
    schema_editor.execute(SUMS_SQL)
    saved, kept = apps.get_model("tournaments", "TableSummary"), []
    for summary in iter_summaries(apps, schema_editor.connection.alias):
        kept.append(saved(**summary))
        if len(kept) == AT_ONCE:
            saved.objects.bulk_create(kept)
            kept.clear()
    saved.objects.bulk_create(kept)


def iter_summaries(apps: Any, database: str) -> Iterator[dict[str, Any]]:
    """Yield the columns of each table's summary."""
    models = {name: apps.get_model("tournaments", name) for name in ("Record", "Seat", "Table", "Tournament")}
    tournaments = {each.pk: each for each in models["Tournament"].objects.using(database).all()}
    columns = ("round__tournament", "round__n", "sides")
    tables = {pk: its for pk, *its in models["Table"].objects.using(database).values_list("pk", *columns)}
    places: dict[int, set[int]] = {}
    for table, position in models["Seat"].objects.using(database).values_list("table", "position"):
        places.setdefault(table, set()).add(position)
    row_columns = ("table_id", "number", "kind", "position", "body", "at")
    records = models["Record"].objects.using(database).order_by("table_id", "number").values_list(*row_columns)
    for pk, rows in groupby(records.iterator(chunk_size=2000), lambda row: row[0]):
        tournament, n, sides = tables[pk]
        rules = find_rules(tournaments[tournament], n)
        names = tuple(str(place) for place in range(1, len(places.get(pk, ())) + 1))
        summary = summarise_table(names, tournaments[tournament].game, rules, sides, list(rows))
        if summary:
            yield {"table_id": pk, **summary}


def find_rules(tournament: Any, n: int) -> tuple[str, dict[str, Any]]:
    """Return (preset, options) of the tournament's round n."""
    stages = [stage for stage in tournament.stages if stage["since"] <= n]
    if stages:
        return stages[-1]["preset"], stages[-1]["options"]
    return tournament.preset, tournament.options


def summarise_table(
    names: tuple[str, ...], game: str, rules: tuple[str, dict[str, Any]], sides: bool, rows: list[Any]
) -> dict[str, Any] | None:
    """Return the columns of the summary of one table; None if it cannot play. `rows`: its records in order."""
    preset, options = rules
    known = scoring.get_game(game)
    usual = {option.key: option.default for option in known.options}
    sets = next((dict(each.sets) for each in known.presets if each.key == preset), {})
    two_sides = known.arrange_sides(names) if sides or known.requires_sides(usual | sets | options) else None
    try:
        setting = scoring.build_setting(game, names, preset, options, two_sides)
    except scoring.InvalidSetting:
        return None
    steps = scoring.play_events(setting, list_events(rows))
    state = steps[-1].state if steps else scoring.build_initial_state(setting)
    ranks = {row.player: row.rank for row in state.ranking}
    totals, purses, left = state.totals, state.purses, set(state.left)
    gone = left | {name for side in setting.sides or () if left & set(side) for name in side}
    played = [number for _table, number, kind, *_rest in rows if kind in ("event", "undo")]
    return {
        "events": len(steps),
        "coups": state.coups_played,
        "complete": state.complete,
        "last_number": rows[-1][1],
        "last_played": max(played, default=0),
        "first_at": rows[0][5],
        "last_at": rows[-1][5],
        "totals": [totals[name] for name in names],
        "ranks": [ranks[name] for name in names],
        "purses": [[purses[name].fiches, purses[name].jetons] for name in names if name in purses],
        "left": sorted(map(int, gone)),
    }


def list_events(rows: Iterable[Any]) -> list[Any]:
    """Return the bodies of the events in force after these records."""
    events: list[Any] = []
    for _table, _number, kind, position, body, _at in rows:
        if kind == "event":
            events.append(body)
        elif kind == "correction":
            events[position - 1] = body
        elif kind == "undo":
            events.pop()
    return events


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_chain'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeatSummary',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='tournaments.seat')),
                ('net', models.IntegerField()),
                ('coups', models.IntegerField()),
                ('coups_won', models.IntegerField()),
                ('points', models.IntegerField()),
                ('brusquembilles_won', models.IntegerField()),
                ('brusquembilles_lost', models.IntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='TableSummary',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='tournaments.table')),
                ('events', models.PositiveIntegerField()),
                ('coups', models.PositiveIntegerField()),
                ('complete', models.BooleanField()),
                ('last_number', models.PositiveIntegerField()),
                ('last_played', models.PositiveIntegerField()),
                ('first_at', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('totals', models.JSONField()),
                ('ranks', models.JSONField()),
                ('purses', models.JSONField()),
                ('left', models.JSONField()),
            ],
        ),
        migrations.AddField(model_name='rounddraft', name='evaluation', field=models.JSONField(null=True)),
        migrations.RunPython(fill_summaries, migrations.RunPython.noop),
    ]
