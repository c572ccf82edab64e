from graph.admin.compositions import CompositionAdmin
from graph.admin.entities import EntityAdmin
from graph.admin.reports import ErrorReportAdmin
from graph.admin.results import CoverageAdmin, RaceAdmin
from graph.admin.sources import SourceAdmin
from graph.admin.work import WorkAdmin
