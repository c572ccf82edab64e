"""Store that a relationship without a start is certainly current only from its verification, for every type. Before,
types such as ``party_has_ideology`` were current on each day before it."""

from django.db import migrations

from graph.journal.guard import allow_writes

START_AT_VERIFICATION = """
UPDATE graph_relationship SET current_first = verified_at
WHERE start_date = '' AND current_first = '0001-01-01' AND verified_at <= current_last
"""
# The end of these relationships is before their verification.
START_NEVER = """
UPDATE graph_relationship SET current_first = NULL, current_last = NULL
WHERE start_date = '' AND current_first = '0001-01-01'
"""
START_AT_ONCE = """
UPDATE graph_relationship SET current_first = '0001-01-01'
WHERE start_date = '' AND current_first = verified_at AND type IN (
    'party_has_ideology', 'party_operates_in_country', 'office_in_country', 'institution_in_country',
    'institution_contains_office'
)
"""


def forwards(apps, schema_editor):
    with allow_writes():
        schema_editor.execute(START_AT_VERIFICATION)
        schema_editor.execute(START_NEVER)


def backwards(apps, schema_editor):
    with allow_writes():
        schema_editor.execute(START_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("graph", "0010_relationship_current")]

    operations = [migrations.RunPython(forwards, backwards)]
