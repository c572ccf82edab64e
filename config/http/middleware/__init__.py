"""Middleware that every request passes, whichever app responds."""

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
