"""Election results as the Factbook tells them in sentences: by year, who stood, in which rounds, who won."""

import re
from dataclasses import dataclass, field

from graph.importers.factbook.people import is_name
from graph.importers.factbook.text import brackets, split_outside, without_brackets

YEAR = re.compile(r"(?P<year>(?:19|20)[0-9]{2})(?:/[0-9]{4})? ?[:-] ?")
# Sentences about these posts follow in the same text, until a sentence is about the president again.
OTHER_POST = re.compile(
    r"\bvice president|\bprime minister|\bpremier\b|\btaoiseach|\bchancellor|\bregent|\bSecretary of State|"
    r"\bhead of government|\bPope\b",
    re.IGNORECASE,
)
PRESIDENT = re.compile(r"\b(?:re)?elected (?:consensus )?(?:president|leader)\b|\bdeclared president\b", re.IGNORECASE)
WINNER = re.compile(
    r"(?P<names>.+?) (?:was |is )?(?:declared president|designated|(?:unanimously )?(?:re)?elected)\b", re.IGNORECASE
)
DASH = r" - ?|(?<=vote)- | (?<=of vote )-"
ROUND = re.compile(r"\b(?P<number>first|second|third|fourth|fifth|sixth|seventh|eighth)(?: round)", re.IGNORECASE)
NUMBERS = "first second third fourth fifth sixth seventh eighth".split()
UNNUMBERED = len(NUMBERS)
SHARE = re.compile(r"(?P<share>[0-9]*\.?[0-9]+)\s*%?")
VOTES = re.compile(r"(?P<votes>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+) *(?:votes\b|(?:of|out of) [0-9,]+)")
NAME_SEPARATOR = r", (?!Jr\b|Sr\b)(?:and )?|; | and "
CANDIDATE_SEPARATOR = r", (?!Jr\b|Sr\b)"
NOBODY = re.compile(r"\W*(?:others?|none|neither|invalid|blank|abstentions?)\b|.*\bother candidates\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One candidate in one round: the name as printed, the party, the votes in per cent where they are told so."""

    name: str
    party: str
    share: float | None


@dataclass(slots=True)
class Contest:
    """An election: its year (None where the text has none), the winners' names, the rounds by number."""

    year: int | None
    winners: list[str] = field(default_factory=list)
    parties: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, list[Entry]] = field(default_factory=dict)
    is_disputed: bool = False

    @property
    def last_round(self) -> list[Entry]:
        """The decisive round, empty where no candidates are told."""
        return self.rounds[max(self.rounds)] if self.rounds else []

    @property
    def entries(self) -> list[Entry]:
        """All candidates of all rounds, in the rounds' order."""
        return [entry for number in sorted(self.rounds) for entry in self.rounds[number]]


def contests(lines: list[str]) -> list[Contest]:
    """The elections of a text in its order; paragraphs about one year are one election, those without news none."""
    found: dict[int | None, Contest] = {}
    year = None
    for line in lines:
        match = YEAR.match(line)
        if match:
            year, line = int(match["year"]), line[match.end() :]
        _read(line, found.setdefault(year, Contest(year)))
    return [contest for contest in found.values() if contest.winners or contest.rounds]


def _read(paragraph, contest):
    """Sentences end in semicolons, but candidates of one round may be parted by them too."""
    is_about_president, number = True, UNNUMBERED
    for sentence in split_outside(paragraph, ";"):
        if PRESIDENT.search(sentence):
            is_about_president = True
        elif OTHER_POST.search(without_brackets(sentence)):
            is_about_president = False
        if sentence.startswith("note"):
            break
        if is_about_president:
            number = _read_sentence(sentence, contest, number)


def _read_sentence(sentence, contest, number):
    contest.is_disputed |= "disputed" in sentence
    *head, tail = split_outside(sentence, DASH) or [""]
    winner = WINNER.match(sentence)
    if winner:
        _take_winner(winner["names"], contest)
    if winner and not head:
        return UNNUMBERED
    number = _number(" ".join(head), number)
    entries = [entry for part in split_outside(tail, CANDIDATE_SEPARATOR) if (entry := _entry(part))]
    if entries:
        contest.rounds.setdefault(number, []).extend(entries)
    return number


def _take_winner(text, contest):
    statement = split_outside(text, DASH)[-1]
    for name in split_outside(statement, NAME_SEPARATOR):
        if is_name(without_brackets(name)):
            contest.winners.append(name)
            contest.parties[name] = next(iter(brackets(name)), "")


def _number(head, number):
    """The last round that a heading names; a heading without one is of the only or the decisive round."""
    named = ROUND.findall(head)
    if named:
        return NUMBERS.index(named[-1].lower())
    return max(UNNUMBERED, number) + 1 if head else number


def _entry(text):
    text = text.removeprefix("and ").strip()
    bare = without_brackets(text)
    votes = VOTES.search(bare)
    share = None if votes else SHARE.search(bare)
    name = bare[: (votes or share).start()] if votes or share else bare
    if NOBODY.match(name) or not is_name(name) or not (votes or share or brackets(text)):
        return None
    others = [inside for inside in brackets(text) if inside.startswith("aka ")]
    party = next((inside for inside in brackets(text) if inside not in others), "")
    named = " ".join([name.strip(), *(f"({other})" for other in others)])
    return Entry(named, party, float(share["share"]) if share and "%" in bare else None)
