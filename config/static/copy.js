"use strict";
// Copy the text of a field with a button. Without this script, the button is hidden and users copy the text by hand.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const status = button.nextElementSibling;
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = "Copied.";
    } catch {
      field.select();
      status.textContent = "The browser does not allow this. The text is selected, so you can copy it.";
    }
  });
}
