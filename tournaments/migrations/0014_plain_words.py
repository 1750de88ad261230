"""Name models and fields in plain words. Only Django's state changes: tables, columns and guards stay as they are."""

from typing import Any

from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.models import CASCADE, PROTECT

TABLES = {
    "Event": ("Tournament", "event"),
    "Deed": ("AuditEntry", "deed"),
    "Apart": ("SeatingExclusion", "apart"),
    "Beat": ("ChangeMark", "beat"),
    "Line": ("LedgerLine", "line"),
    "Call": ("ArbiterCall", "call"),
    "Dues": ("Fee", "dues"),
    "Treasury": ("Account", "treasury"),
    "Draft": ("RoundDraft", "draft"),
    "Count": ("TokenCount", "count"),
    "Unplayed": ("UnplayedTable", "unplayed"),
}
"""By old model: its new name, and the table that it keeps (after `tournaments_`)."""

CONSTRAINTS = {
    "entry": {"one_entry_a_player": ("tournament", "player"), "shown_names_differ": ("tournament", "shown_name")},
    "round": {"round_numbers_differ": ("tournament", "n")},
    "rounddraft": {"draft_choices_differ": ("tournament", "choice")},
}


def rename_models() -> list[Operation]:
    """Rename each model; its table keeps its name."""
    found: list[Operation] = []
    for old, (new, table) in TABLES.items():
        found += [migrations.RenameModel(old, new), migrations.AlterModelTable(new, f"tournaments_{table}")]
    return found


def rename_field(model: str, old: str, new: str, field: "models.Field[Any, Any]") -> list[Operation]:
    """Rename a field; `field` names the column that it keeps."""
    return [migrations.RenameField(model, old, new), migrations.AlterField(model, new, field)]


def rename_tournament(
    model: str, kind: "type[models.ForeignKey[Any, Any]]" = models.ForeignKey, **options: Any
) -> list[Operation]:
    """Rename a model's reference to its tournament."""
    field = kind(to="tournaments.tournament", db_column="event_id", **options)
    return rename_field(model, "event", "tournament", field)


def rename_actor(model: str, **options: Any) -> list[Operation]:
    """Rename the author of a row."""
    return rename_field(model, "by", "actor", models.CharField(max_length=40, db_column="by", **options))


def remove_constraints() -> list[Operation]:
    return [migrations.RemoveConstraint(model, name) for model, named in CONSTRAINTS.items() for name in named]


def add_constraints() -> list[Operation]:
    return [
        migrations.AddConstraint(model, models.UniqueConstraint(fields=fields, name=name))
        for model, named in CONSTRAINTS.items()
        for name, fields in named.items()
    ]


def create_link(name: str, table: str, **ends: "models.ForeignKey[Any, Any]") -> Operation:
    """Declare the table of a many-to-many field, whose columns keep their names, as a model of its own."""
    number = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
    options = {"db_table": table, "unique_together": {tuple(ends)}}
    return migrations.CreateModel(name, [("id", number), *ends.items()], options)


LINKS = [
    create_link(
        "ExcludedEntry",
        "tournaments_apart_entries",
        exclusion=models.ForeignKey("tournaments.seatingexclusion", CASCADE, db_column="apart_id"),
        entry=models.ForeignKey("tournaments.entry", CASCADE),
    ),
    create_link(
        "SeasonTournament",
        "tournaments_season_events",
        season=models.ForeignKey("tournaments.season", CASCADE),
        tournament=models.ForeignKey("tournaments.tournament", CASCADE, db_column="event_id"),
    ),
    migrations.AlterField(
        "seatingexclusion",
        "entries",
        models.ManyToManyField("tournaments.entry", "exclusions", through="tournaments.ExcludedEntry"),
    ),
    *rename_field(
        "season",
        "events",
        "tournaments",
        models.ManyToManyField("tournaments.tournament", "seasons", blank=True, through="tournaments.SeasonTournament"),
    ),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_standings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *rename_models(),
                *remove_constraints(),
                *rename_tournament(
                    "account", models.OneToOneField, on_delete=PROTECT, primary_key=True, related_name="account", serialize=False
                ),
                *rename_tournament("auditentry", on_delete=PROTECT, related_name="audit_entries"),
                *rename_tournament("changemark", on_delete=CASCADE, related_name="change_marks"),
                *rename_tournament("entry", on_delete=PROTECT, related_name="entries"),
                *rename_tournament("prize", on_delete=PROTECT, related_name="prizes"),
                *rename_tournament("round", on_delete=PROTECT, related_name="rounds"),
                *rename_tournament("rounddraft", on_delete=CASCADE, related_name="drafts"),
                *rename_tournament("seatingexclusion", on_delete=CASCADE, related_name="exclusions"),
                *rename_tournament("wrongcode", on_delete=CASCADE, related_name="wrong_codes"),
                *rename_actor("arbitercall"),
                *rename_actor("auditentry", blank=True),
                *rename_actor("erasure"),
                *rename_actor("merge"),
                *rename_actor("record"),
                migrations.AlterField(
                    "tournament",
                    "club",
                    models.ForeignKey("tournaments.club", PROTECT, related_name="tournaments"),
                ),
                migrations.AlterField(
                    "fee",
                    "entry",
                    models.OneToOneField("tournaments.entry", CASCADE, primary_key=True, related_name="fee", serialize=False),
                ),
                *LINKS,
                *add_constraints(),
            ]
        )
    ]
