"""Names of rules about two tables. Triggers check the rules (see ``graph/migrations/0001_initial.py``).

If a write breaks a rule, the error message of the database contains the name of the rule.
"""

RELATIONSHIP_RULE = "relationship_joins_the_kinds_its_type_allows"
DETAILS_RULE = "details_belong_to_an_entity_of_their_kind"
KIND_RULE = "entity_keeps_its_kind"
COMPOSITION_RULE = "composition_is_of_an_institution"
ELECTION_RULE = "composition_is_given_by_an_election"
SHARE_RULE = "seat_share_is_of_a_party"
JOURNAL_RULE = "journal_is_append_only"

TRIGGER_RULES = (
    RELATIONSHIP_RULE,
    DETAILS_RULE,
    KIND_RULE,
    COMPOSITION_RULE,
    ELECTION_RULE,
    SHARE_RULE,
    JOURNAL_RULE,
)
