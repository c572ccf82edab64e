"""Matches institutions and offices: a country has one chamber of each type; otherwise a name must agree."""

from graph.importers.matching.nodes import Node, NodeIndex
from graph.kinds import InstitutionType, OfficeType

ONE_PER_COUNTRY = (
    InstitutionType.LEGISLATURE,
    InstitutionType.LOWER_CHAMBER,
    InstitutionType.UPPER_CHAMBER,
    InstitutionType.CABINET,
)


class InstitutionIndex(NodeIndex):
    """The institutions known so far."""

    def match(self, institution: Node) -> Node | None:
        """The known institution of the same type or name. A source's only chamber can be the whole legislature."""
        wanted, country_code = institution.get("institution_type"), institution.country_code
        if wanted not in ONE_PER_COUNTRY:
            return self.with_a_name_of(institution)
        types = [wanted, InstitutionType.LEGISLATURE] if institution.is_only_chamber else [wanted]
        return self._of_types(country_code, types)

    def chamber(self, country_code: str, upper: bool = False) -> Node | None:
        """The chamber that a legislative election fills; None where no chamber is known."""
        lower = [InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE]
        return self._of_types(country_code, [InstitutionType.UPPER_CHAMBER] if upper else lower)

    def _of_types(self, country_code, types):
        """The first institution of the first type that the country has."""
        known = self._by_country[country_code]
        return next((node for wanted in types for node in known if node.get("institution_type") == wanted), None)


class OfficeIndex(NodeIndex):
    """The offices known so far."""

    def match(self, office: Node) -> Node | None:
        """The known office: a legislator's by its institution, any other by its name."""
        if office.institution is not None and office.get("office_type") == OfficeType.LEGISLATOR:
            return self.of_institution(office.institution)
        return self.with_a_name_of(office)

    def of_institution(self, institution: Node) -> Node | None:
        """The office of the institution's members."""
        offices = self._of_types(institution.country_code, [OfficeType.LEGISLATOR])
        return next((office for office in offices if office.institution is institution), None)

    def head_of_state(self, country_code: str) -> Node | None:
        """The office that a presidential election fills; None where the country has several such offices."""
        known = self._of_types(country_code, [OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE])
        return known[0] if len(known) == 1 else None

    def _of_types(self, country_code, types):
        return [node for node in self._by_country[country_code] if node.get("office_type") in types]
