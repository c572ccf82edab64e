from pathlib import Path

import pytest

from config import env


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite:///graph.sqlite3", str(Path.cwd() / "graph.sqlite3")),
        ("sqlite:////srv/graph.sqlite3", "/srv/graph.sqlite3"),
        ("sqlite://:memory:", ":memory:"),
        ("postgres://editor@127.0.0.1/graph", "graph"),
    ],
)
def test_database_has_an_absolute_path_of_an_sqlite_file(url, name, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", url)
    assert env.database()["NAME"] == name
