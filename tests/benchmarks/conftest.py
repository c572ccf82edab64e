"""Use the same small graph as the contract tests."""

from tests.contract.conftest import france, gb_2019, hub, macron, presidency, republic, same_connection  # noqa: F401 - fixtures
