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
    told = StringIO()
    call_command("import_dataset", "corrections", path, stdout=told, **options)
    return told.getvalue()


def test_the_command_reports_what_it_did_and_what_it_refused(path):
    told = run(path)

    assert Entity.objects.filter(slug="fatah-ps").exists()
    assert "party" in told
    assert "1 rejected records\n  corrections.yaml: 2: an entry has no source" in told


def test_a_dry_run_says_so_and_writes_nothing(path):
    told = run(path, dry_run=True)

    assert "nothing was written" in told
    assert not Entity.objects.filter(slug="fatah-ps").exists()


def test_a_broken_file_is_an_error_of_the_command(path):
    path.write_text("[")

    with pytest.raises(CommandError, match="Nothing was imported"):
        run(path)
