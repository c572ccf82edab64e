"""The same small graph as in the tests of the contract."""

from tests.contract.conftest import france, hub, macron, presidency, republic, same_connection  # noqa: F401 - fixtures
