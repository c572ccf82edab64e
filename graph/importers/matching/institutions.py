"""Match institutions by their type or name, and offices by their institution or name."""

from graph.importers.matching.nodes import Node, NodeIndex
from graph.kinds import InstitutionType, OfficeType

ONE_PER_COUNTRY = (
    InstitutionType.LEGISLATURE,
    InstitutionType.LOWER_CHAMBER,
    InstitutionType.UPPER_CHAMBER,
    InstitutionType.CABINET,
)


class InstitutionIndex(NodeIndex):
    """An index of the institutions of the graph and of the current import, by country."""

    def match(self, institution: Node) -> Node | None:
        """Return the known institution of the same country and type, or None.

        Types outside ONE_PER_COUNTRY match by name instead. A parliament's only chamber also matches a legislature.
        """
        wanted, country_code = institution.get("institution_type"), institution.country_code
        if wanted not in ONE_PER_COUNTRY:
            return self.with_a_name_of(institution)
        types = [wanted, InstitutionType.LEGISLATURE] if institution.is_only_chamber else [wanted]
        return self._of_types(country_code, types)

    def chamber(self, country_code: str, upper: bool = False) -> Node | None:
        """Return the country's upper chamber if ``upper``, otherwise the lower or only chamber; None if unknown."""
        lower = [InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE]
        return self._of_types(country_code, [InstitutionType.UPPER_CHAMBER] if upper else lower)

    def _of_types(self, country_code, types):
        """Try the types in order. Return the country's first institution of a type; None if it has none of any type."""
        known = self._by_country[country_code]
        return next((node for wanted in types for node in known if node.get("institution_type") == wanted), None)


class OfficeIndex(NodeIndex):
    """An index of the offices of the graph and of the current import, by country."""

    def match(self, office: Node) -> Node | None:
        """Return the known office, or None. A legislator's office matches by institution, any other office by name."""
        if office.institution is not None and office.get("office_type") == OfficeType.LEGISLATOR:
            return self.of_institution(office.institution)
        return self.with_a_name_of(office)

    def of_institution(self, institution: Node) -> Node | None:
        """Return the known office that the members of the institution hold (type legislator), or None."""
        offices = self._of_types(institution.country_code, [OfficeType.LEGISLATOR])
        return next((office for office in offices if office.institution is institution), None)

    def head_of_state(self, country_code: str) -> Node | None:
        """Return the office that a presidential election fills; None if the country has no such office or several."""
        known = self._of_types(country_code, [OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE])
        return known[0] if len(known) == 1 else None

    def _of_types(self, country_code, types):
        return [node for node in self._by_country[country_code] if node.get("office_type") in types]
