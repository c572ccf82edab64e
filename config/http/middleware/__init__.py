"""Middleware that every request passes, whichever app answers it."""

from config.http.middleware.compression import CompressionMiddleware
from config.http.middleware.conditional import ConditionalMiddleware
from config.http.middleware.input_checks import InputCheckMiddleware, TrailingSlashMiddleware
from config.http.middleware.permissions_policy import PermissionsPolicyMiddleware
from config.http.middleware.problems import ProblemMiddleware
from config.http.middleware.request_id import RequestIdMiddleware

__all__ = [
    "CompressionMiddleware",
    "ConditionalMiddleware",
    "InputCheckMiddleware",
    "PermissionsPolicyMiddleware",
    "ProblemMiddleware",
    "RequestIdMiddleware",
    "TrailingSlashMiddleware",
]
