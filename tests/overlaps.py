"""A mark for tests that need two transactions at the same time. With SQLite, they are skipped."""

import pytest
from django.db import connection

SIDE_BY_SIDE = connection.features.has_select_for_update
needs_overlap = pytest.mark.skipif(not SIDE_BY_SIDE, reason="in this database writers take turns: nothing overlaps")
