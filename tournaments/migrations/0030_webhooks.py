"""Webhooks: the receivers of a club, the outbox that the database fills by itself, and what is to be sent."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournaments.models.guards import (InstallGuards, LiftGuards)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_api_tokens'),
    ]

    operations = [
        LiftGuards(),
        migrations.CreateModel(
            name='OutboxEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('record', 'Record'), ('audit', 'Audit'), ('tables', 'Tables'), ('sign_up', 'Sign Up'), ('standings', 'Standings')], max_length=9)),
                ('subject', models.BigIntegerField(default=0)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tournament', models.ForeignKey(db_column='event_id', on_delete=django.db.models.deletion.CASCADE, related_name='outbox_entries', to='tournaments.tournament')),
            ],
            options={
                'db_table': 'tournaments_outbox',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Receiver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.URLField(max_length=500, verbose_name='adresse')),
                ('types', models.JSONField(default=list)),
                ('salt', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('failing_since', models.DateTimeField(null=True)),
                ('paused_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='receivers', to='tournaments.club')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('message', models.CharField(max_length=40)),
                ('type', models.CharField(max_length=20)),
                ('body', models.TextField()),
                ('state', models.CharField(choices=[('waiting', 'attend'), ('delivered', 'reçu'), ('abandoned', 'abandonné')], default='waiting', max_length=9)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('next_at', models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ('answer', models.PositiveSmallIntegerField(null=True)),
                ('trouble', models.CharField(blank=True, max_length=12)),
                ('receiver', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.receiver')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('next_at__isnull', False)), fields=['next_at'], name='deliveries_to_try')],
            },
        ),
        InstallGuards(),
    ]
