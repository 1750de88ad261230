"""Signing up by oneself: the terms that an organiser sets for a tournament, and who signed up."""


import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_player_details'),
    ]

    operations = [
        migrations.CreateModel(
            name='SignUpTerms',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='sign_up_terms', serialize=False, to='tournaments.tournament')),
                ('is_open', models.BooleanField(default=False)),
                ('limit', models.PositiveSmallIntegerField(null=True)),
                ('closes_at', models.DateTimeField(null=True)),
                ('self_check_in', models.BooleanField(default=False)),
                ('generation', models.PositiveSmallIntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name='SignUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='nom')),
                ('partner', models.CharField(blank=True, max_length=80)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='courriel')),
                ('phone', models.CharField(blank=True, max_length=40)),
                ('state', models.CharField(choices=[('entered', 'inscrit'), ('waiting', 'en attente'), ('withdrawn', 's’est retiré'), ('refused', 'refusé')], default='waiting', max_length=9)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('moved_up_at', models.DateTimeField(null=True)),
                ('is_newcomer', models.BooleanField(default=False)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('origin', models.CharField(blank=True, max_length=64)),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sign_up', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sign_ups', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
