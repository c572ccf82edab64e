"""Import the fixtures of the contract tests, so that `test_budgets` uses the same small graph."""

from tests.contract.conftest import france, gb_2019, hub, macron, presidency, republic, same_connection  # noqa: F401 - fixtures
