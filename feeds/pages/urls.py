from django.urls import path

from feeds.pages import webhooks
from feeds.pages.docs import WebhooksDocs

ENDPOINT = "account/webhooks/<int:pk>"

urlpatterns = [
    path("docs/webhooks", WebhooksDocs.as_view(), name="docs-webhooks"),
    path("account/webhooks", webhooks.EndpointsPage.as_view(), name="webhooks"),
    path("account/webhooks/new", webhooks.CreateEndpointView.as_view(), name="webhook-new"),
    path(ENDPOINT, webhooks.EndpointPage.as_view(), name="webhook"),
    path(f"{ENDPOINT}/edit", webhooks.EditEndpointView.as_view(), name="webhook-edit"),
    path(f"{ENDPOINT}/roll", webhooks.RollSecretView.as_view(), name="webhook-roll"),
    path(f"{ENDPOINT}/delete", webhooks.DeleteEndpointView.as_view(), name="webhook-delete"),
    path(f"{ENDPOINT}/deliveries/<int:delivery>", webhooks.DeliveryPage.as_view(), name="webhook-delivery"),
    path(f"{ENDPOINT}/deliveries/<int:delivery>/replay", webhooks.ReplayDeliveryView.as_view(), name="webhook-replay"),
    path(f"{ENDPOINT}/<slug:action>", webhooks.ActionView.as_view(), name="webhook-action"),
]
