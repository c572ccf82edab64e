"""What waits for editors: lists of rows, each with its count, and when it was counted.

What takes long to find is kept in the database when a command or an editor has it found; the others are asked of the
graph whenever they are shown, and their counts kept for some minutes.
"""

from graph.worklists.counting import Count, count_again, counts
from graph.worklists.lists import LISTS, List, Row
from graph.worklists.twins import set_aside

__all__ = ["LISTS", "Count", "List", "Row", "count_again", "counts", "set_aside"]
