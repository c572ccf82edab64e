"""The project's own source, read with ``ast``: its files, imports and functions."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APPS = ("graph", "accounts", "search", "snapshots", "feeds")
PACKAGES = (*APPS, "config")


def python_files(*folders: str) -> list[Path]:
    """Every Python file below the folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imports(package: str) -> Iterator[tuple[str, str]]:
    """Each module of the package with each module of the project it imports, wherever in the file it does so."""
    for path in python_files(package):
        importer = module_name(path)
        for node in ast.walk(tree(path)):
            yield from ((importer, name) for name in _imported(node, importer, path) if name.split(".")[0] in PACKAGES)


def functions(*folders: str) -> Iterator[tuple[str, int]]:
    """Each function with the number of its lines, the docstring left out."""
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
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        origin = _origin(node, importer, path)
        return [_submodule(origin, alias.name) for alias in node.names]
    return []


def _origin(node, importer, path):
    """The module after ``from``, with the dots of a relative import spelled out."""
    package = importer.split(".") if path.name == "__init__.py" else importer.split(".")[:-1]
    above = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*above, *filter(None, [node.module])])


def _submodule(origin, name):
    """Both ``from graph.text import dates`` and ``from graph.text.dates import parse`` import ``graph.text.dates``."""
    path = ROOT.joinpath(*origin.split("."), name)
    return f"{origin}.{name}" if path.with_suffix(".py").exists() or path.is_dir() else origin


def _length(function):
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines
