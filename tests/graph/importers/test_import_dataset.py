from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph.models import Entity
from tests import factories

pytestmark = pytest.mark.django_db

ENTRY = "{key: a, kind: party, name: Fatah, country: ps, source: 'https://example.org/a'}"
BROKEN_ENTRY = "{key: b, kind: party, name: Hamas, country: ps}"


@pytest.fixture
def path(tmp_path):
    factories.CountryFactory(name="Palestine", slug="palestine", country_code="ps")
    path = tmp_path / "corrections.yaml"
    path.write_text(f"entities: [{ENTRY}, {BROKEN_ENTRY}]\nrelationships: []")
    return path


def run(path, **options):
    output = StringIO()
    call_command("import_dataset", "corrections", path, stdout=output, **options)
    return output.getvalue()


def test_import_dataset_reports_counts_and_rejected_records(path):
    output = run(path)

    assert Entity.objects.filter(slug="fatah-ps").exists()
    assert "party" in output
    assert "1 rejected records\n  corrections.yaml: b: an entry has no source" in output


def test_import_dataset_writes_nothing_in_a_dry_run(path):
    output = run(path, dry_run=True)

    assert "nothing was written" in output
    assert not Entity.objects.filter(slug="fatah-ps").exists()


def test_import_dataset_fails_on_a_broken_file(path):
    path.write_text("[")

    with pytest.raises(CommandError, match="Nothing was imported"):
        run(path)
