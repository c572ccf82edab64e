"use strict";
// Select2 shows the chosen row in a box without a label. Give the box the label of the field.
(() => {
  const nameOf = (field) => field.getAttribute("aria-label") || field.labels[0]?.textContent.trim().replace(/:$/, "");

  const label = (field) => {
    const box = field.nextElementSibling?.querySelector(".select2-selection__rendered");
    const name = nameOf(field);
    if (box && name) box.setAttribute("aria-label", [name, box.textContent.trim()].filter(Boolean).join(": "));
  };

  const labelAll = () => document.querySelectorAll("select.admin-autocomplete").forEach(label);

  window.addEventListener("load", () => {
    // Django makes the boxes when its own script is ready, which may be later than this.
    django.jQuery(labelAll);
    document.addEventListener("formset:added", () => setTimeout(labelAll));
    django.jQuery(document).on("select2:select select2:clear", (event) => setTimeout(() => label(event.target)));
  });
})();
