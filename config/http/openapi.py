"""Describe the API in OpenAPI: the description of each path, and the headers, errors and schemas that all paths
share."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import yaml
from django import forms
from django.urls import resolve
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from config.http.documents import COMPONENTS, STRING, Document, ref
from config.http.parameters import FILLED_TEXT_PATTERN
from config.http.problems import MEDIA_TYPE
from config.http.views import throttle_scope_of

JSON = "application/json"
COMMON = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
OPERATIONS = yaml.safe_load(Path(__file__).with_name("operations.yaml").read_text())
# The examples are responses of a service that has loaded the shipped catalogue.
EXAMPLES_FILE = Path(__file__).with_name("examples.json")
EXAMPLES = json.loads(EXAMPLES_FILE.read_text())


class Schema(AutoSchema):
    """Describes one operation (a method of a path) in OpenAPI. The tag of the operation, which groups operations in the
    documentation, depends on the beginning of the path."""

    def _is_list_view(self, serializer=None):
        # The JSON of a list is an object with one page of rows. drf-spectacular would describe it as an array, because
        # the name of the view's action is "list".
        return False

    def get_tags(self):
        return [next(tag["name"] for tag in COMMON["tags"] if self.path.startswith(tuple(tag["paths"])))]


def parameters(*bound_forms: forms.Form) -> list[OpenApiParameter]:
    """Return the OpenAPI description of each field in these forms, as a query parameter. Requests are validated by the
    same forms, so the description always agrees with the validation."""
    return [
        OpenApiParameter(name, _schema_of(field), description=field.help_text, required=field.required)
        for form in bound_forms
        for name, field in form.fields.items()
    ]


def path_parameter(name: str, schema: dict, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, schema, "path", description=description, required=True)


def response_header(name: str, description: str, schema=str) -> OpenApiParameter:
    return OpenApiParameter(name, schema, "header", description=description, response=[200])


def problem(status: int, description: str) -> dict:
    return {(status, MEDIA_TYPE): OpenApiResponse(ref("Problem"), description)}


SLUG_RESPONSES = {
    308: OpenApiResponse(None, "An old slug; Location leads to the current one"),
    **problem(404, "No such entity; `suggestions` holds up to three similar slugs"),
    **problem(410, "Withdrawn"),
}
"""The responses that OpenAPI describes for every path with a slug, in addition to the response with status 200."""


def operation(
    name: str,
    content: type[Document] | dict,
    *query: forms.Form,
    in_path: Sequence = (),
    media_type: str = JSON,
) -> Callable:
    """Return a decorator that describes a view in OpenAPI. The texts of the description are in ``operations.yaml``, and
    an example is in ``examples.json``, both under the key ``name``.

    ``content`` describes the response with status 200: a subclass of `Document`, or a JSON Schema. ``media_type`` is
    the media type of this response. The fields of the forms ``query`` are the query parameters of the view. ``in_path``
    lists the parameters in its URL path, each made with `path_parameter`. If the list is not empty, the responses in
    SLUG_RESPONSES are described too."""
    texts, example = dict(OPERATIONS[name]), EXAMPLES[name]
    schema = content if isinstance(content, dict) else ref(content.component)
    examples = [OpenApiExample(example["path"], example["response"], media_type=media_type)]
    responses = {(200, media_type): OpenApiResponse(schema, texts.pop("response"), examples)}
    responses |= SLUG_RESPONSES if in_path else {}
    total, link = (texts.pop(key, None) for key in ("total", "link"))
    headers = [response_header("X-Total-Count", total, int)] if total else []
    headers += [response_header("Link", f'`<…>; rel="next"`; {link}')] if link else []
    described = [*in_path, *parameters(*query), *headers]
    return extend_schema(operation_id=name, **texts, parameters=described, responses=responses)


def describe_every_path(result, generator, request, public):
    """Add the shared headers, errors and JSON Schemas to ``result``, the OpenAPI document, and sort its paths. Return
    the changed ``result``. drf-spectacular calls this hook."""
    components = result["components"]
    components.setdefault("schemas", {}).update(COMPONENTS)
    components["securitySchemes"] = COMMON["security_schemes"]
    result["tags"] = [{"name": tag["name"], "description": tag["description"]} for tag in COMMON["tags"]]
    # The documentation shows the paths in this order.
    order = [tag["name"] for tag in COMMON["tags"]]
    paths = sorted(result["paths"].items(), key=lambda item: order.index(item[1]["get"]["tags"][0]))
    result["paths"] = dict(paths)
    for path, operations in paths:
        view = resolve(re.sub("{.*?}", "any", path)).func
        for operation in operations.values():
            operation["security"] = [{}, {"key": []}]
            _describe(operation, is_counted=throttle_scope_of(view) is not None)
    return result


def _schema_of(field):
    length = getattr(field, "max_length", None)
    return getattr(field, "json_schema", {"type": "string", "maxLength": length, "pattern": FILLED_TEXT_PATTERN})


def _describe(operation, *, is_counted):
    problems = COMMON["problems"]
    operation.setdefault("parameters", []).extend(
        {"name": name, "in": "header", "schema": STRING, "description": text}
        for name, text in COMMON["request_headers"].items()
    )
    responses = operation["responses"]
    responses.setdefault("304", {"description": "Not modified: the response that the client has is still valid"})
    for status, text in (
        problems["every_path"] | problems["counted_paths" if is_counted else "uncounted_paths"]
    ).items():
        responses.setdefault(status, {"description": text, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}})
    for status, response in responses.items():
        response.setdefault("headers", {}).update(_headers(status))


def _headers(status):
    headers = COMMON["response_headers"]["every_response"] | COMMON["response_headers"].get(status, {})
    return {name: {"schema": STRING, "description": text} for name, text in headers.items()}
