"""Run queries, also one that takes far longer than any time limit for queries."""

from django.db import connection

SLOW = {
    "postgresql": "SELECT pg_sleep(60)",
    "sqlite": "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT max(i) FROM n",
}


def query(sql: str = "SELECT 1") -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()


def slow_query() -> list[tuple]:
    return query(SLOW[connection.vendor])
