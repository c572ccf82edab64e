"""Test that an edit in the admin is not lost if a button changes the status, a form is sent twice, or the session has
ended."""

import pytest
from django.test import Client

from graph.models import Change, Entity
from tests.factories import CountryFactory, InstitutionFactory, PartyFactory, SourceFactory
from tests.feeds.test_overlap import in_threads
from tests.graph.admin.pages import adding, address_of, changes_of, errors, fill_in, form_on, save, with_row
from tests.reading import said, text

pytestmark = pytest.mark.django_db
LOGIN = "/admin/login/"
PASSWORD = "a long password"
ORIGIN = {"origin": "http://testserver"}


@pytest.fixture
def as_both(both, browser):
    """Return a test client. The user who is signed in may both edit and publish."""
    return browser(both)


class TestStatusButtons:
    @pytest.mark.parametrize(
        ("action", "before", "after", "entry"),
        [
            ("publish", "draft", "published", "created"),
            ("withdraw", "published", "withdrawn", "withdrawn"),
            ("restore", "withdrawn", "published", "restored"),
        ],
    )
    def test_button_saves_what_is_typed(self, action, before, after, entry, as_both, both, guarded):
        party = PartyFactory(status=before)

        with guarded():
            response = fill_in(as_both, address_of(party), status_action=action, name="Typed", reason="Checked")

        party.refresh_from_db()
        assert (party.name, party.status) == ("Typed", after)
        assert response.redirect_chain[-1][0] == address_of(party)
        assert said(response)[-1].startswith("“Typed” was saved and ")
        expected = [("updated", both, "Checked"), (entry, both, "Checked")]
        assert [(change.action, change.by, change.note) for change in changes_of(party)] == expected

    @pytest.mark.parametrize("typed", [{"reason": ""}, {"reason": "So.", "facts__0__founded_year": "x"}])
    def test_button_shows_errors_with_what_is_typed(self, typed, as_both):
        party = PartyFactory(status="draft")

        response = fill_in(as_both, address_of(party), status_action="publish", name="Typed", **typed)

        assert errors(response)
        assert form_on(response)["name"] == "Typed"
        assert not Change.objects.exists()

    def test_button_saves_nothing_if_the_status_cannot_change(self, as_both):
        party = PartyFactory(status="withdrawn")

        response = fill_in(as_both, address_of(party), status_action="publish", name="Typed", reason="So.")

        assert "is withdrawn, not draft" in errors(response)
        assert form_on(response)["name"] == "Typed"
        assert not Change.objects.exists()

    def test_button_shows_conflicts(self, as_both, operator):
        party = PartyFactory(status="draft")
        opened = form_on(as_both.get(address_of(party)))
        fill_in(operator, address_of(party), name="First")

        response = save(as_both, address_of(party), opened, status_action="publish", name="Second", reason="So.")

        assert "Stored now: “First”" in text(response)
        assert Entity.objects.get(pk=party.pk).status == "draft"

    def test_button_is_for_publishers(self, as_editor, as_both):
        party = PartyFactory(status="draft")

        response = fill_in(as_editor, address_of(party), status_action="publish", name="Typed", reason="So.")

        assert response.status_code == 403
        assert not Change.objects.exists()
        assert b"status_action" not in as_editor.get(address_of(party)).content
        assert b'name="status_action" value="publish"' in as_both.get(address_of(party)).content


class TestAddingTwice:
    @pytest.fixture
    def form(self, as_editor):
        CountryFactory(country_code="fr")
        return form_on(as_editor.get(adding("party"))) | {"name": "Horizons", "country_code": "fr"}

    def test_same_form_adds_one_draft(self, form, as_editor):
        save(as_editor, adding("party"), form, _save="Save")

        response = save(as_editor, adding("party"), form, _continue="Save", csrfmiddlewaretoken="other")

        party = Entity.objects.get(kind="party")
        assert response.redirect_chain[-1][0] == address_of(party)
        assert said(response) == ["This form has been saved already: see “Horizons”."]
        assert len(changes_of(party)) == 1

    @pytest.mark.parametrize("other", [{"name": "Horizon"}, {"form_id": ""}, {"form_id": "x\x00"}])
    def test_other_form_adds_another_draft(self, other, form, as_editor):
        save(as_editor, adding("party"), form)

        save(as_editor, adding("party"), form | other)

        assert Entity.objects.of_kind("party").count() == 2

    def test_new_page_adds_another_draft_of_the_same_name(self, form, as_editor):
        save(as_editor, adding("party"), form)

        save(as_editor, adding("party"), form, form_id=form_on(as_editor.get(adding("party")))["form_id"])

        assert Entity.objects.of_kind("party").count() == 2

    def test_form_with_errors_keeps_its_id(self, form, as_editor):
        assert form_on(save(as_editor, adding("party"), form, name=""))["form_id"] == form["form_id"]

    def test_same_form_adds_one_composition(self, as_editor):
        address, assembly = "/admin/graph/composition/add/", InstitutionFactory()
        form = form_on(as_editor.get(f"{address}?institution={assembly.pk}"))
        form |= {"total": "1", "verified_at": "2026-01-01", "source": SourceFactory().pk, "reason": "New."}
        form = with_row(form, "shares", name="All", seats="1")

        responses = [save(as_editor, address, form) for _ in range(2)]

        assert {response.redirect_chain[-1][0] for response in responses} == {address_of(assembly)}
        assert assembly.compositions.count() == len(changes_of(assembly)) == 1


