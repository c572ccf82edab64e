"""How tests press what leads to another page."""

from playwright.sync_api import Locator, Page, Response


def press(page: Page, what: Locator) -> Response:
    """Press it, and wait until the page that it leads to has loaded; return the answer that the page came with.

    A click alone ends before the page is replaced: what is looked at next may be the old page, or half of the new one.
    """
    with page.expect_navigation() as answer:
        what.click()
    return answer.value
