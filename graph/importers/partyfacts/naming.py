"""Which of its names a party is shown by, and the others it is also known by."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from graph.importers.partyfacts.aliases import acronym_parts
from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.languages import in_languages
from graph.importers.partyfacts.spelling import alternatives, spelled_out, tidy, without_brackets
from graph.importers.partyfacts.wikipedia import Article
from graph.importers.records import NameRecord
from graph.text.folding import fold

# Party Facts: ``Plaid Cymru — the Party of Wales``, ``Likud-National Liberal Movement``, ``Fine Gael (Family of ...)``.
SUBTITLE = re.compile(r"\s*[—–-]\s*|\s*\(")


class Naming:
    """Names the parties of a core list, so that none takes what is another's in its country."""

    def __init__(self, parties: Mapping[str, CoreParty], articles: Mapping[str, Article]):
        self._articles = articles
        self._bearers = defaultdict(set)
        for party in parties.values():
            self._claim(
                party, *_only(alternatives(party.english)), *_only(alternatives(party.row["name"])), _short(party)
            )
        self._shown = {party.id: self._best(party) for party in parties.values()}
        for party in parties.values():
            self._claim(party, self._shown[party.id])

    def shown(self, party: CoreParty) -> str:
        """The English name, of several the one its article has, else the first; ``Labour Party`` for ``Labour``.

        Where an alternative is another party's name, the value tells the parties of an alliance: all are shown.
        """
        return self._shown[party.id]

    def others(self, party: CoreParty, elsewhere: Iterable[NameRecord]) -> tuple[NameRecord, ...]:
        """Every other name, each spelling once; ``elsewhere`` are the names in the other tables of the source."""
        shown = self.shown(party)
        found = {shown: NameRecord(name=shown)}
        for record in self._own(party, shown):
            if record.name:
                found.setdefault(record.name, record)
        known = {_letters(name) for name in found}
        for record in self._additional(party, elsewhere):
            if _letters(record.name) not in known and not self.is_anothers(record.name, party):
                found[record.name] = record
                known.add(_letters(record.name))
        return tuple(found.values())[1:]

    def is_anothers(self, name: str, party: CoreParty) -> bool:
        """Whether another party of the country has the name, or has it for its abbreviation."""
        return bool(self._bearers[party.country.code, fold(name)] - {party.id})

    def _best(self, party):
        names, article = alternatives(party.english), self._articles[party.id]
        called = [name for name in names if fold(name) == fold(article.name)]
        if called:
            return called[0]
        if any(_is_same_name(article, name) for name in names) and not self.is_anothers(article.name, party):
            return article.name
        is_alliance = len(names) > 1 and any(self.is_anothers(name, party) for name in names)
        return " / ".join(names) if is_alliance else names[0]

    def _claim(self, party, *names):
        for name in names:
            self._bearers[party.country.code, fold(name)].add(party.id)

    def _own(self, party, shown):
        row = party.row
        if "/" not in shown:
            yield from (NameRecord(name=name, lang="en") for name in alternatives(row["name_english"]))
        yield from (NameRecord(name=name, lang="en") for name in spelled_out(row["name_english"]))
        yield from (NameRecord(name=name, kind="native") for name in _natives(row["name"], shown))
        for name, language in in_languages(row["name_other"]):
            yield from (NameRecord(name=one, lang=language) for one in alternatives(name))
        yield NameRecord(name=_short(party), kind="acronym")

    def _additional(self, party, elsewhere):
        parts = acronym_parts(_short(party), alternatives(party.english))
        if not any(self.is_anothers(part, party) for part in parts):
            yield from (NameRecord(name=part, kind="acronym") for part in parts)
        if self._articles[party.id].name:
            yield NameRecord(name=self._articles[party.id].name, lang="en")
        yield from elsewhere


def _is_same_name(article, name):
    """Whether the article's title is the name with more words (singular or plural), or the name without a subtitle."""
    return _words(article.name) > _words(name) or fold(article.title) in {fold(part) for part in SUBTITLE.split(name)}


def _words(name):
    return {word.removesuffix("s") for word in fold(name).split()}


def _letters(name):
    """The name without blanks, which tables broken into lines have in the middle of words."""
    return fold(name).replace(" ", "")


def _only(names):
    return names if len(names) == 1 else []


def _short(party):
    return without_brackets(party.row["name_short"]) or tidy(party.row["name_short"])


def _natives(name, shown):
    """An alliance keeps its native name whole, as it keeps the English one."""
    names = alternatives(name)
    return [" / ".join(names)] if "/" in shown and names else names
