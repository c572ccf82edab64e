POLICY = ", ".join(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb"))


class PermissionsPolicyMiddleware:
    """Forbid pages the features of a browser that could watch a person; no page of the service needs them."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        response["Permissions-Policy"] = POLICY
        return response
