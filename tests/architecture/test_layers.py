"""Who may import whom: the layers of the house, and the same arrow inside each app."""

import pytest

from tests.architecture.source import APPS, PACKAGES, imports

MAY_IMPORT = {
    "config.http": set(),  # the base layer: the HTTP toolkit knows no app
    "graph": {"config.http"},
    "accounts": {"config.http"},  # keys and tiers are about callers, not about politics
    "search": {"graph", "config.http"},
    "snapshots": {"graph", "config.http"},
    "feeds": {"graph", "snapshots", "search", "accounts", "config.http"},
    "config": {"config.http"},  # settings and root URLs name apps by dotted strings
}
ENTRANCES = {"api", "pages", "admin", "management", "receivers", "middleware", "views", "urls", "apps", "migrations"}
"""What the outside enters an app by; nothing deeper in the app knows of them."""


def rooms_imported(app):
    """Each room (module or package right below the app) with the other rooms of the app that it imports."""
    rooms = {}
    for importer, imported in imports(app):
        here, there = _room(app, importer), _room(app, imported)
        if here and there and here != there:
            rooms.setdefault(here, set()).add(there)
    return rooms


def _room(app, module):
    parts = module.split(".")
    return parts[1] if parts[0] == app and len(parts) > 1 else None


def all_below(room, rooms):
    """The rooms that a room imports, and those that they import, and so on."""
    found, waiting = set(), {room}
    while waiting:
        below = rooms.get(waiting.pop(), set())
        waiting |= below - found
        found |= below
    return found


def test_the_table_speaks_of_every_package():
    assert set(MAY_IMPORT) == {*PACKAGES, "config.http"}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_lies_below_it(package):
    allowed = MAY_IMPORT[package] | {package}

    wrong = {
        f"{importer} imports {imported}"
        for importer, imported in imports(package.split(".")[0])
        if _package(importer) == package and _package(imported) not in allowed
    }

    assert not wrong


def _package(module):
    """The package of the table that a module belongs to."""
    return "config.http" if module.startswith("config.http") else module.split(".")[0]


@pytest.mark.parametrize("app", APPS)
class TestInsideAnApp:
    def test_nothing_deeper_imports_an_entrance(self, app):
        inner = {room: below for room, below in rooms_imported(app).items() if room not in ENTRANCES}

        wrong = {f"{room} imports {below & ENTRANCES}" for room, below in inner.items() if below & ENTRANCES}

        assert not wrong

    def test_models_stand_on_leaves(self, app):
        rooms = rooms_imported(app)

        below_models = all_below("models", rooms)

        assert "models" not in below_models
        assert not below_models & {"actions", "documents", "importers", "interchange", "checks"}

    def test_no_two_rooms_import_each_other(self, app):
        rooms = rooms_imported(app)

        assert not {room for room in rooms if room in all_below(room, rooms)}


def test_the_reader_of_imports_sees_them():
    """Else the tests above could not fail."""
    seen = set(imports("graph"))

    assert ("graph.models.entities", "graph.kinds") in seen
    assert ("graph.models.fields", "graph.text.dates") in seen  # from graph.text import dates
    assert ("graph.models.entities", "graph.models.relationships") in seen  # inside a function
