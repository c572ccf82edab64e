from django.db import migrations

from graph.journal import triggers


class Migration(migrations.Migration):
    dependencies = [("graph", "0002_order_by_code_point")]
    operations = [migrations.RunPython(triggers.install, triggers.uninstall)]