@pytest.mark.django_db(transaction=True)
def test_same_form_adds_one_draft_at_the_same_time(as_editor, monkeypatch):
    monkeypatch.setattr("search.receivers.refresh", lambda *args: None)
    CountryFactory(country_code="fr")
    form = form_on(as_editor.get(adding("party"))) | {"name": "Horizons", "country_code": "fr"}

    in_threads([lambda: as_editor.post(adding("party"), form)] * 3)

    assert Entity.objects.of_kind("party").count() == 1


class TestLostSession:
    @pytest.fixture(autouse=True)
    def password(self, editor, settings):
        settings.CSRF_COOKIE_SECURE = False
        editor.set_password(PASSWORD)
        editor.save()

    @pytest.fixture
    def client(self, editor):
        client = Client(enforce_csrf_checks=True)
        client.force_login(editor)
        return client

    @pytest.fixture
    def party(self):
        return PartyFactory(name="Old", status="draft")

    @pytest.fixture
    def typed(self, party, client):
        return form_on(client.get(address_of(party))) | {"name": "Jürgen “& <b>", "description": "One\r\n\r\ntwo"}

    def sign_in(self, client, response, password=PASSWORD, **values):
        form = {name: form_on(response)[name] for name in ("csrfmiddlewaretoken", "next")}
        unsent = {"unsent_form": response.context["unsent_form"]}
        return client.post(LOGIN, form | unsent | {"username": "editor", "password": password} | values)

    def test_form_is_sent_again_after_signing_in(self, client, typed, party):
        del client.cookies["sessionid"]
        response = client.post(address_of(party), typed)
        assert (response.status_code, "has not been saved" in text(response)) == (403, True)
        assert "no-store" in response["Cache-Control"]

        # The edit is not lost if the user types a wrong password either.
        response = self.sign_in(client, self.sign_in(client, response, password="typo"))
        assert Entity.objects.get(pk=party.pk).name == "Old"

        again = form_on(response)
        assert again.pop("csrfmiddlewaretoken") != typed.pop("csrfmiddlewaretoken")
        assert again == {name: values if isinstance(values, str) else values[-1] for name, values in typed.items()}
        client.post(response.context["address"], form_on(response))
        party = Entity.objects.get(pk=party.pk)
        assert (party.name, party.description) == ("Jürgen “& <b>", "One two")

    def test_form_is_sent_again_after_a_sign_in_in_another_window(self, client, typed, party):
        client.post("/admin/logout/", {"csrfmiddlewaretoken": typed["csrfmiddlewaretoken"]})
        self.sign_in(client, client.get(f"{LOGIN}?next=/admin/"), unsent_form="")

        response = client.post(address_of(party), typed, headers=ORIGIN)

        assert response.context["title"] == "Send the form again"
        client.post(response.context["address"], form_on(response))
        assert Entity.objects.get(pk=party.pk).name == "Jürgen “& <b>"

    @pytest.mark.parametrize("headers", [{}, {"origin": "null"}, {"origin": "https://evil.example"}])
    def test_form_of_another_site_is_not_sent_again(self, headers, client, typed, party):
        response = client.post(address_of(party), typed | {"csrfmiddlewaretoken": "x" * 64}, headers=headers)

        assert response.status_code == 403
        assert b"J\xc3\xbcrgen" not in response.content

    def test_login_page_of_another_window_keeps_the_form(self, client, typed, party, editor):
        del client.cookies["sessionid"]
        response = client.post(address_of(party), typed)
        unsent = {"unsent_form": response.context["unsent_form"], "csrfmiddlewaretoken": "x" * 64}
        client.force_login(editor)

        response = client.post(f"{LOGIN}?next={address_of(party)}", unsent, headers=ORIGIN)

        assert dict(response.context["fields"])["name"] == "Jürgen “& <b>"

    @pytest.mark.parametrize(
        "unsent",
        ["", "x", "1", "[1]", '["ab"]', '{"ab": 1}', '[["a"]]', "[[[", '[["a", 1], ["b", "c"]]', "[" * 100_000],
    )
    def test_sign_in_redirects_if_there_is_no_form(self, unsent, client):
        client.logout()
        response = self.sign_in(client, client.get(f"{LOGIN}?next=/admin/"), unsent_form=unsent)

        assert (response.status_code, response["Location"]) == (302, "/admin/")

    def test_sign_in_sends_no_form_to_another_site(self, client):
        client.logout()
        page = client.get(f"{LOGIN}?next=//evil.example/")

        response = self.sign_in(client, page, unsent_form='[["a", "b"]]', next="//evil.example/admin/")

        assert (response.status_code, response["Location"]) == (302, "/account")
