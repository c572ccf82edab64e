from config.http.documents import BOOLEAN, COUNT, NUMBER, STRING, Document, Member
from graph.documents import KIND, ShortEntity

MOST_RESULTS, MOST_OFFSET = 50, 200
MOST_IN_GROUP = 8
MOST_RACES = 8


SCORE = NUMBER | {"minimum": 0, "maximum": 1, "description": "How well the match fits; 1 is best"}


class SearchEntry(ShortEntity):
    matched = Member(STRING, description="The name that matched")
    score = Member(SCORE)


class SearchGroup(Document):
    type = Member(KIND)
    label = Member(STRING, description="The type in words, in the plural")
    count = Member(COUNT, description="All matches of the type")
    results = Member(ShortEntity, many=True, maxItems=MOST_IN_GROUP, description="The best of them")


class RaceMatch(Document):
    election = Member(ShortEntity, description="The election of the race")
    slug = Member(STRING, description="Unique within the election")
    name = Member(STRING, description="Name of the race, usually that of its area")
    url = Member(STRING, description="Path of the results of the race")
    matched = Member(STRING, description="The name of the area or of the candidate that matched")
    score = Member(SCORE)


class SearchResults(Document, component="SearchAnswer"):
    count = Member(COUNT, description="Matches found; without `q` the number of published entities")
    results = Member(SearchEntry, many=True, maxItems=MOST_RESULTS, description="Over all types, best first")
    groups = Member(SearchGroup, many=True, description="In the order of their best result")
    capped = Member(
        BOOLEAN,
        optional=True,
        description="Present when the search stopped after 150 matches or more, so that there may be others",
    )
    corrected = Member(
        STRING, optional=True, description="Present when only this corrected spelling of the query matched"
    )
    races = Member(
        RaceMatch,
        many=True,
        optional=True,
        maxItems=MOST_RACES,
        description="Present when constituencies or their candidates match: the best matches, of equal ones those of "
        "the newest election first. A year in the query leaves out other years",
    )
