"""Fixtures with a folder of the British source: a few real seats in two Parliaments. The second Parliament has not been
dissolved."""

import gzip

import pytest

from graph.importers import uk
from graph.importers.countries import Countries

BOM = "\ufeff"
BY_CANDIDACY_HEADER = (
    "Election date,ONS ID,ONS region ID,Constituency name,County name,Region name,Country name,Constituency type,"
    "Party name,Party abbreviation,Electoral Commission party ID,MNIS party ID,Electoral Commission adjunct party ID,"
    "Candidate first name,Candidate surname,Candidate gender,Sitting MP,Former MP,Member MNIS ID,Votes,Share,Change"
)
BY_RESULT_HEADER = (
    "By-election date,Writ date,ONS ID,ONS region ID,Constituency name,County name,Region name,Country name,"
    "Constituency type,Declaration time,Member first name,Member surname,Member gender,Result,First party,Second party,"
    "Electorate,Valid votes,Invalid votes,Majority"
)
GENERAL_RESULT_HEADER = BY_RESULT_HEADER.removeprefix("By-election date,Writ date,")

CLACTON = "E14000642,E12000006,Clacton,Essex,East of England ,England,County"
THIRSK = "E14000993,E12000003,Thirsk and Malton,North Yorkshire,Yorkshire and The Humber,England,County"
BELFAST = "N06000004,N92000002,Belfast West,Northern Ireland,Northern Ireland,Northern Ireland,Borough"
CHORLEY = "E14000637,E12000002,Chorley,Lancashire,North West,England,County"
BARNSLEY = "E14000541,E12000003,Barnsley Central,,Yorkshire and The Humber,England,Borough"

