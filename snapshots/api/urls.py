from django.urls import path

from snapshots.api.coverage import CoverageViewSet
from snapshots.api.downloads import DownloadViewSet
from snapshots.api.files import FileViewSet
from snapshots.api.results import ResultsViewSet
from snapshots.api.views import SnapshotViewSet


def _results(action, scope):
    return ResultsViewSet.as_view({"get": action}, throttle_scope=scope)


urlpatterns = [
    path(
        "snapshot/<str:country>",
        SnapshotViewSet.as_view({"get": "retrieve"}, throttle_scope="snapshot"),
        name="snapshot",
    ),
    path("coverage", CoverageViewSet.as_view({"get": "list"}), name="coverage"),
    path("downloads", FileViewSet.as_view({"get": "list"}), name="files"),
    path("results", _results("list", "results"), name="results"),
    path("results/<str:slug>", _results("retrieve", "election"), name="election-results"),
    path("results/<str:slug>/download.csv", DownloadViewSet.as_view({"get": "csv"}), name="results-csv"),
    path("results/<str:slug>/download.json", DownloadViewSet.as_view({"get": "json"}), name="results-json"),
    path("results/<str:slug>/races", _results("races", "races"), name="races"),
    path("results/<str:slug>/races/<str:race>", _results("race", "race"), name="race"),
    path("results/<str:slug>/races/<str:race>/versions", _results("versions", "versions"), name="race-versions"),
    path("results/<str:slug>/races/<str:race>/units", _results("units", "units"), name="race-units"),
]
