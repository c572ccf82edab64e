"""Is the process up, and can it reach what it needs: for load balancers and the operator."""

from django.apps import apps
from django.core.cache import caches
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.http import JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

OK = "ok"


@never_cache
@require_safe
def is_up(request):
    """200 while the process answers; asks nobody else."""
    return JsonResponse({"status": OK})


@never_cache
@require_safe
def is_ready(request):
    """200 when every check is ok, else 503 with what is amiss."""
    checks = {}
    for name, check in CHECKS.items():
        checks[name] = _told(check)
        if checks[name] != OK:
            break
    ready = all(result == OK for result in checks.values())
    # Without shared counters requests are served all the same.
    checks["counters"] = "per process" if caches["counters"].is_unavailable() else OK
    return JsonResponse({"status": OK if ready else "unavailable", "checks": checks}, status=200 if ready else 503)


def _told(check):
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
    except InconsistentMigrationHistory:  # a database of an earlier development version
        return "unknown"
    return "missing" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else OK


def _catalogue():
    return OK if apps.get_model("graph.Entity").objects.exists() else "empty"


CHECKS = {"database": _database, "migrations": _migrations, "catalogue": _catalogue}
"""In this order: without the first the next cannot be told."""
