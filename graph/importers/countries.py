"""The countries of the graph, for importers. Each source has its own codes of countries. Importers find a country by
such a code, or by its ISO code."""

from collections.abc import Iterable
from dataclasses import dataclass, field

PARTY_FACTS = "partyfacts-country"


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country. ``code`` is its ISO 3166-1 alpha-2 code in lower case. ``codes`` has the codes that other sources use
    for the country: it maps the name of a scheme, such as "partyfacts-country", to codes."""

    code: str
    name: str
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Countries:
    """The countries of the graph. They are found by their ISO code, or by a code in another scheme."""

    def __init__(self, countries: Iterable[Country]):
        self._by_code = {country.code: country for country in countries}
        self._by_scheme = {
            (scheme, value): country
            for country in self._by_code.values()
            for scheme, values in country.codes.items()
            for value in values
        }

    def get(self, code: str) -> Country | None:
        return self._by_code.get(code)

    def by(self, scheme: str, value: str) -> Country | None:
        return self._by_scheme.get((scheme, value.strip()))
