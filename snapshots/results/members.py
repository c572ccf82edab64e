"""Define the JSON Schemas and members that several documents about election results share."""

from config.http.documents import BOOLEAN, COUNT, NUMBER, STRING, TIMESTAMP, Member, one_of
from graph.documents import ShortEntity
from graph.results import AreaLevel, Method, Mode, Outcome, Phase, VersionKind

# The schemas of this module do not allow null. Documents add null where a value may be missing, for example before the
# first count.
MODE = one_of(Mode) | {"description": "`live` while votes are counted, `archive` afterwards, `test` for a rehearsal"}
PHASE = one_of(Phase) | {"description": "How far the count is; the least advanced race decides for an election"}
LEVEL = one_of(AreaLevel) | {"description": "The smallest areas whose results are covered"}
METHOD = one_of(Method) | {"description": "How votes become seats"}
OUTCOME = one_of(Outcome) | {"description": "What the race means for the party of the winner"}
VERSION_KIND = one_of(VersionKind) | {"description": "Why the version was recorded"}
PARTY_NAME = STRING | {"description": "The party's name, or what the source prints"}
NOTE = STRING | {"description": "What readers of the figures should know, such as the reason of a correction"}

UPDATED_AT = TIMESTAMP | {"description": "When the newest version was received"}
VALID_FROM = TIMESTAMP | {"description": "The time that the source gives"}
STALE_SINCE = TIMESTAMP | {
    "description": "Since when the source that is followed has not responded, if for too long",
}

VOTES = COUNT | {"description": "Votes; null where the source has shares only"}
SHARE = NUMBER | {"description": "Per cent of the valid votes"}
SEATS = COUNT | {"description": "Seats, or electoral votes; null where their number is unknown"}
ELECTORATE = COUNT | {"description": "People entitled to vote"}
BALLOTS = COUNT | {"description": "Votes cast, with the rejected ones"}
VALID = COUNT | {"description": "Valid votes"}
REJECTED = COUNT | {"description": "Rejected votes"}
MARGIN_VOTES = COUNT | {"description": "Votes between first and second"}
MARGIN = NUMBER | {"description": "Percentage points between first and second"}
SHARE_CHANGE = NUMBER | {
    "description": "Percentage points since the election before, for the party; of an alliance, since its members"
}
TURNOUT_CHANGE = NUMBER | {"description": "Percentage points of turnout since the election before"}
IS_CALLED = BOOLEAN | {"description": "Whether it is known who won"}
REASON = STRING | {"description": "Why the comparison is limited or impossible"}

# The following are members instead of schemas, because they have the same name in every document.
PARTY = Member(ShortEntity, null=True, description="The party; null where it is no entity of the graph")
PERSON = Member(ShortEntity, null=True, description="The candidate; null where the person is no entity of the graph")
LABEL = Member(STRING, null=True, description="The party as the source prints it")
CANDIDACY_KEY = Member(STRING, description="Identifies the candidacy within its race")
