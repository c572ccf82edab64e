"""Build the data for the forms on the admin page of a race, and read the votes and errors afterwards."""

from django.urls import reverse

OK, FORBIDDEN = 200, 403
COUNT = {"kind": "count", "phase": "counting"}
CORRECTION = COUNT | {"kind": "correction", "reason": "Typo."}
RETRACTION = {"kind": "retraction", "reason": "Too early."}
CALL, CERTIFICATION = {"kind": "call"}, {"kind": "certification"}


def page(race):
    return reverse("admin:graph_race_change", args=[race.pk])


def votes_of(race):
    race.refresh_from_db()
    return race.current and list(
        race.current.tallies.filter(unit=None, round=0).order_by("candidacy").values_list("votes", flat=True)
    )


def errors(response):
    return " ".join(response.context["typed"].non_field_errors())
