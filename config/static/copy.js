"use strict";
// Without this script, the text of the field can be copied by hand.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.nextElementSibling.textContent = "Copied.";
  });
}
