"""Rules about the data that no database can hold. Each says what it finds; exceptions are listed with their reasons.

A rule is a function ``check_<what is wrong>(day)`` that yields the slug of an entity and a sentence about it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from graph.checks import compositions, elections, entities, offices, parties, politicians, relationships, texts

CHECKS = (
    offices.check_two_heads_of_state,
    offices.check_two_heads_of_government,
    offices.check_offices_without_country,
    offices.check_institutions_without_country,
    politicians.check_politicians_without_office,
    politicians.check_politicians_too_young_for_office,
    politicians.check_politicians_with_offices_abroad_only,
    elections.check_elections_without_country,
    elections.check_elections_without_date,
    elections.check_elections_held_in_the_future,
    elections.check_elections_forgotten,
    parties.check_parties_without_country,
    parties.check_parties_founded_after_their_members_left,
    relationships.check_ends_before_starts,
    relationships.check_dates_in_the_far_future,
    relationships.check_facts_verified_in_the_future,
    relationships.check_statements_across_borders,
    compositions.check_compositions_whose_sum_is_not_the_seats,
    compositions.check_compositions_that_differ_from_the_seats,
    compositions.check_compositions_across_borders,
    compositions.check_compositions_in_the_future,
    entities.check_slugs_of_the_wrong_shape,
    entities.check_slugs_that_lead_elsewhere,
    entities.check_entities_without_source,
    texts.check_texts_that_are_not_clean,
    texts.check_texts_with_markup,
)

RULES = {check.__name__.removeprefix("check_"): check for check in CHECKS}
"""Every rule by its name, in the order they are checked."""


@dataclass(frozen=True, order=True)
class Finding:
    """What a rule has to say of an entity."""

    rule: str
    slug: str
    sentence: str


def findings(day: date, rules: Iterable[str] = RULES) -> Iterator[Finding]:
    """What is wrong with the graph as of the day, by the rules named."""
    for rule in rules:
        for slug, sentence in RULES[rule](day):
            yield Finding(rule, slug, sentence)
