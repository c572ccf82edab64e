from graph.models.catalogue import CatalogueFile
from graph.models.changes import Change, JournalIsAppendOnly, JournalState, RowVersion
from graph.models.compositions import Composition, SeatShare
from graph.models.details import DETAILS, ElectionDetails
from graph.models.editorial import NotDuplicate, Upload, WorkList
from graph.models.entities import Entity
from graph.models.names import Identifier, OtherName, Redirect
from graph.models.proxies import PROXIES, Country, Election, Ideology, Institution, Office, Party, Politician
from graph.models.relationships import Relationship, Status
from graph.models.reports import ErrorReport
from graph.models.results import Candidacy, Coverage, Race, ReportingUnit, ResultVersion, Tally
from graph.models.sources import Citation, Source

VERSIONED_MODELS = [Entity, *DETAILS.values(), OtherName, Identifier, Citation]
VERSIONED_MODELS += [Relationship, Composition, SeatShare, Redirect, Coverage, Race, Candidacy]
"""The models of which a `RowVersion` stores each changed row before and after the change. Create rows in the order of
this list; delete them in reverse order."""
