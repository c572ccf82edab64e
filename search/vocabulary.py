"""Words with a meaning of their own in a query: kinds, titles, what says nothing."""

from graph.kinds import ElectionKind, InstitutionType, Kind, OfficeType

STOP_WORDS = frozenset(
    "of the and de a an in for to la le les el los las l d da do dos das del della di du des der die das den och og "
    "und y e et i on at by with from as is was are were be s".split()
)
QUESTION_WORDS = frozenset(
    "who what when where which how why whose list lists all current currently now today present show find tell me "
    "about give name names information info wiki wikipedia results result latest recent that".split()
)
SPELLED_OUT = {"pm": ("prime", "minister"), "govt": ("government",), "parl": ("parliament",), "dept": ("department",)}
TITLES = frozenset(
    "mr mrs ms miss dr prof sir dame lord lady hon honourable honorable rt senator sen rep deputy deputada deputado "
    "deputado president chancellor minister prime premier king queen prince princess emir sultan mp mep governor "
    "general judge justice secretary congressman congresswoman representative chairman taoiseach pm".split()
)

KIND_WORDS = {
    "country": Kind.COUNTRY,
    "countries": Kind.COUNTRY,
    "nation": Kind.COUNTRY,
    "politician": Kind.POLITICIAN,
    "politicians": Kind.POLITICIAN,
    "party": Kind.PARTY,
    "parties": Kind.PARTY,
    "political": Kind.PARTY,
    "election": Kind.ELECTION,
    "elections": Kind.ELECTION,
    "vote": Kind.ELECTION,
    "poll": Kind.ELECTION,
    "referendum": Kind.ELECTION,
    "office": Kind.OFFICE,
    "offices": Kind.OFFICE,
    "president": Kind.OFFICE,
    "chancellor": Kind.OFFICE,
    "premier": Kind.OFFICE,
    "minister": Kind.OFFICE,
    "monarch": Kind.OFFICE,
    "head": Kind.OFFICE,
    "parliament": Kind.INSTITUTION,
    "legislature": Kind.INSTITUTION,
    "assembly": Kind.INSTITUTION,
    "chamber": Kind.INSTITUTION,
    "senate": Kind.INSTITUTION,
    "congress": Kind.INSTITUTION,
    "house": Kind.INSTITUTION,
    "court": Kind.INSTITUTION,
    "cabinet": Kind.INSTITUTION,
    "institution": Kind.INSTITUTION,
    "institutions": Kind.INSTITUTION,
    "ideology": Kind.IDEOLOGY,
    "ideologies": Kind.IDEOLOGY,
}
"""What names a kind; the same word in the name of an entity counts there as any other."""

ELECTION_SYNONYMS = {
    ElectionKind.LEGISLATIVE: ("general", "parliamentary", "legislative", "federal", "national"),
    ElectionKind.PRESIDENTIAL: ("presidential", "general", "president"),
    ElectionKind.UPPER_HOUSE: ("senate", "upper", "house"),
    ElectionKind.EUROPEAN: ("european", "parliament", "eu"),
    ElectionKind.BY_ELECTION: ("by", "special"),
}
OFFICE_SYNONYMS = {
    OfficeType.HEAD_OF_STATE_AND_GOVERNMENT: ("Head of state", "Head of government"),
    OfficeType.HEAD_OF_STATE: ("Head of state",),
    OfficeType.HEAD_OF_GOVERNMENT: ("Head of government",),
    OfficeType.DEPUTY: ("Deputy head of state",),
}
INSTITUTION_SYNONYMS = {
    InstitutionType.LEGISLATURE: ("parliament", "legislature"),
    InstitutionType.LOWER_CHAMBER: ("parliament", "lower", "house", "chamber"),
    InstitutionType.UPPER_CHAMBER: ("parliament", "upper", "house", "chamber", "senate"),
    InstitutionType.CABINET: ("cabinet", "government"),
    InstitutionType.HIGHEST_COURT: ("court", "supreme", "constitutional"),
}
IDEOLOGY_ENDINGS = {
    "onservatism": ("onservative",),
    "iberalism": ("iberal",),
    "ianism": ("ian", "ianist"),
    "ism": ("ist",),
    "emocracy": ("emocratic", "emocrat"),
}
"""From the end of an ideology's name to those of what its adherents are called; the first that fits."""
