"""Tests of what only happens where two transactions run at a time."""

import pytest
from django.db import connection

SIDE_BY_SIDE = connection.features.has_select_for_update
needs_overlap = pytest.mark.skipif(not SIDE_BY_SIDE, reason="in this database writers take turns: nothing overlaps")
