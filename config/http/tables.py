"""Read tables of constants from CSV files, which are next to the modules that use them."""

import csv
from pathlib import Path


def read_csv(module_file: str, name: str) -> list[dict[str, str]]:
    """Return the rows of the CSV file ``name``. The file is in the folder of the module that needs it; ``module_file``
    is the ``__file__`` of that module. Each row maps the names of the columns to values."""
    with (Path(module_file).parent / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
