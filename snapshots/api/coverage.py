from rest_framework.viewsets import ViewSet

from config.http.openapi import operation
from config.http.parameters import read_parameters
from config.http.views import NEVER, PublicMixin, json_response
from snapshots.coverage import CoverageResponse, stored_coverage, validity


class CoverageViewSet(PublicMixin, ViewSet):
    @operation("get_coverage", CoverageResponse)
    def list(self, request):
        read_parameters(request.GET)
        at, countries = stored_coverage()
        return json_response({"computed_at": at, "countries": countries}, at or NEVER, validity())
