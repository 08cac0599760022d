// A unit found by typing a part of its name: a field with what matches below it, by pointer or by keys.
import { el } from "./dom.js";

const MOST = 8; // matches shown

/** The words of a unit: its name first, then the force in which it stands. */
function words(ref) {
  const at = ref.indexOf(":");
  return { name: ref.slice(at + 1), force: ref.slice(0, at) };
}

/** The units that match every word typed, those whose name begins with it first. */
export function matching(units, typed, called = (force) => force) {
  const parts = typed.toLowerCase().split(/[\s:/()]+/).filter(Boolean), all = (ref) => `${ref} ${called(words(ref).force)}`.toLowerCase();
  const found = units.filter((ref) => parts.every((part) => all(ref).includes(part)));
  const first = (ref) => (words(ref).name.toLowerCase().startsWith(parts[0] ?? "") ? 0 : 1);
  return found.sort((a, b) => first(a) - first(b)).slice(0, MOST);
}

/** A field to pick one of `units()`; `picked(ref)` hears each pick, `called(force)` names a force. `set(ref)` shows one without telling. */
export function picker(name, label, units, picked, called = (force) => force) {
  let at = -1, held = ["", ""]; // what was picked, and how it is shown
  const list = el("ul", { id: `list-${name}`, role: "listbox", class: "matches", hidden: true });
  const field = el("input", { id: `pick-${name}`, name, type: "search", role: "combobox", autocomplete: "off", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list", placeholder: "a part of the name",
    input: () => show(), focus: () => field.select(), keydown: (e) => key(e), blur: () => setTimeout(() => document.activeElement !== field && hide(), 150) });
  const box = el("div", { class: "picker" }, el("label", { for: field.id }, label), field, list);

  function show() {
    const found = matching(units(), field.value, called);
    at = -1;
    list.replaceChildren(...found.map((ref, i) => {
      const told = words(ref);
      return el("li", { id: `${list.id}-${i}`, role: "option", "data-ref": ref, pointerdown: (e) => e.preventDefault(), click: () => take(ref) }, told.name, el("small", {}, ` ${called(told.force)}`));
    }), ...(found.length ? [] : [el("li", { class: "note" }, "nothing is called so")]));
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
  }
  function hide() {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }
  function key(e) {
    const options = [...list.querySelectorAll("[data-ref]")];
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      if (list.hidden) show();
      else at = (at + (e.key === "ArrowDown" ? 1 : -1) + options.length) % Math.max(1, options.length);
      options.forEach((option, i) => option.setAttribute("aria-selected", String(i === at)));
      if (options[at]) field.setAttribute("aria-activedescendant", options[at].id);
    } else if (e.key === "Enter" && !list.hidden) {
      e.preventDefault();
      const option = options[Math.max(0, at)];
      if (option) take(option.dataset.ref);
    } else if (e.key === "Escape") hide();
  }
  function take(ref) {
    box.set(ref);
    hide();
    picked(ref);
  }
  box.set = (ref) => {
    const { name, force } = words(ref), title = called(force);
    held = [ref, title === force ? ref : `${name} (${title})`]; // a list that was brought is shown by its name
    field.value = held[1];
  };
  box.value = () => (field.value === held[1] ? held[0] : field.value.trim());
  return box;
}
