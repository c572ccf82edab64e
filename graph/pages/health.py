from collections.abc import Callable

from django.core.cache import caches
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.http import JsonResponse
from django.views.decorators.cache import never_cache

from config.http.middleware.methods import read_only
from config.http.problems import RETRY_AFTER_DATABASE_ERROR
from graph.models import Entity

OK = "ok"


@never_cache
@read_only
def healthz(request):
    return JsonResponse({"status": OK})


@never_cache
@read_only
def readyz(request):
    """Return 200 if the service is ready, otherwise 503. It is ready if the database responds, has all migrations, and
    contains entities. After the checks of migrations and entities have passed once, a process does not repeat them. The
    response also shows whether Redis is available, but the service is ready without it."""
    checks = {}
    for name, check in CHECKS.items():
        checks[name] = OK if name in _passed else _result(check)
        if checks[name] != OK:
            break
    _passed.update(name for name in CHECKED_ONCE if checks.get(name) == OK)
    ready = all(result == OK for result in checks.values())
    if ready:
        checks |= {name: _result(report) for name, report in reports.items()}
    # A service without Redis is ready too: each process then counts requests on its own.
    checks["counters"] = "per process" if caches["counters"].is_unavailable() else OK
    if ready:
        return JsonResponse({"status": OK, "checks": checks})
    headers = {"Retry-After": str(RETRY_AFTER_DATABASE_ERROR)}
    return JsonResponse({"status": "unavailable", "checks": checks}, status=503, headers=headers)


def _result(check):
    try:
        return check()
    except (DatabaseError, InterfaceError):
        return "unreachable"


def _database():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _migrations():
    executor = MigrationExecutor(connection)
    try:
        executor.loader.check_consistent_history(connection)
    except InconsistentMigrationHistory:  # An earlier development version has created the database.
        return "unknown"
    return "missing" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else OK


CHECKS = {
    "database": _database,
    "migrations": _migrations,
    "catalogue": lambda: OK if Entity.objects.exists() else "empty",
}
CHECKED_ONCE = {"migrations", "catalogue"}
_passed: set[str] = set()
reports: dict[str, Callable[[], str]] = {}
"""Maps names to functions that other apps add. If the service is ready, the response of `readyz` shows the text that
each function returns, under its name. These texts do not change the status of the response."""
