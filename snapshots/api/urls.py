from django.urls import path

from snapshots.api.views import SnapshotViewSet

urlpatterns = [
    path("<str:country>", SnapshotViewSet.as_view({"get": "retrieve"}, throttle_scope="snapshot"), name="snapshot")
]
