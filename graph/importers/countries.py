"""The countries an importer may speak of, found by the codes that its source uses."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from graph.text.grammar import with_article

__all__ = ["Countries", "Country", "with_article"]

ISO_ALPHA_3 = "iso3166-1-alpha-3"
GEC = "gec"
EVERYPOLITICIAN = "everypolitician-country"
PARTY_FACTS = "partyfacts-country"
CORRELATES_OF_WAR = "cow"
REIGN_NAME = "reign-country"


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country of the graph: ISO 3166-1 alpha-2 code in lower case, display name, slug, codes by scheme."""

    code: str
    name: str
    slug: str
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Countries:
    """The countries of the graph, by ISO code and by any scheme that the crosswalk knows."""

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

    def __contains__(self, code: str) -> bool:
        return code in self._by_code

    def get(self, code: str) -> Country | None:
        """The country with this lowercase ISO alpha-2 code, or None."""
        return self._by_code.get(code)

    def by(self, scheme: str, value: str) -> Country | None:
        """The country that the scheme calls so, or None for one outside the graph (Kosovo, former states)."""
        return self._by_scheme.get((scheme, value.strip()))
