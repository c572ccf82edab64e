"""The files of the shipped catalogue, which is the whole graph when this version of the service was released."""

from http import HTTPStatus

from django.http import FileResponse, Http404, HttpResponse

from config.http.middleware.methods import read_only
from config.http.views import MAX_AGE
from graph.interchange.dump import FILES
from graph.interchange.versions import CATALOGUE, read_version

MEDIA_TYPE = "application/gzip"


def catalogue_files() -> list[tuple[str, float]]:
    """Return (name, size in megabytes) of each file in the order of loading."""
    return [(name, (CATALOGUE / f"{name}.jsonl.gz").stat().st_size / 1e6) for name in FILES]


@read_only
def catalogue_file(request, name):
    """Stream a file of the catalogue: JSON Lines, compressed by gzip."""
    if name not in FILES:
        raise Http404
    etag = f'"{name}-{read_version(CATALOGUE).checksum[:32]}"'
    headers = {"ETag": etag, "Cache-Control": f"public, max-age={MAX_AGE}"}
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    file = (CATALOGUE / f"{name}.jsonl.gz").open("rb")
    return FileResponse(file, as_attachment=True, content_type=MEDIA_TYPE, headers=headers)
