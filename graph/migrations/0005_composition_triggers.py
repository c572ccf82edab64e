from django.db import migrations

from graph.journal import triggers


class Migration(migrations.Migration):
    dependencies = [("graph", "0004_compositions")]
    # Backwards nothing is to be done: the triggers go with their tables.
    operations = [migrations.RunPython(triggers.install, migrations.RunPython.noop)]
