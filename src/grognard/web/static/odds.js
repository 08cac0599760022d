// Exact odds with the reason for every number; the question stands in the address.
import { ask, el, percent, svg } from "./dom.js";

const FIELDS = ["range", "cover", "facing", "models", "target_models"];

export async function odds(main, _, go) {
  const { samples, units } = await ask("stock");
  const asked = new URLSearchParams(location.search);
  const list = el("datalist", { id: "units" }, ...units.map((ref) => el("option", { value: ref })));
  const answer = el("section", { "aria-live": "polite" });
  const input = (name, words, more = {}) => el("label", {}, words, " ", el("input", { name, value: asked.get(name) ?? "", ...more }));
  const check = (name, words) => el("label", {}, el("input", { type: "checkbox", name, checked: asked.get(name) === "yes" }), ` ${words}`);
  const form = el("form", { class: "card", submit: (e) => { e.preventDefault(); question(); } },
    el("div", { class: "row" }, input("a", "attacker", { list: "units", size: 28, placeholder: "usr/A:Lantern Watch" }), input("b", "target", { list: "units", size: 28, placeholder: "usr/B:Thornkin" })),
    el("div", { class: "row" }, input("range", "range in inches", { inputmode: "decimal", size: 4 }), input("cover", "cover", { size: 5 }), input("models", "models", { inputmode: "numeric", size: 3 }),
      input("target_models", "of the target", { inputmode: "numeric", size: 3 }), el("label", {}, "facing ", el("select", { name: "facing" }, ...["", "front", "side", "rear"].map((f) => el("option", { value: f, selected: asked.get("facing") === f }, f || "as it stands"))))),
    el("div", { class: "row" }, check("melee", "close combat"), check("moved", "has moved"), check("charging", "charging"), check("best", "choices made as well as may be")),
    el("div", { class: "row" }, input("with", "with a rule", { size: 20, placeholder: "target:Feel No Pain (5+)" }), input("without", "without a rule", { size: 20, placeholder: "Twin-linked" }), input("set", "other circumstances", { size: 20, placeholder: "KEY=VALUE" })),
    el("p", {}, el("button", { class: "main" }, "Ask")), list);

  async function question(push = true) {
    const said = Object.fromEntries([...new FormData(form)].filter(([, v]) => v !== "").map(([k, v]) => [k, v === "on" ? "yes" : v]));
    if (!said.a || !said.b) return;
    if (push) history.replaceState(null, "", `/odds?${new URLSearchParams(said)}`);
    const situation = { ...(said.melee && { melee: true }), ...(said.moved && { moved: true }), ...(said.charging && { charging: true }), ...(said.best && { policy: "best" }) };
    for (const name of FIELDS) if (said[name]) situation[name] = ["range"].includes(name) ? Number(said[name].replace('"', "")) : ["models", "target_models"].includes(name) ? Number(said[name]) : said[name];
    if (said.set) situation.sets = Object.fromEntries(said.set.split(",").map((s) => s.trim().split("=")).map(([k, v]) => [k, v ?? "yes"]));
    try {
      const { odds: told } = await ask("odds", { attacker: said.a, target: said.b, ...situation, ...(said.with && { gives: [said.with] }) });
      const plain = said.without ? (await ask("odds", { attacker: said.a, target: said.b, ...situation, ...(said.with && { gives: [said.with] }), without: [said.without] })).odds : null;
      answer.replaceChildren(...shown(told, plain, said.without));
    } catch (wrong) {
      answer.replaceChildren(el("p", { class: "bad" }, wrong.message));
    }
  }

  main.replaceChildren(el("h1", {}, "Odds"), form, answer);
  if (asked.get("a") && asked.get("b")) await question(false);
  else answer.replaceChildren(el("p", { class: "note" }, "Type a part of a unit's name, or begin with ", el("a", { href: `/odds?${new URLSearchParams({ a: samples.length ? "usr/A:Lantern Watch" : "", b: "usr/B:Thornkin", range: "12" })}` }, "Lantern Watch against Thornkin"), "."));
}

/** An answer: the law as bars with numbers, the means, and each step with what it needs and why. */
export function shown(told, other = null, without = "") {
  const slain = Object.entries(told.slain ?? {}).map(([n, c]) => [Number(n), c]).sort((a, b) => a[0] - b[0]);
  const least = (law, n) => Object.entries(law).reduce((sum, [m, c]) => sum + (Number(m) >= n ? c : 0), 0);
  const rows = slain.flatMap(([n, chance]) => [el("span", {}, String(n)), el("span", { class: "bar" }, bar(chance, other?.slain?.[n])), el("span", {}, percent(chance)), el("span", {}, percent(least(told.slain, n)))]);
  return [
    el("h2", {}, `${told.attacker} at ${told.target}`),
    el("p", {}, el("strong", {}, `destroyed ${percent(told.destroyed)}`), `, ${told.mean.slain.toFixed(2)} slain on average, ${told.mean.damage.toFixed(2)} damage`,
      other && `. Without ${without}: destroyed ${percent(other.destroyed)}, ${other.mean.slain.toFixed(2)} slain (the thin line).`),
    el("div", { class: "bars" }, el("span", { class: "h" }, "slain"), el("span", { class: "h" }, ""), el("span", { class: "h" }, "chance"), el("span", { class: "h" }, "at least"), ...rows),
    told.choices?.length > 0 && el("p", {}, "Choices: ", told.choices.map((c) => `${c.question} ${c.answer}${c.chance < 1 ? ` (${percent(c.chance)})` : ""}`).join("; ")),
    el("h2", {}, "Why"),
    el("ol", { class: "steps" }, ...told.steps.map((s) => el("li", {}, el("strong", {}, [s.weapon, s.name].filter(Boolean).join(", ")), s.needs && `: ${s.needs}`, s.chance !== null && s.chance !== undefined && `, ${percent(s.chance)}`,
      el("ul", {}, ...(s.because ?? []).map((b) => el("li", {}, `${b.rule}: ${b.says}`)))))),
    told.rulings && Object.keys(told.rulings).length > 0 && el("p", { class: "note" }, "Rulings: ", Object.entries(told.rulings).map(([k, v]) => `${k}=${v}`).join(", ")),
    ...(told.notes ?? []).map((note) => el("p", { class: "note" }, note)),
    el("p", {}, el("button", { click: () => navigator.clipboard?.writeText(location.href) }, "Copy the link")),
  ].filter(Boolean);
}

function bar(chance, other) {
  return svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: 100 * chance, height: 10, fill: "var(--accent)" }),
    other !== undefined && other !== null && svg("rect", { x: Math.max(0, 100 * other - .5), width: 1, height: 10, fill: "var(--ink)" }));
}
