"""Read the project's own source with ``ast``: its files, imports and functions."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("graph", "accounts", "search", "snapshots", "feeds")
PACKAGES = (*APPS, "config")


def python_files(*folders: str) -> list[Path]:
    """Return all Python files in the folders and their subfolders, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def imports(package: str) -> list[tuple[str, str]]:
    """Return (importer, imported) for each import of a project module in the package, also inside functions. Both are
    names of modules."""
    found = []
    for path in python_files(package):
        importer = module_name(path)
        names = (name for node in ast.walk(tree(path)) for name in _imported(node, importer, path))
        found += [(importer, name) for name in names if name.split(".")[0] in PACKAGES]
    return found


def imported_names(source: str, importer: str) -> list[str]:
    """Return the names of the modules that the Python code ``source`` imports. ``importer`` is the name of the module
    with this code, for relative imports."""
    path = ROOT.joinpath(*importer.split(".")).with_suffix(".py")
    return [name for node in ast.walk(ast.parse(source)) for name in _imported(node, importer, path)]


def functions(*folders: str) -> Iterator[tuple[str, int]]:
    """Yield (full name, number of lines without the docstring) for each function in the folders."""
    for path in python_files(*folders):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{module_name(path)}.{node.name} in line {node.lineno}", _length(node)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _imported(node, importer, path):
    if isinstance(node, ast.Call):
        return _model_by_label(node, importer)
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        origin = _origin(node, importer, path)
        return [_submodule(origin, alias.name) for alias in node.names]
    return []


def _model_by_label(call, importer):
    """Return ["graph.models"] for the syntax node of a call ``apps.get_model("graph.Entity")``, which imports a model
    by its label. Return [] for any other call, and for any call in a migration, which must use ``get_model``."""
    if getattr(call.func, "attr", "") != "get_model" or ".migrations." in importer or not call.args:
        return []
    label = getattr(call.args[0], "value", None)
    return [f"{label.split('.')[0]}.models"] if isinstance(label, str) else []


def _origin(node, importer, path):
    """Return the absolute name of the module after ``from`` in an import. Example: for ``from .dates import x`` in the
    module `graph.text.a`, return ``graph.text.dates``."""
    package = importer.split(".") if path.name == "__init__.py" else importer.split(".")[:-1]
    above = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*above, *filter(None, [node.module])])


def _submodule(origin, name):
    """Return the module that ``from origin import name`` imports: ``origin.name`` if this is a module, otherwise
    ``origin``, because ``name`` is then a function or class in it."""
    path = ROOT.joinpath(*origin.split("."), name)
    return f"{origin}.{name}" if path.with_suffix(".py").exists() or path.is_dir() else origin


def _length(function):
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines
