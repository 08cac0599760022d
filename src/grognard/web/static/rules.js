// The rulebook: search, a page a rule, what meets it, and any two rules together; every example opens as live odds.
import { ask, el } from "./dom.js";
import { addressOf } from "./odds.js";
import { here, write } from "./way.js";

const NAMES = { usr: "7th-edition core", void: "VOID 1.1", command: "Command Token game", dropzone: "Dropzone Commander" };
const href = (id) => `/rules/${id.replace(":", "/")}`;
const pairOf = (one, other) => `${href(one)}/${other.split(":")[1]}`;

export async function rules(main, [system, one, other], go) {
  if (system && one && other) return pair(main, `${system}:${one}`, `${system}:${other}`, go);
  if (system && one) return page(main, `${system}:${one}`, go);
  const typed = here().query.get("q") ?? "";
  const found = el("div", { "aria-live": "polite" });
  const field = el("input", { type: "search", value: typed, placeholder: "a word or a name", "aria-label": "Search the rules and rulings", size: 24, input: () => look() });
  let asking = 0;
  async function look() {
    const mine = ++asking, words = field.value.split(/\s+/).filter(Boolean), of = system ? { system } : {};
    const { rules: pages } = await ask("rules", { words, ...of });
    const { rulings } = words.length ? await ask("rulings", { words, ...of }) : { rulings: [] };
    if (mine !== asking) return;
    write(`/rules${system ? `/${system}` : ""}${field.value ? `?q=${encodeURIComponent(field.value)}` : ""}`);
    found.replaceChildren(el("p", { class: "note" }, pages.length || rulings.length ? `${pages.length} rules${rulings.length ? `, ${rulings.length} rulings` : ""}` : "Nothing speaks of that. Try one word, or a part of a name."),
      el("ul", { class: "found" }, ...pages.map((p) => el("li", {}, el("a", { href: href(p.id) }, p.name), !system && el("small", {}, ` ${NAMES[p.system] ?? p.system}`), el("br"), p.summary))),
      ...(rulings.length ? [el("h2", {}, "Rulings"), ...rulings.map(ruling)] : []));
  }
  main.replaceChildren(el("h1", {}, "Rules"),
    el("p", { class: "row" }, field, ...["", ...Object.keys(NAMES)].map((s) => el("a", { class: "button", href: `/rules${s && `/${s}`}${field.value ? `?q=${encodeURIComponent(field.value)}` : ""}`, "aria-current": s === (system ?? "") && "page" }, NAMES[s] ?? "all"))),
    system ? await two(system, "", go) : el("p", { class: "note" }, "Choose a game to look at two of its rules together."), found);
  await look();
}

/** Any two rules of a game. */
async function two(system, one, go) {
  const { rules: pages } = await ask("rules", { system });
  const able = pages.filter((p) => p.executable && !p.id.includes("card"));
  const pick = (label, chosen) => el("select", { "aria-label": label }, ...able.map((p) => el("option", { value: p.id, selected: p.id === chosen }, p.name)));
  const first = pick("One rule", one), second = pick("The other rule", "");
  if (!one && able[1]) second.value = able[1].id;
  return el("form", { class: "row two-rules", submit: (e) => { e.preventDefault(); go(pairOf(first.value, second.value)); } }, el("label", {}, "two rules together ", first), second, el("button", { class: "main" }, "Do they meet?"));
}

const ruling = (r) => el("p", {}, el("strong", {}, `${r.name}=${r.default ?? r.value}`), r.others?.length ? ` (or ${r.others.join(", ")})` : "", r.why ? `: ${r.why}` : "");
const live = (attack) => el("a", { class: "button", href: addressOf(attack) }, "Ask this as odds");

async function page(main, id, go) {
  const told = await ask("rule", { id });
  const [system] = id.split(":");
  main.replaceChildren(...[
    el("h1", {}, told.name), el("p", { class: "note" }, [NAMES[told.system] ?? told.system, told.source].filter(Boolean).join(", ")), el("p", {}, told.summary), told.details && el("p", {}, told.details),
    told.executable === false && el("p", { class: "bad" }, "It is not executable yet: it is left out of odds and battles, and named there."),
    told.example && el("section", { class: "card" }, el("h2", {}, "Worked example"), el("p", {}, `${told.example.attack.attacker.split(":")[1]} at ${told.example.attack.target.split(":")[1]}, ${told.example.measure}: `, el("strong", {}, told.example.numbers[0]), " without it, ", el("strong", {}, told.example.numbers[1]), " with it."), live(told.example.attack)),
    told.rulings.length > 0 && el("h2", {}, "Rulings"), ...told.rulings.map(ruling),
    told.meets?.length > 0 && el("h2", {}, "What meets this rule"),
    told.meets?.length > 0 && el("ul", { class: "chips" }, ...told.meets.map((m) => el("li", {}, el("a", { class: "chip", href: pairOf(id, m.id), title: `both work at: ${m.moments.join(", ").replaceAll("_", " ")}` }, m.name)))),
    await two(system, id, go),
  ].filter(Boolean));
}

async function pair(main, one, other, go) {
  const told = await ask("pair", { one, other });
  const words = [(n) => "neither", (n) => n[0], (n) => n[1], () => "both"];
  const example = (e) => el("section", { class: "card" }, el("h2", {}, `${e.attack.attacker.split(":")[1]} at ${e.attack.target.split(":")[1]}: ${e.measure}`), el("p", {}, e.says),
    el("table", {}, ...e.numbers.map((n, i) => el("tr", {}, el("th", {}, words[i](told.names)), el("td", {}, n)))),
    ...e.deciding.map((d) => el("p", {}, `Under the ruling ${d.ruling}=${d.value} both would come to ${d.both}.`)), live(e.attack));
  main.replaceChildren(...[
    el("h1", {}, `${told.names[0]} and ${told.names[1]}`), el("p", { class: "headline" }, told.says),
    ...[one, other].map((id, i) => el("p", {}, el("a", { href: href(id) }, told.names[i]), `: ${told.summaries[i]}`)),
    told.moments.length > 0 && el("p", { class: "note" }, `Both work at: ${told.moments.join(", ").replaceAll("_", " ")}.`),
    ...told.said.map((s) => el("p", {}, s)), ...told.examples.map(example),
    told.rulings.length > 0 && el("h2", {}, "Rulings that either of them asks"), ...told.rulings.map((r) => ruling({ ...r, why: told.why[r.name] })),
    await two(one.split(":")[0], one, go),
  ].filter(Boolean));
}
