"""Several people run a club: open invitations, the log of who was a member in which role, the role of a reader; and the
installation belongs to one account, the first that owns a club. Every member keeps his role."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

ROLES = [
    ("owner", "responsable"),
    ("organiser", "organisateur"),
    ("arbiter", "arbitre"),
    ("treasurer", "trésorier"),
    ("reader", "lecteur"),
]


def give_installation(apps, schema_editor):
    """Give the installation to the account that has owned a club for longest, of a real club if there is one."""
    member = apps.get_model("tournaments", "Member")
    users = apps.get_model(*settings.AUTH_USER_MODEL.split("."))
    if users.objects.filter(is_superuser=True, is_active=True).exists():
        return
    owners = member.objects.filter(role="owner", user__is_active=True)
    first = owners.order_by("club__demonstration", "user_id").first()
    if first is not None:
        users.objects.filter(pk=first.user_id).update(is_superuser=True)


def log_members(apps, schema_editor):
    """Open the log of roles with what every member is now."""
    log = apps.get_model("tournaments", "MemberChange")
    for member in apps.get_model("tournaments", "Member").objects.select_related("user").order_by("pk"):
        log.objects.create(
            club_id=member.club_id, account=member.user_id, name=member.user.username, was=member.role, now=member.role
        )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0020_no_first_reason"),
    ]

    operations = [
        migrations.AlterField(
            model_name="member",
            name="role",
            field=models.CharField(choices=ROLES, default="organiser", max_length=12, verbose_name="rôle"),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=ROLES, max_length=12)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.club",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["expires_at", "pk"]},
        ),
        migrations.CreateModel(
            name="MemberChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account", models.BigIntegerField()),
                ("name", models.CharField(max_length=150)),
                ("was", models.CharField(blank=True, choices=ROLES, max_length=12)),
                ("now", models.CharField(blank=True, choices=ROLES, max_length=12)),
                ("actor", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="member_changes",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={"ordering": ["at", "pk"]},
        ),
        migrations.RunPython(give_installation, migrations.RunPython.noop, elidable=False),
        migrations.RunPython(log_members, migrations.RunPython.noop, elidable=False),
    ]
