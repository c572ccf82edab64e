from config.http.documents import BOOLEAN, COUNT, NUMBER, STRING, Document, Member
from graph.documents import KIND, ShortEntity

MOST_RESULTS = 50
MOST_IN_GROUP = 8
MOST_RACES = 8


class SearchEntry(ShortEntity):
    matched = Member(STRING, description="The name that matched")
    score = Member(NUMBER, minimum=0, maximum=1)


class SearchGroup(Document):
    type = Member(KIND)
    label = Member(STRING)
    count = Member(COUNT)
    results = Member(ShortEntity, many=True, maxItems=MOST_IN_GROUP)


class RaceMatch(Document):
    election = Member(ShortEntity)
    slug = Member(STRING, description="Unique within the election")
    name = Member(STRING)
    url = Member(STRING, description="Path of the results of the race")
    matched = Member(STRING, description="The name of the area or of the candidate that matched")
    score = Member(NUMBER, minimum=0, maximum=1)


class SearchResults(Document, component="SearchAnswer"):
    count = Member(COUNT, description="Matches found; without `q` the number of published entities")
    results = Member(SearchEntry, many=True, maxItems=MOST_RESULTS)
    groups = Member(SearchGroup, many=True, description="In the order of their best result")
    capped = Member(
        BOOLEAN, optional=True, description="Present when the search stopped early, so that there may be more matches"
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
