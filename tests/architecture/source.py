"""Read the project's own source with ``ast``: its files, imports and functions."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("graph", "accounts", "search", "snapshots", "feeds")
PACKAGES = (*APPS, "config")


def python_files(*folders: str) -> list[Path]:
    """Return all Python files in the folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def imports(package: str) -> list[tuple[str, str]]:
    """Return (importer, imported) for each import of a project module, also inside functions."""
    found = []
    for path in python_files(package):
        importer = module_name(path)
        names = (name for node in ast.walk(tree(path)) for name in _imported(node, importer, path))
        found += [(importer, name) for name in names if name.split(".")[0] in PACKAGES]
    return found


def imported_names(source: str, importer: str) -> list[str]:
    """Return the modules that the source text of a module imports."""
    path = ROOT.joinpath(*importer.split(".")).with_suffix(".py")
    return [name for node in ast.walk(ast.parse(source)) for name in _imported(node, importer, path)]


def functions(*folders: str) -> Iterator[tuple[str, int]]:
    """Yield each function with the number of its lines without the docstring."""
    for path in python_files(*folders):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{module_name(path)}.{node.name}", _length(node)


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
    """Return the module of a model that ``apps.get_model("graph.Entity")`` loads, because this is an import in
    disguise. Ignore migrations, which need it."""
    if getattr(call.func, "attr", "") != "get_model" or ".migrations." in importer or not call.args:
        return []
    label = getattr(call.args[0], "value", None)
    return [f"{label.split('.')[0]}.models"] if isinstance(label, str) else []


def _origin(node, importer, path):
    """Return the absolute name of the module after ``from``."""
    package = importer.split(".") if path.name == "__init__.py" else importer.split(".")[:-1]
    above = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*above, *filter(None, [node.module])])


def _submodule(origin, name):
    """Return the imported module. ``from graph.text import dates`` imports ``graph.text.dates``, as does ``from
    graph.text.dates import parse``."""
    path = ROOT.joinpath(*origin.split("."), name)
    return f"{origin}.{name}" if path.with_suffix(".py").exists() or path.is_dir() else origin


def _length(function):
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines
