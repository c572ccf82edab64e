"""Import the middlewares that handle the requests to all apps, so that the settings can name them."""

from config.http.middleware.bodies import BodyMiddleware
from config.http.middleware.conditional import ConditionalMiddleware
from config.http.middleware.input_checks import InputCheckMiddleware, TrailingSlashMiddleware
from config.http.middleware.responses import (
    CompressionMiddleware,
    PermissionsPolicyMiddleware,
    ProblemMiddleware,
    RequestIdMiddleware,
)
from config.http.middleware.time_limit import TimeLimitMiddleware

__all__ = [
    "BodyMiddleware",
    "CompressionMiddleware",
    "ConditionalMiddleware",
    "InputCheckMiddleware",
    "PermissionsPolicyMiddleware",
    "ProblemMiddleware",
    "RequestIdMiddleware",
    "TimeLimitMiddleware",
    "TrailingSlashMiddleware",
]
