"""Test the layers: which package may import which, and the direction of imports inside each app.

Imports inside functions also count, and so does `apps.get_model` with the label of an app.
"""

import pytest

from tests.architecture.source import APPS, PACKAGES, imported_names, imports

MAY_IMPORT = {
    "config.http": set(),  # The base layer (the HTTP toolkit) imports no app.
    "graph": {"config.http"},
    "accounts": {"config.http"},  # API keys and tiers are about callers, not about politics.
    "search": {"graph", "config.http"},
    "snapshots": {"graph", "config.http"},
    "feeds": {"graph", "snapshots", "search", "accounts", "config.http"},
    "config": {"config.http"},  # Settings and root URLs name apps only by dotted strings.
}
ENTRY_POINTS = {"api", "pages", "admin", "management", "receivers", "middleware", "views", "urls", "apps", "migrations"}
"""Modules of an app that requests, commands or Django call. No other module of the app imports them."""


def part_imports(app):
    """Map each part of the app to the set of other parts that it imports. A part is a module or a package directly in
    the app."""
    parts = {}
    for importer, imported in imports(app):
        here, there = _part(app, importer), _part(app, imported)
        if here and there and here != there:
            parts.setdefault(here, set()).add(there)
    return parts


def module_imports(app):
    """Map each module of the app to the other modules of the app that it imports."""
    modules = {}
    for importer, imported in imports(app):
        if imported.startswith(f"{app}.") and imported != importer:
            modules.setdefault(importer, set()).add(imported)
    return modules


def _part(app, module):
    names = module.split(".")
    return names[1] if names[0] == app and len(names) > 1 else None


def all_imported(name, graph):
    """Return all parts or modules that ``name`` imports, directly or indirectly. ``graph`` maps each to its imports."""
    found, waiting = set(), {name}
    while waiting:
        direct = graph.get(waiting.pop(), set())
        waiting |= direct - found
        found |= direct
    return found


def test_may_import_has_a_row_for_every_package():
    assert set(MAY_IMPORT) == {*PACKAGES, "config.http"}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_package_imports_only_lower_layers(package):
    allowed = MAY_IMPORT[package] | {package}

    wrong = {
        f"{importer} imports {imported}"
        for importer, imported in imports(package.split(".")[0])
        if _package(importer) == package and _package(imported) not in allowed
    }

    assert not wrong


def _package(module):
    """Return the package in MAY_IMPORT to which a module belongs."""
    return "config.http" if module.startswith("config.http") else module.split(".")[0]


@pytest.mark.parametrize("app", APPS)
class TestApp:
    def test_entry_points_are_imported_by_entry_points_only(self, app):
        inner = {part: imported for part, imported in part_imports(app).items() if part not in ENTRY_POINTS}

        wrong = {f"{part} imports {imported & ENTRY_POINTS}" for part, imported in inner.items()}

        assert not {text for text in wrong if not text.endswith("set()")}

    def test_models_import_no_actions_documents_or_importers(self, app):
        below_models = all_imported("models", part_imports(app))

        assert "models" not in below_models
        assert not below_models & {"actions", "documents", "importers", "interchange", "checks"}

    @pytest.mark.parametrize("graph_of", [part_imports, module_imports])
    def test_no_two_parts_or_modules_import_each_other(self, app, graph_of):
        graph = graph_of(app)

        assert not {name for name in graph if name in all_imported(name, graph)}


def test_imports_finds_every_form_of_import():
    """The tests above would miss a wrong import if `imports` did not find every form of import."""
    seen = set(imports("graph"))

    assert ("graph.models.entities", "graph.kinds") in seen
    assert ("graph.models.fields", "graph.text.dates") in seen  # The source has: from graph.text import dates
    assert imported_names('def f(): apps.get_model("graph.Entity")', "search.find") == ["graph.models"]
