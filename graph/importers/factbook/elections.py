"""Presidential elections: the last ones with their candidates and winners, and the next."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.importers.factbook import dates, results
from graph.importers.factbook.corrections import LAST_PRESIDENTIAL, NEXT_PRESIDENTIAL, NO_PRESIDENTIAL_ELECTION
from graph.importers.factbook.election_records import election_key, election_records, scheduled
from graph.importers.factbook.page import EXECUTIVE, Page
from graph.importers.factbook.persons import Person, Persons
from graph.importers.factbook.result_slips import RESULTS
from graph.importers.factbook.results import Contest
from graph.importers.records import Record, RejectedRecord, RelationshipRecord
from graph.kinds import ElectionKind
from graph.relations import RelationshipType
from graph.text import dates as partial

RESULT = "election results"
LAST = "most recent election date"
NEXT = "expected date of next election"
DIRECT = re.compile(r"\bpresiden[^;]*\bdirectly elected")


@dataclass(frozen=True, slots=True)
class Result:
    """A past election with persons instead of names; the runner-up is None where nobody is told to be second."""

    date: str
    winners: list[Person]
    runner_up: Person | None
    others: list[Person]
    margin: float | None

    def roles(self) -> Iterator[tuple[Person, str]]:
        """Each candidate once, with the role in the election."""
        yield from ((person, "winner") for person in self.winners)
        if self.runner_up:
            yield self.runner_up, "runner-up"
        yield from ((person, "candidate") for person in self.others)


class PresidentialElections:
    """The presidential elections of a page; made before any is told, because results name persons anew."""

    def __init__(self, page: Page, persons: Persons, office: str):
        self._page, self._persons, self._office = page, persons, office
        self._is_direct = bool(DIRECT.search(page.text(EXECUTIVE, "election/appointment process")))
        self.results = [] if page.code in NO_PRESIDENTIAL_ELECTION else self._results()

    def records(self) -> Iterator[Record]:
        """Elections held, newest first, then the next one."""
        for result in self.results:
            yield from self._held(result)
        if self.results or (self._is_direct and self._page.code not in NO_PRESIDENTIAL_ELECTION):
            yield from self._next()

    def _last(self):
        text = LAST_PRESIDENTIAL.get(self._page.code, self._page.text(EXECUTIVE, LAST))
        return dates.parse(text)

    def _results(self):
        last, found = self._last(), results.contests(result_lines(self._page))
        told = [self._result(contest, date) for contest in found if (date := _date(contest, last, found))]
        if last and self._is_direct and not any(result.date == last for result in told):
            told.insert(0, Result(last, [], None, [], None))
        return told

    def _result(self, contest: Contest, date: str) -> Result:
        person = {name: self._persons.named(name, self._line(RESULT)) for name in _names(contest)}
        last = contest.last_round
        winners = [] if contest.is_disputed else [person[name] for name in contest.winners]
        if not winners and last and last[0].share is not None and not contest.is_disputed:
            winners = [person[max(last, key=lambda entry: entry.share or 0).name]]
        losers = [entry for entry in last if person[entry.name] not in winners]
        second = person[losers[0].name] if winners and losers else None
        everybody = dict.fromkeys([person[entry.name] for entry in contest.entries])
        others = [one for one in everybody if one not in winners and one is not second]
        return Result(date, list(dict.fromkeys(winners)), second, others, _margin(last, person, winners, second))

    def _held(self, result):
        line = self._line(RESULT)
        details = {"winner": ", ".join(person.display for person in result.winners)} if result.winners else {}
        if result.margin is not None:
            details["result_margin"] = result.margin
        kind = ElectionKind.PRESIDENTIAL
        yield from election_records(self._page, kind, result.date, line, office=self._office, details=details)
        for person, role in result.roles():
            yield RelationshipRecord(
                type=RelationshipType.PARTICIPATED_IN_ELECTION,
                subject=person.key,
                object=election_key(self._page, kind, result.date),
                role=role,
                start_date=result.date,
                end_date=result.date,
                line=line,
            )

    def _next(self):
        text = NEXT_PRESIDENTIAL.get(self._page.code, self._page.text(EXECUTIVE, NEXT))
        after = max((result.date for result in self.results), default="")
        if text:
            yield from scheduled(
                self._page, ElectionKind.PRESIDENTIAL, text, after, self._line(NEXT), office=self._office
            )

    def _line(self, field):
        return self._page.line(EXECUTIVE, field)


def result_lines(page: Page) -> list[str]:
    """The election results, slips put right."""
    found = page.lines(EXECUTIVE, RESULT)
    for wrong, right in RESULTS.get(page.code, ()):
        found = [line.replace(wrong, right) for line in found]
    return found


def unused(page: Page, elections: PresidentialElections) -> Iterator[RejectedRecord]:
    """A last election of which the text tells no result, where the people do not vote themselves."""
    code, last = page.code, page.text(EXECUTIVE, LAST)
    if last and not elections.results and code not in NO_PRESIDENTIAL_ELECTION:
        yield RejectedRecord(reason=f"no result of a vote for president on {last!r}", line=page.line(EXECUTIVE, LAST))


def _date(contest, last, contests):
    """The day of the last election for its contest, for earlier ones the year; empty where neither is known."""
    if contest.year is None:
        return last
    nearest = min(contests, key=lambda other: abs((other.year or 0) - (partial.year_of(last) or 0)))
    if last and contest is nearest and abs(contest.year - partial.year_of(last)) <= 1:
        return last
    return partial.of(contest.year)


def _names(contest):
    return dict.fromkeys([*contest.winners, *(entry.name for entry in contest.entries)])


def _margin(last, person, winners, second):
    shares = {person[entry.name]: entry.share for entry in last if entry.share is not None}
    if len(winners) != 1 or winners[0] not in shares or second not in shares:
        return None
    margin = round(shares[winners[0]] - shares[second], 2)
    return margin if margin >= 0 else None
