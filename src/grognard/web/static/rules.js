// The rulebook: search, a page a rule, and what happens when two rules meet.
import { ask, el } from "./dom.js";

export async function rules(main, [system, one, other], go) {
  if (system && one && other) return pair(main, `${system}:${one}`, `${system}:${other}`);
  if (system && one) return page(main, `${system}:${one}`);
  const words = new URLSearchParams(location.search).get("q") ?? "";
  const found = el("div");
  const field = el("input", { type: "search", value: words, placeholder: "a word or a name", "aria-label": "Search the rules", size: 24, input: () => look() });
  async function look() {
    const { rules: pages } = await ask("rules", { words: field.value.split(/\s+/).filter(Boolean), ...(system ? { system } : {}) });
    history.replaceState(null, "", `/rules${system ? `/${system}` : ""}${field.value ? `?q=${encodeURIComponent(field.value)}` : ""}`);
    found.replaceChildren(el("p", { class: "note" }, `${pages.length} rules`), el("ul", {}, ...pages.map((p) => el("li", {}, el("a", { href: `/rules/${p.id.replace(":", "/")}` }, p.name), ` (${p.system}): ${p.summary}`))));
  }
  main.replaceChildren(el("h1", {}, "Rules"), el("div", { class: "row" }, field, ...["usr", "void", "command", "dropzone"].map((s) => el("a", { href: `/rules/${s}`, "aria-current": s === system && "page" }, s))), found);
  await look();
}

async function page(main, id) {
  const told = await ask("rule", { id });
  main.replaceChildren(el("h1", {}, told.name), el("p", { class: "note" }, `${told.system}, ${told.source}`), el("p", {}, told.summary),
    told.parameters?.length > 0 && el("p", {}, `Written: ${told.parameters.join(", ")}`),
    told.rulings.length > 0 && el("h2", {}, "Rulings"),
    el("ul", {}, ...told.rulings.map((r) => el("li", {}, el("strong", {}, `${r.name}=${r.default}`), ` (or ${r.others.join(", ")}): ${r.why}`))),
    told.meets?.length > 0 && el("h2", {}, "What meets this rule"),
    told.meets?.length > 0 && el("p", {}, ...told.meets.flatMap((m, i) => [i ? ", " : "", el("a", { href: `/rules/${id.replace(":", "/")}/${m.id.split(":")[1]}` }, m.name)])));
}

async function pair(main, one, other) {
  const told = await ask("pair", { one, other });
  main.replaceChildren(el("h1", {}, told.title), ...told.lines.map((line) => el("p", {}, line)));
}
