"use strict";
// Suggestions of the search box, as the combobox pattern of the ARIA Authoring Practices describes them.
// Names come from the graph and may hold any characters, so they are only ever set as text.
for (const input of document.querySelectorAll("input[data-suggest]")) {
  const list = document.getElementById(input.dataset.suggest);
  const status = document.getElementById(`${list.id}-status`);
  let waiting, asked, active = -1;

  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["aria-expanded", "false"]]) {
    input.setAttribute(name, value);
  }

  const close = () => {
    clearTimeout(waiting);
    asked?.abort();
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  const choose = (index) => {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const option = list.children[active];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    option ? input.setAttribute("aria-activedescendant", option.id) : input.removeAttribute("aria-activedescendant");
  };

  const part = (text, className) => {
    const element = document.createElement("span");
    element.className = className;
    element.textContent = text;
    return element;
  };

  const show = (results) => {
    list.replaceChildren(...results.map((result, index) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${index}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.dataset.slug = result.slug;
      const also = result.matched === result.name ? "" : ` (${result.matched})`;
      option.append(part(result.name + also, "name"), " ", part(result.description || result.type, "muted"));
      return option;
    }));
    choose(-1);
    list.hidden = !results.length;
    input.setAttribute("aria-expanded", String(results.length > 0));
    status.textContent = results.length === 1 ? "1 suggestion" : `${results.length} suggestions`;
  };

  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const query = new URLSearchParams({ q: input.value.trim(), limit: "8" });
    for (const select of input.form.querySelectorAll("select[name=type], select[name=country]")) {
      if (select.value) query.set(select.name, select.value);
    }
    try {
      const response = await fetch(`/api/search?${query}`, { signal: asked.signal });
      if (response.ok) show((await response.json()).results);
    } catch (error) {
      // The request was stopped because the user typed more, or the network failed. The form still works.
      if (error.name !== "AbortError") close();
    }
  };

  const open = (option) => location.assign(`/entity/${encodeURIComponent(option.dataset.slug)}`);

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    if (input.value.trim().length < 2) close();
    else waiting = setTimeout(ask, 150);
  });

  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "ArrowDown" && count) choose(active + 1 < count ? active + 1 : -1);
    else if (event.key === "ArrowUp" && count) choose(active < 0 ? count - 1 : active - 1);
    else if (event.key === "Enter" && active >= 0) open(list.children[active]);
    else return;
    event.preventDefault();
  });

  // Pressing the mouse button would move the focus away, and so close the list, before the click.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) open(option);
  });
  input.addEventListener("blur", close);
}
