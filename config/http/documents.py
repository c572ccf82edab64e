"""Declare the JSON objects of the API as Python classes. Such a class is called a document.

Each member of a JSON object is declared once, with its JSON Schema and where its value comes from. The responses and
the OpenAPI document both come from these declarations. A document looks like a serializer of Django REST framework, but
is none: serializers take ten times as long for the 200 relationships of a large entity.
"""

from collections.abc import Callable
from operator import attrgetter

STRING = {"type": "string"}
NUMBER = {"type": "number"}
BOOLEAN = {"type": "boolean"}
COUNT = {"type": "integer", "minimum": 0}
DAY = {"type": "string", "format": "date"}
TIMESTAMP = {"type": "string", "format": "date-time"}
URL = {"type": "string", "format": "uri"}
PARTIAL_DATE = {
    "type": "string",
    "pattern": "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$",
    "description": "Partial ISO 8601 date, as precise as known",
}

COMPONENTS: dict[str, dict] = {}
"""Maps the name of each declared document in OpenAPI to its JSON Schema."""


def one_of(values) -> dict:
    """Return the JSON Schema of a string that must be one of the values, such as the members of an enum."""
    return {"type": "string", "enum": [str(value) for value in values]}


def ref(component: str) -> dict:
    """Return the JSON Schema that refers to the component with this name in the OpenAPI document."""
    return {"$ref": f"#/components/schemas/{component}"}


class Member:
    """A member of a JSON object: its JSON Schema, and where its value comes from.

    ``schema`` is a JSON Schema or a subclass of `Document`. ``source`` is the name of the attribute to read (dots are
    allowed), or a function that takes the object. Without ``source``, the attribute has the name of the member.
    ``many`` makes the member an array. ``null`` allows null and shows empty text as null: the database stores unknown
    text as "". ``optional`` leaves the member out when its value is None. Other keyword arguments are added to the JSON
    Schema.
    """

    def __init__(
        self,
        schema: "dict | type[Document]",
        source: str | Callable | None = None,
        *,
        many: bool = False,
        null: bool = False,
        optional: bool = False,
        **keywords,
    ):
        self.document = None if isinstance(schema, dict) else schema
        self.source, self.many, self.null, self.optional = source, many, null, optional
        self.schema = self._json_schema(schema if self.document is None else ref(schema.component)) | keywords

    def reader(self, name: str) -> Callable:
        """Return a function that takes a Python object and returns the JSON value of the member ``name``."""
        read = self.source if callable(self.source) else attrgetter(self.source or name)
        if self.document is None:
            return _empty_as_null(read) if self.null else read
        render = self.document.render
        if self.many:
            return lambda row: [render(item) for item in read(row)]
        if self.null:
            return lambda row: None if (item := read(row)) is None else render(item)
        return lambda row: render(read(row))

    def _json_schema(self, schema):
        if self.many:
            return {"type": "array", "items": schema}
        if not self.null:
            return schema
        if "$ref" in schema or "anyOf" in schema:
            return {"anyOf": [schema, {"type": "null"}]}
        values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return schema | values | {"type": [schema["type"], "null"]}


class Document:
    """A JSON object of the API. A subclass declares a `Member` for each member; inherited members come first.

    ``component`` is the name of the document in OpenAPI, by default the name of the Python class. A Python class whose
    name begins with an underscore is only a base for others and is not in OpenAPI.
    """

    component = "Document"
    _members: dict[str, Member] = {}

    def __init_subclass__(cls, component: str = "", **kwargs):
        super().__init_subclass__(**kwargs)
        cls.component = component or cls.__name__
        cls._members = cls._members | {name: value for name, value in vars(cls).items() if isinstance(value, Member)}
        cls._readers = [(name, member.reader(name)) for name, member in cls._members.items()]
        cls._optional = [name for name, member in cls._members.items() if member.optional]
        if not cls.__name__.startswith("_"):
            COMPONENTS[cls.component] = {
                "type": "object",
                "properties": {name: member.schema for name, member in cls._members.items()},
                "required": [name for name, member in cls._members.items() if not member.optional],
            }

    @classmethod
    def render(cls, row=None, **values) -> dict:
        """Return the JSON object for ``row`` as a dictionary. ``values`` replace the values of these members."""
        if values:
            document = {name: values[name] if name in values else read(row) for name, read in cls._readers}
        else:
            document = {name: read(row) for name, read in cls._readers}
        for name in cls._optional:
            if document[name] is None:
                del document[name]
        return document


def _empty_as_null(read):
    def read_or_null(row):
        value = read(row)
        return None if value == "" else value

    return read_or_null
