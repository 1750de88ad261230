

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0034_usual_cards'),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditentry',
            name='what',
            field=models.CharField(choices=[('opened', 'Opened'), ('closed', 'Closed'), ('reopened', 'Reopened'), ('hidden', 'Hidden'), ('shown', 'Shown'), ('changed', 'Changed'), ('rules', 'Rules'), ('renamed', 'Renamed'), ('substituted', 'Substituted'), ('card', 'Card'), ('typing', 'Typing'), ('unplayed', 'Unplayed'), ('adjusted', 'Adjusted'), ('unadjusted', 'Unadjusted'), ('withdrawn', 'Withdrawn'), ('worth', 'Worth')], max_length=12),
        ),
    ]
