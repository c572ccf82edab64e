"use strict";
// A chosen row is shown in a box of its own that knows no label: it is called as its field is.
(() => {
  const nameOf = (field) => field.getAttribute("aria-label") || field.labels[0]?.textContent.trim().replace(/:$/, "");

  const call = (field) => {
    const box = field.nextElementSibling?.querySelector(".select2-selection__rendered");
    const name = nameOf(field);
    if (box && name) box.setAttribute("aria-label", [name, box.textContent.trim()].filter(Boolean).join(": "));
  };

  const callAll = () => document.querySelectorAll("select.admin-autocomplete").forEach(call);

  window.addEventListener("load", () => {
    // The boxes are made when the framework's own script is ready, which may be later than this.
    django.jQuery(callAll);
    document.addEventListener("formset:added", () => setTimeout(callAll));
    django.jQuery(document).on("select2:select select2:clear", (event) => setTimeout(() => call(event.target)));
  });
})();
