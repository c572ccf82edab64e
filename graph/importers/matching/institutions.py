"""When two institutions, or two offices, are one: a country has one of each type, else names must agree."""

from collections import defaultdict
from collections.abc import Iterable

from graph.importers.matching.nodes import Node
from graph.kinds import InstitutionType, OfficeType

ONE_A_COUNTRY = frozenset(
    {
        InstitutionType.LEGISLATURE,
        InstitutionType.LOWER_CHAMBER,
        InstitutionType.UPPER_CHAMBER,
        InstitutionType.CABINET,
    }
)


class InstitutionIndex:
    """The institutions known so far, by country and type."""

    def __init__(self, institutions: Iterable[Node] = ()):
        self._known = defaultdict(list)
        for institution in institutions:
            self.add(institution)

    def add(self, institution: Node) -> None:
        self._known[institution.country_code].append(institution)

    def match(self, institution: Node) -> Node | None:
        """The known institution this one is; the only chamber a source knows may be the whole legislature."""
        wanted = institution.get("institution_type")
        if wanted not in ONE_A_COUNTRY:
            return self._named(institution)
        found = self._of_type(institution.country_code, wanted)
        if not found and institution.is_only_chamber:
            found = self._of_type(institution.country_code, InstitutionType.LEGISLATURE)
        return found

    def chamber(self, country_code: str, upper: bool = False) -> Node | None:
        """The chamber a legislative election fills; None where the country has none known."""
        if upper:
            return self._of_type(country_code, InstitutionType.UPPER_CHAMBER)
        return self._of_type(country_code, InstitutionType.LOWER_CHAMBER) or self._of_type(
            country_code, InstitutionType.LEGISLATURE
        )

    def _of_type(self, country_code, institution_type):
        known = self._known[country_code]
        return next((node for node in known if node.get("institution_type") == institution_type), None)

    def _named(self, institution):
        names = institution.folded_names()
        return next((node for node in self._known[institution.country_code] if names & node.folded_names()), None)


class OfficeIndex:
    """The offices known so far, by country; a legislator's office by its institution."""

    def __init__(self, offices: Iterable[Node] = ()):
        self._known = defaultdict(list)
        for office in offices:
            self.add(office)

    def add(self, office: Node) -> None:
        self._known[office.country_code].append(office)

    def match(self, office: Node) -> Node | None:
        """The known office this one is."""
        if office.institution is not None and office.get("office_type") == OfficeType.LEGISLATOR:
            return self.of_institution(office.institution)
        names = office.folded_names()
        return next((node for node in self._known[office.country_code] if names & node.folded_names()), None)

    def of_institution(self, institution: Node) -> Node | None:
        """The office of the institution's members."""
        known = self._known[institution.country_code]
        return next((node for node in known if _is_seat_in(node, institution)), None)

    def head_of_state(self, country_code: str) -> Node | None:
        """The office a presidential election fills, where the country has exactly one such office."""
        types = (OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE)
        known = [node for node in self._known[country_code] if node.get("office_type") in types]
        return known[0] if len(known) == 1 else None


def _is_seat_in(office, institution):
    return office.institution is institution and office.get("office_type") == OfficeType.LEGISLATOR
