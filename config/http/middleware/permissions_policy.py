POLICY = ", ".join(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb"))


class PermissionsPolicyMiddleware:
    """No page of ours, and nothing in it, asks a browser for what it could watch a person with."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        response["Permissions-Policy"] = POLICY
        return response
