"""Test the version number of a catalogue, and which catalogue the graph can load after another one."""

import gzip
from hashlib import sha256
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph.interchange.dump import FILES, dump
from graph.interchange.lines import InvalidCatalogue
from graph.interchange.upgrade import UpgradeRejected
from graph.interchange.versions import held_version, read_version
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity
from tests import factories
from tests.edits import update
from tests.graph.interchange.catalogues import Catalogue

pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue(tmp_path):
    """Return a catalogue with one party. The graph has loaded its present version."""
    factories.PartyFactory()
    return Catalogue(tmp_path / "catalogue")


def test_downgrade_and_another_catalogue_of_the_same_version_are_rejected(catalogue):
    catalogue.upgrade()
    version = catalogue.folder / "version.json"
    for content, message in (
        ('{"version": 1, "checksum": "x"}', "cannot go back"),
        ('{"version": 2, "checksum": "x"}', "same"),
    ):
        version.write_text(content)
        with pytest.raises(UpgradeRejected, match=message):
            catalogue.upgrade_again()
        with pytest.raises(CommandError, match=message):
            call_command("load_catalogue", path=catalogue.folder)
        call_command("load_catalogue", path=catalogue.folder, if_newer=True, stderr=(errors := StringIO()))
        assert message in errors.getvalue()


@pytest.mark.parametrize("content", ["", "[]", '{"version": "1", "checksum": "x"}', '{"version": 2}'])
def test_invalid_version_is_rejected(catalogue, content):
    (catalogue.folder / "version.json").write_text(content)

    with pytest.raises(InvalidCatalogue):
        catalogue.upgrade_again()


def test_dump_gives_a_changed_graph_the_next_version(catalogue, tmp_path):
    held = held_version()
    dump(tmp_path / "same")
    update(entity=Entity.objects.of_kind("party").first(), founded_year=1900)
    dump(tmp_path / "changed")
    dump(catalogue.folder)

    versions = [(tmp_path / name / "version.json").read_text() for name in ("same", "changed", "catalogue")]

    assert f'"version":{held.version},' in versions[0]
    assert f'"version":{held.version + 1},' in versions[1]
    assert versions[2] == versions[1]


def test_shipped_version_has_the_checksum_of_its_files():
    checksum = sha256()
    for name in FILES:
        checksum.update(gzip.decompress((CATALOGUE / f"{name}.jsonl.gz").read_bytes()))

    assert read_version(CATALOGUE).checksum == checksum.hexdigest()
