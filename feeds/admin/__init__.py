from feeds.admin.webhooks import WebhookDeliveryAdmin, WebhookEndpointAdmin
