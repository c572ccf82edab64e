"""Helpers of the browser tests: use the keyboard, follow links, and upload files."""

from playwright.sync_api import Locator, Page, Response

MOST_TABS = 80


def csv_file(text: str, name: str = "results.csv") -> dict:
    """Return a CSV file with this text as the dictionary that Playwright's `set_input_files` accepts."""
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}


def tab_to(page: Page, target: Locator) -> None:
    """Press the Tab key until the target has the focus. Fail after 80 times."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"The Tab key does not reach {target}.")


def press(page: Page, target: Locator) -> Response:
    """Click the target, wait until the next page has loaded, and return its response.

    Immediately after a click, an assertion could still see the old page.
    """
    with page.expect_navigation() as response:
        target.click()
    return response.value
