"""What every request passes on its way in and every answer on its way out."""

from accounts.middleware.allowance import AllowanceMiddleware
from accounts.middleware.compression import CompressionMiddleware
from accounts.middleware.conditional import ConditionalMiddleware
from accounts.middleware.gate import InputGateMiddleware, TrailingSlashMiddleware
from accounts.middleware.permissions_policy import PermissionsPolicyMiddleware
from accounts.middleware.problems import ProblemMiddleware
from accounts.middleware.request_id import RequestIdMiddleware

__all__ = [
    "AllowanceMiddleware",
    "CompressionMiddleware",
    "ConditionalMiddleware",
    "InputGateMiddleware",
    "PermissionsPolicyMiddleware",
    "ProblemMiddleware",
    "RequestIdMiddleware",
    "TrailingSlashMiddleware",
]
