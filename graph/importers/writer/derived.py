"""What no source says because it goes without saying: which office an election fills."""

from collections.abc import Iterator

from graph.importers.matching.nodes import Node
from graph.importers.writer.state import State
from graph.kinds import ElectionKind, Kind
from graph.relations import RelationshipType


def offices_contested(state: State) -> Iterator[tuple[Node, Node]]:
    """(office, election) for each election that no statement yet gives an office, where the country has just one."""
    contested = {
        election
        for (_, kind, election), rows in state.statements.items()
        if rows and kind == RelationshipType.ELECTED_IN_ELECTION
    }
    for election in state.nodes:
        if election.kind == Kind.ELECTION and election not in contested:
            office = _office(state, election)
            if office is not None:
                yield office, election


def _office(state, election):
    kind, country = election.get("kind"), election.country_code
    offices, institutions = state.indexes[Kind.OFFICE], state.indexes[Kind.INSTITUTION]
    if kind == ElectionKind.PRESIDENTIAL:
        return offices.head_of_state(country)
    if kind == ElectionKind.EUROPEAN:
        return None
    chamber = institutions.chamber(country, upper=kind == ElectionKind.UPPER_HOUSE)
    return offices.of_institution(chamber) if chamber else None
