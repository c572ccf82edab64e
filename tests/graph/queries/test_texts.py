from graph.queries.texts import TextRow, by_subject


def test_terms_that_begin_in_the_same_year_have_one_order():
    start = {"start_date": "2011", "start_first": "2011-01-01"}
    unknown = dict.fromkeys(("verified_at", "end_last", "current_first", "current_last"))
    office = {"subject": "a-politician", "type": "politician_holds_office", "object": 1, "name": "Prime Minister"}
    values = office | start | unknown | {"fact": "", "position": 0, "end_date": ""}
    rows = [TextRow(**values, role=role) for role in ("", "acting")]

    orders = [by_subject(given)["a-politician"]["politician_holds_office"] for given in (rows, rows[::-1])]

    assert [[row.role for row in order] for order in orders] == [["acting", ""]] * 2
