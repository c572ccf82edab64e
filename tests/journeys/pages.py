"""Helpers for pages in a browser."""

from playwright.sync_api import Locator, Page, Response


def csv_file(text: str, name: str = "results.csv") -> dict:
    """Return a file as `set_input_files` takes it."""
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}


def press(page: Page, target: Locator) -> Response:
    """Click, wait until the next page has loaded, and return its response.

    After a click alone, the next assertion could still see the old page.
    """
    with page.expect_navigation() as response:
        target.click()
    return response.value
