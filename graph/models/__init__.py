"""The graph: entities, details, names, sources, relationships, compositions, redirects and the change journal."""

from graph.models.changes import Change, JournalIsAppendOnly, Numbering
from graph.models.compositions import Composition, SeatShare
from graph.models.details import (
    DETAILS,
    CountryDetails,
    ElectionDetails,
    IdeologyDetails,
    InstitutionDetails,
    OfficeDetails,
    PartyDetails,
    PoliticianDetails,
)
from graph.models.entities import Entity
from graph.models.names import Identifier, OtherName
from graph.models.redirects import Redirect
from graph.models.relationships import Relationship, Status
from graph.models.sources import Citation, Source

__all__ = [
    "DETAILS",
    "Change",
    "Citation",
    "Composition",
    "CountryDetails",
    "ElectionDetails",
    "Entity",
    "Identifier",
    "IdeologyDetails",
    "InstitutionDetails",
    "JournalIsAppendOnly",
    "Numbering",
    "OfficeDetails",
    "OtherName",
    "PartyDetails",
    "PoliticianDetails",
    "Redirect",
    "Relationship",
    "SeatShare",
    "Source",
    "Status",
]
