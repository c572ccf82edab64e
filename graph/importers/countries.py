"""Find the countries of the graph by the codes that a source uses."""

from collections.abc import Iterable
from dataclasses import dataclass, field

ISO_ALPHA_3 = "iso3166-1-alpha-3"
GEC = "gec"
EVERYPOLITICIAN = "everypolitician-country"
PARTY_FACTS = "partyfacts-country"
CORRELATES_OF_WAR = "cow"
REIGN_NAME = "reign-country"


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country of the graph: ISO 3166-1 alpha-2 code in lower case, display name, slug, and other codes by scheme."""

    code: str
    name: str
    slug: str
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Countries:
    """The countries of the graph, to be found by ISO code or by a code in any scheme of the crosswalk."""

    def __init__(self, countries: Iterable[Country]):
        self._by_code = {country.code: country for country in countries}
        self._by_scheme = {
            (scheme, value): country
            for country in self._by_code.values()
            for scheme, values in country.codes.items()
            for value in values
        }

    def __iter__(self):
        return iter(self._by_code.values())

    def get(self, code: str) -> Country | None:
        """Return the country with this lower-case ISO alpha-2 code; None if the graph has no such country."""
        return self._by_code.get(code)

    def by(self, scheme: str, value: str) -> Country | None:
        """Return the country with this code in the scheme; None if the graph has no such country, like Kosovo."""
        return self._by_scheme.get((scheme, value.strip()))
