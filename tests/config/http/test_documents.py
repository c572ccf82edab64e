"""Test the class Document. One declaration serialises an object and describes it as JSON Schema."""

from types import SimpleNamespace

import pytest

from config.http.documents import COMPONENTS, COUNT, STRING, Document, Member, one_of


class Author(Document, component="TestAuthor"):
    name = Member(STRING, null=True)


class Book(Document, component="TestBook"):
    title = Member(STRING, "text.title", description="As printed")
    kind = Member(one_of(["novel", "poem"]), lambda book: book.kind, null=True)
    author = Member(Author, null=True)
    readers = Member(Author, many=True, maxItems=2)
    note = Member(STRING, optional=True)


class Edition(Book, component="TestEdition"):
    year = Member(COUNT)


@pytest.fixture
def book():
    values = {"kind": "", "author": None, "readers": [], "note": None, "year": 1922}
    return SimpleNamespace(text=SimpleNamespace(title="Ulysses"), **values)


@pytest.fixture(autouse=True, scope="module")
def _without_components_of_tests():
    yield
    for document in (Author, Book, Edition):
        COMPONENTS.pop(document.component)


def test_render_reads_members_from_attributes_paths_and_functions(book):
    book.kind, book.note = "novel", "A note."

    assert Book.render(book) == {
        "title": "Ulysses",
        "kind": "novel",
        "author": None,
        "readers": [],
        "note": "A note.",
    }


def test_render_turns_empty_text_into_null_where_null_is_allowed(book):
    book.author = SimpleNamespace(name="")

    assert (Book.render(book)["kind"], Book.render(book)["author"]) == (None, {"name": None})


def test_render_leaves_out_an_optional_member_without_a_value(book):
    assert "note" not in Book.render(book)


def test_render_lists_other_documents(book):
    book.readers = [SimpleNamespace(name="Sylvia"), SimpleNamespace(name="Ezra")]

    assert Book.render(book)["readers"] == [{"name": "Sylvia"}, {"name": "Ezra"}]


def test_render_prefers_the_values_of_the_caller(book):
    assert Book.render(book, title="Finnegans Wake")["title"] == "Finnegans Wake"


def test_render_puts_inherited_members_first(book):
    assert list(Edition.render(book)) == ["title", "kind", "author", "readers", "year"]


def test_component_has_the_schema_of_every_member():
    author = {"$ref": "#/components/schemas/TestAuthor"}

    assert COMPONENTS["TestBook"] == {
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "As printed"},
            "kind": {"type": ["string", "null"], "enum": ["novel", "poem", None]},
            "author": {"anyOf": [author, {"type": "null"}]},
            "readers": {"type": "array", "items": author, "maxItems": 2},
            "note": {"type": "string"},
        },
        "required": ["title", "kind", "author", "readers"],
    }


def test_a_class_with_an_underscore_is_no_component():
    class _Base(Document):
        name = Member(STRING)

    assert "_Base" not in COMPONENTS