FILES = {
    "general-elections.csv.gz": ["2010-05-06,false,https://a", "2015-05-07,false,https://b", "2015-05-07,true,"],
    "parliament_periods.csv.gz": [
        "54,05/05/2005,11/05/2005,17/05/2005,12/04/2010,Q21084471",
        "55,06/06/2010,18/05/2010,25/05/2010,30/03/2015,Q21084472",
        "56,07/05/2015,18/05/2015,27/05/2015,,Q21084473",
    ],
    "55/general-election/constituencies.csv.gz": [
        f"{CLACTON},07/05/2010 01:42,Douglas,Carswell,M,Con hold,Con,Lab,67194,43123,81,12068",
        f"{THIRSK},28/05/2010 00:00,Anne,McIntosh,F,Con hold,Con,LD,76416,38142,73,11281",
        f"{BELFAST},07/05/2010 01:26,Gerry,Adams,M,SF hold,SF,SDLP,59522,32133,549,17579",
    ],
    "55/general-election/candidacies.csv.gz": [
        f"{CLACTON},Labour,Lab,PP53,15,,Ivan,Henderson,Male, ,Yes,38,10799,0.250423,-0.109",
        f"{CLACTON},Conservative,Con,PP52,4,,Douglas,Carswell,Male,Yes,Yes,1527,22867,0.530274,0.086",
        f"{THIRSK},Conservative,Con,PP52,4,,Anne,McIntosh,Female,Yes,Yes,384,20167,0.528735,0.01",
        f"{THIRSK},Liberal Democrat,LD,PP90,17,,Howard,Keal,Male,No,No,,8886,0.232972,0.045",
        f"{BELFAST},Sinn Féin,SF,PP39,30,,Gerry,Adams,Male,Yes,Yes,645,22840,0.710796,0.025",
        f"{BELFAST},Social Democratic & Labour Party,SDLP,PP55,31,,Alex,Attwood,Male,No,No,,5261,0.163726,0.003",
    ],
    "55/by-elections/constituencies.csv.gz": [
        BY_RESULT_HEADER,
        f"03/03/2011,09/02/2011,{BARNSLEY},,Dan,Jarvis,Male,Lab hold,Lab,UKIP,65471,24219,[x],11771",
        f"09/06/2011,16/05/2011,{BELFAST},,Paul,Maskey,Male,SF hold,SF,SDLP,61441,22951,97,13123",
        f"09/10/2014,08/09/2014,{CLACTON},,Douglas,Carswell,Male,UKIP gain from Con,UKIP,Con,69118,35338,48,12404",
    ],
    "55/by-elections/candidacies.csv.gz": [
        BOM + BY_CANDIDACY_HEADER,
        f"03/03/2011,{BARNSLEY},Labour and Co-operative,Lab,PP53,15,PP119,Dan ,Jarvis,Male,No,No,4243,14724,0.6,",
        f"03/03/2011,{BARNSLEY},UK Independence Party,UKIP,PP85,35,,Jane,Collins,Female,No,No,,2953,0.121929,0.075",
        f"09/06/2011,{BELFAST},Sinn Fein,SF,PP39,30,,Paul,Maskey,Male,No,No,4245,16211,0.706331,-0.004",
        f"09/06/2011,{BELFAST},Social Democratic & Labour Party,SDLP,PP55,31,,Alex,Attwood,Male,No,No,,3088,0.13,",
        f"09/10/2014,{CLACTON},UK Independence Party,UKIP,PP85,35,,Douglas,Carswell,Male,No,Yes,1527,21113,0.597459,",
        f"09/10/2014,{CLACTON},Conservative,Con,PP52,4,,Giles,Watling,Male,No,No,,8709,0.246449,-0.284",
    ],
    "56/general-election/constituencies.csv.gz": [
        GENERAL_RESULT_HEADER,
        f"{CLACTON},08/05/2015 04:38,Douglas,Carswell,M,UKIP gain from Con,UKIP,Con,68936,44207,168,3437",
        f"{CHORLEY},08/05/2015 05:20,Lindsay,Hoyle,M,Spk hold,Spk,Con,74679,51712,142,4530",
        f"{BARNSLEY},08/05/2015 03:28,Daniel,Jarvis,M,Lab hold,Lab,UKIP,64534,36560,61,12435",
    ],
    "56/general-election/candidacies.csv.gz": [
        BY_CANDIDACY_HEADER.removeprefix("Election date,"),
        f"{CLACTON},UK Independence Party,UKIP,PP85,35,,Douglas,Carswell,Male,Yes,Yes,1527,19642,0.444319,",
        f"{CLACTON},Conservative,Con,PP52,4,,Giles,Watling,Male,No,No,4677,16205,0.366571,-0.163703",
        f"{CHORLEY},Speaker,Spk,,47,,Lindsay,Hoyle,Male,Yes,Yes,467,23322,0.450998,0.018744",
        f"{CHORLEY},Conservative,Con,PP52,4,,Rob,Loughenbury,Male,No,No,,18792,0.363397,-0.016761",
        f"{BARNSLEY},Labour,Lab,PP53,15,,Daniel,Jarvis,Male,Yes,Yes,4243,20376,0.557330,0.084",
        f"{BARNSLEY},UK Independence Party,UKIP,PP85,35,,Lee,Hunter,Male,No,No,,7941,0.217205,0.171",
    ],
    "56/by-elections/constituencies.csv.gz": [
        BOM + BY_RESULT_HEADER,
        "16/06/2016,10/05/2016,E14000998,E12000007,Tooting,,London,England,Borough,,Rosena,Allin-Khan,F,Lab hold,Lab,"
        "Con,74701,31999,49,6357",
    ],
    "56/by-elections/candidacies.csv.gz": [
        BY_CANDIDACY_HEADER,
        "16/06/2016,E14000998,E12000007,tooting,,London,England,Borough,Labour,Lab,PP53,15,,Rosena,Allin-Khan,Female,No,No,"
        "4573,17894,0.559205,0.087255",
        "16/06/2016,E14000998,E12000007,tooting,,London,England,Borough,Conservative,Con,PP52,4,,Dan,Watkins,Male,No,No,,"
        "11537,0.360543,-0.058",
    ],
}


@pytest.fixture
def folder(tmp_path):
    for name, lines in FILES.items():
        write(tmp_path, name, lines)
    return tmp_path


@pytest.fixture
def change(folder):
    """Return the function ``change(name, old, new)``. In the file ``name`` of the British source, it replaces the text
    ``old`` by ``new``."""

    def change(name, old, new):
        assert any(old in line for line in FILES[name])
        write(folder, name, [line.replace(old, new) for line in FILES[name]])

    return change


@pytest.fixture
def read(folder):
    return lambda: list(uk.read(folder, Countries([])))


def write(folder, name, lines):
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress("\r\n".join(lines).encode()))
