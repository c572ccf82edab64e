"""Rows of the Australian Electoral Commission about a few real divisions, and a function that writes them to a file."""

import gzip

COLUMNS = (
    "StateAb,DivisionID,DivisionNm,CountNumber,BallotPosition,CandidateID,Surname,GivenNm,PartyAb,PartyNm,{},"
    "CalculationType,CalculationValue"
)
HEADER_2004 = COLUMNS.format("SittingMemberFl")
HEADER = COLUMNS.format("Elected,HistoricElected")
PREFERRED = (
    "DivisionNm,DivisionID,StateAb,PartyAb,{},TotalVotes,Swing",
    "Australian Labor Party Votes,Australian Labor Party Percentage",
    "Liberal/National Coalition Votes,Liberal/National Coalition Percentage",
)
LABOR_FIRST = PREFERRED[0].format(",".join((PREFERRED[1], PREFERRED[2])))
COALITION_FIRST = PREFERRED[0].format(",".join((PREFERRED[2], PREFERRED[1])))

INDI_2004 = (
    "VIC,218,Indi,0,5,14240,PANOPOULOS,Sophie,LP,Liberal,#,Preference Count,51834",
    "VIC,218,Indi,3,5,14240,PANOPOULOS,Sophie,LP,Liberal,#,Preference Count,54863",
    "VIC,218,Indi,3,5,14240,PANOPOULOS,Sophie,LP,Liberal,#,Preference Percent,66.29",
    "VIC,218,Indi,3,4,14672,WILLIAMS,John,ALP,Australian Labor Party,,Preference Count,27901",
)
KENNEDY_2004 = ("QLD,165,Kennedy,5,2,13275,KATTER,Bob,IND,Independent,#,Preference Count,51500",)
MORETON_2004 = ("QLD,172,Moreton,4,3,14160,HARDGRAVE,Gary,LP,Liberal,#,Preference Count,43000",)
WERRIWA_2004 = ("NSW,149,Werriwa,3,1,14001,LATHAM,Mark,ALP,Australian Labor Party,#,Preference Count,46000",)
FIRST = (*INDI_2004, *KENNEDY_2004, *MORETON_2004, *WERRIWA_2004)
SECOND = (
    "VIC,218,Indi,3,5,18240,MIRABELLA,Sophie,LP,Liberal,Y,Y,Preference Count,50000",
    "QLD,165,Kennedy,5,2,18275,KATTER,Bob,KAP,Katter's Australian Party,Y,Y,Preference Count,51500",
    "QLD,172,Moreton,4,3,18160,HARDGRAVE,Gary,LP,Liberal,N,Y,Preference Count,39000",
    "QLD,172,Moreton,4,4,18161,PERRETT,Graham Douglas,ALP,Labor,Y,N,Preference Count,44000",
    "NSW,149,Werriwa,3,1,18001,HAYES,Chris,ALP,A.L.P.,Y,Y,Preference Count,46000",
)
MELBOURNE_2010 = (
    "VIC,228,Melbourne,0,2,21657,BANDT,Adam,GRN,Australian Greens,Y,N,Preference Count,32308",
    "VIC,228,Melbourne,0,6,21650,BOWTELL,Cath,ALP,Australian Labor Party,N,N,Preference Count,34022",
    "VIC,228,Melbourne,5,2,21657,BANDT,Adam,GRN,Australian Greens,Y,N,Preference Count,50059",
    "VIC,228,Melbourne,5,6,21650,BOWTELL,Cath,ALP,Australian Labor Party,N,N,Preference Count,39268",
)
ALONE = ("ACT,101,Canberra,4,1,1,BRODTMANN,Gai,ALP,Australian Labor Party,Y,Y,Preference Count,55091",)
VAN_MANEN = (
    "QLD,160,Forde,4,1,1,VAN MANEN,Bert,LNQ,Liberal National Party of Queensland,Y,N,Preference Count,9",
    "QLD,160,Forde,4,1,2,van MANEN,Bert,LNP,Liberal National Party of Queensland,Y,Y,Preference Count,9",
    "QLD,160,Forde,4,1,3,VAN MANEN,Bert,LNP,Liberal National Party of Queensland,Y,Y,Preference Count,9",
)


def write(folder, kind, year, *lines):
    content = "\r\n".join((f"{year} Federal Election House of Representatives [title]", *lines))
    (folder / f"House{kind}ByDivision{year}.csv.gz").write_bytes(gzip.compress(content.encode()))
