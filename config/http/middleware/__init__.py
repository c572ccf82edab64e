"""Export the middleware that every request passes, whichever app handles the request."""

from config.http.middleware.conditional import ConditionalMiddleware
from config.http.middleware.input_checks import InputCheckMiddleware, TrailingSlashMiddleware
from config.http.middleware.responses import (
    CompressionMiddleware,
    PermissionsPolicyMiddleware,
    ProblemMiddleware,
    RequestIdMiddleware,
)

__all__ = [
    "CompressionMiddleware",
    "ConditionalMiddleware",
    "InputCheckMiddleware",
    "PermissionsPolicyMiddleware",
    "ProblemMiddleware",
    "RequestIdMiddleware",
    "TrailingSlashMiddleware",
]
