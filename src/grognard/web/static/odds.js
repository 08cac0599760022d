// Exact odds with the reason for every number; the whole question stands in the address.
import { ask, base64, el, percent, say, sentence } from "./dom.js";
import { bars, curve, picture } from "./figures.js";
import { picker } from "./picker.js";
import { here, where, write } from "./way.js";

const MOST_LIST = 8 * 1024 * 1024; // bytes of a list
const WAIT = 250; // ms after the last change, then it is asked
const NUMBERS = ["range", "models", "target_models", "target_wounds", "models_under"];
const FACINGS = [["", "front"], ["side", "side"], ["rear", "rear"]];
const UNSAID = "-"; // takes back what was said of the first attacker
const CURVES = { range: "range, inches", cover: "cover", models: "models of the attacker", target_models: "models of the target" };

/** The question in the address, as the server reads it. */
export function asked(address) {
  const said = { attacker: address.get("a") ?? "", target: address.get("b") ?? "" };
  for (const name of NUMBERS) if (address.get(name)) said[name] = Number(address.get(name).replace('"', ""));
  for (const name of ["cover", "facing"]) if (address.get(name)) said[name] = address.get(name);
  for (const name of ["melee", "moved", "charging", "scatter"]) if (address.get(name)) said[name] = true;
  if (address.get("best")) said.policy = "best";
  for (const [name, field] of [["w", "weapons"], ["with", "gives"], ["then", "then"]]) if (address.getAll(name).some(Boolean)) said[field] = address.getAll(name).filter(Boolean);
  const pairs = (name) => Object.fromEntries(address.getAll(name).flatMap((s) => s.split(/;\s*/)).filter(Boolean).map((s) => s.trim().split("=")).map(([k, ...v]) => [k, v.length ? v.join("=") : "yes"]));
  if (address.has("set")) said.sets = pairs("set");
  if (address.has("ruling")) said.rulings = pairs("ruling");
  return said;
}

/** The address of a question as the server has it, such as that of a worked example. */
export function addressOf(attack) {
  const found = new URLSearchParams({ a: attack.attacker, b: attack.target });
  for (const [name, value] of Object.entries(attack)) {
    if (["attacker", "target"].includes(name)) continue;
    for (const one of Array.isArray(value) ? value : [value === true ? "yes" : value]) found.append({ weapons: "w", gives: "with", sets: "set", rulings: "ruling" }[name] ?? name, one);
  }
  return `/odds?${found}`;
}

export async function odds(main) {
  const stock = await ask("stock");
  let units = stock.units;
  let address = here().query;
  let timer = 0, asking = 0, open = null;
  const lists = {}, called = (force) => lists[force] ?? (force.startsWith("list-") ? "a list" : force); // those that were brought, by what their files call them
  const geared = new Set(); // sides whose equipment is open
  const a = picker("a", "Attacker", () => units, () => changed("a"), called);
  const b = picker("b", "Target", () => units, () => changed("b"), called);
  const after = el("div", { class: "thens" });
  const brought = el("p", { class: "note", role: "status" });
  const file = el("input", { type: "file", class: "unseen", id: "bring", change: () => bring(file.files) });
  const around = el("div", { class: "around" });
  const answer = el("section", { class: "answer" }), rest = el("section");
  const form = el("form", { class: "card asks", submit: (e) => { e.preventDefault(); read(); question(); },
    dragover: (e) => { e.preventDefault(); form.classList.add("over"); }, dragleave: () => form.classList.remove("over"), drop: (e) => { e.preventDefault(); form.classList.remove("over"); bring(e.dataTransfer.files); } },
    el("div", { class: "two" }, a, b), after,
    el("p", { class: "row" }, el("label", { for: "bring", class: "button" }, "Bring a list…"), file, el("button", { type: "button", click: () => swap() }, "Swap"), el("button", { type: "button", id: "another", click: () => another() }, "And then another attacker"), el("button", { class: "main" }, "Ask")),
    el("p", { class: "note" }, "Drop an army list, catalogue or unit file here: BattleScribe, New Recruit, DropCommander, pasted text or a file of yours. It stays ", where, "."), brought);
  a.set(address.get("a") ?? "");
  b.set(address.get("b") ?? "");
  inTurn(address.getAll("then").filter(Boolean));

  /** Who attacks after the first: a field each, that may go again, and what is said of it alone. */
  function inTurn(refs) {
    after.replaceChildren(...refs.map((said, i) => {
      const [ref, ...words] = said.split(";").map((part) => part.trim());
      const box = picker(`then-${i}`, "And then", () => units, () => { one.words = one.words.filter((word) => !/^(weapon|models)=/.test(word)); changed("then"); }, called);
      box.set(ref);
      const one = el("div", { class: "then" }, el("div", { class: "row" }, box, el("button", { type: "button", "aria-label": `Without ${ref || "this attacker"}`, click: () => { inTurn(others().filter((_, k) => k !== i)); changed("then"); } }, "Remove")), el("div", { class: "own" }));
      one.said = () => [box.value(), ...(box.value() ? one.words : [])].join("; ");
      one.words = words.filter(Boolean);
      return one;
    }));
  }
  function others() {
    return [...after.children].map((one) => one.said());
  }
  function another() {
    inTurn([...others(), ""]);
    after.querySelector(".then:last-child input").focus();
  }

  async function bring(files) {
    for (const one of files) {
      brought.className = "note";
      brought.textContent = `Reading ${one.name}…`;
      try {
        if (one.size > MOST_LIST) throw new Error(`${one.name}: too long (at most ${MOST_LIST / 1024 / 1024} MB)`);
        const told = await ask("list", { name: one.name, data: base64(new Uint8Array(await one.arrayBuffer())) });
        units = [...told.units.filter((ref) => !units.includes(ref)), ...units];
        lists[told.ref] = told.name;
        brought.textContent = `${told.name} (${told.system}): ${told.units.length} units. Type a part of a name above.`;
        const empty = [a, b].find((box) => !box.value()) ?? a;
        empty.querySelector("input").focus();
      } catch (wrong) {
        brought.className = "bad";
        brought.textContent = wrong.message;
      }
    }
    file.value = "";
  }
  function swap() {
    const [one, other] = [a.value(), b.value()];
    a.set(other);
    b.set(one);
    changed("a");
  }

  /** Something of the question is another: read it from the page, and ask soon. */
  function changed(what) {
    if (what === "a") for (const name of ["w", "models"]) address.delete(name);
    read();
    clearTimeout(timer);
    timer = setTimeout(() => question(), ["a", "b", "then"].includes(what) ? 0 : WAIT);
  }
  function read() {
    address.set("a", a.value());
    address.set("b", b.value());
    address.delete("then");
    others().filter(Boolean).forEach((ref) => address.append("then", ref));
    const sets = [];
    for (const field of around.querySelectorAll("[name]")) {
      const value = field.type === "checkbox" ? (field.checked ? "yes" : "") : field.value.trim();
      if (field.dataset.set) value && sets.push(`${field.name}=${value}`);
      else if (field.name === "w") continue;
      else if (value && !(field.dataset.usual === value)) address.set(field.name, value);
      else address.delete(field.name);
    }
    const weapons = [...around.querySelectorAll("[name=w]")];
    if (weapons.length) {
      address.delete("w");
      const on = weapons.filter((field) => field.checked);
      if (on.length < weapons.length) on.forEach((field) => address.append("w", field.value));
    }
    if (around.childElementCount) {
      address.delete("set");
      sets.forEach((pair) => address.append("set", pair));
    }
  }

  async function question(push = true) {
    if (!a.value() || !b.value()) return hint();
    if (push) write(`/odds?${address}`);
    const mine = ++asking, said = asked(address);
    answer.classList.add("asking-now");
    try {
      const without = address.getAll("without").filter(Boolean), lent = address.get("lend") ?? "";
      const told = await ask("odds", { ...said, ...(lent && { gives: [...(said.gives ?? []), lent] }), ...(without.length && { without }) });
      const plain = without.length || lent ? await ask("odds", said) : null;
      if (mine !== asking) return;
      answer.replaceChildren(...answered(told, plain, { without, lent }, compare));
      say(told.headline);
      await circumstances(said);
      if (mine !== asking) return;
      rest.replaceChildren(await curves(said), buttons(told, said), ...(told.odds.after ?? []).flatMap((one, i) => [el("h2", { class: "whose" }, told.each[i]), ...reasons({ odds: one })]), ...reasons(told));
    } catch (wrong) {
      if (mine !== asking) return;
      answer.replaceChildren(el("p", { class: "bad", role: "alert" }, wrong.message));
      rest.replaceChildren();
    } finally {
      answer.classList.remove("asking-now");
    }
  }
  function compare(name, value) {
    for (const one of ["without", "lend"]) address.delete(one);
    if (value) address.set(name, value);
    question();
  }

  /** Only what matters in this attack is shown; the rest waits behind a line. */
  async function circumstances(said) {
    const { policy: _, ...plain } = said;
    const told = await ask("situation", plain);
    await own(plain, told.said);
    const gear = [await equipment("a", a), await equipment("b", b)];
    const focus = document.activeElement?.name, at = document.activeElement?.id, wasOpen = open ?? around.querySelector("details")?.open;
    const on = { change: () => changed() };
    const number = (name, words, more = {}) => el("label", {}, words, el("input", { name, value: address.get(name) ?? "", inputmode: "decimal", size: 4, ...more, ...on }));
    const yes = (name, words) => el("label", { class: "chip" }, el("input", { type: "checkbox", name, checked: Boolean(address.get(name)), ...on }), words);
    const choose = (name, words, options, more = {}) => el("label", {}, words, el("select", { name, ...more, ...on }, ...options.map(([value, label]) => el("option", { value, selected: (more.value ?? address.get(name) ?? "") === value }, label))));
    const parts = {
      range: number("range", "range, inches"), cover: choose("cover", "cover", [["", "none"], ...told.cover.values.map((v) => [v, v])]),
      facing: choose("facing", "facing", FACINGS), moved: yes("moved", "has moved"), charging: yes("charging", "charging"),
    };
    const near = [], far = [];
    for (const [name, part] of Object.entries(parts)) (told.matters.includes(name) || address.get(name) ? near : far).push(part);
    for (const one of told.circumstances) {
      const value = said.sets?.[one.key] ?? "", takes = one.takes;
      const part = takes === "yes" ? el("label", { class: "chip" }, el("input", { type: "checkbox", name: one.key, "data-set": "yes", checked: value === "yes", ...on }), one.says)
        : takes === "number" ? el("label", {}, one.says, el("input", { name: one.key, "data-set": "yes", value, inputmode: "numeric", size: 3, ...on }))
          : Array.isArray(takes) && takes.length ? choose(one.key, one.says, [["", "-"], ...takes.map((w) => [w, w])], { "data-set": "yes", value })
            : el("label", {}, one.says, el("input", { name: one.key, "data-set": "yes", value, size: 8, ...on }));
      (one.matters || value ? near : far).push(part);
    }
    const weapons = [...new Set(told.weapons.filter((w) => w.melee === Boolean(said.melee)).map((w) => w.name))];
    const chosen = address.getAll("w");
    around.replaceChildren(
      ...gear,
      weapons.length > 1 && el("fieldset", {}, el("legend", {}, "Weapons"), el("div", { class: "row" }, ...weapons.map((w) => el("label", { class: "chip" }, el("input", { type: "checkbox", name: "w", value: w, checked: !chosen.length || chosen.includes(w), ...on }), w)))) || "",
      el("fieldset", {}, el("legend", {}, "What matters here"), el("div", { class: "row" }, yes("melee", "close combat"), yes("best", "choices made as well as may be"), ...near)),
      el("details", { open: Boolean(wasOpen), toggle: (e) => { open = e.target.open; } }, el("summary", {}, "How many there are, and what would change nothing"),
        el("div", { class: "row" }, number("models", `models of ${told.models[0]}`), number("target_models", `of the target, of ${told.models[1]}`), number("target_wounds", "wounds its first has left"), number("models_under", "models under a template"), yes("scatter", "templates scatter"), ...far)),
    );
    if (focus) around.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
    else if (at && !document.activeElement?.id) document.getElementById(at)?.focus();
  }

  /** What is said of each later attacker alone: where nothing else is said, it is in the situation of the first. */
  async function own(plain, first) {
    const turns = [...after.children].filter((one) => one.said());
    const told = await Promise.all(turns.map((_, i) => ask("situation", { ...plain, of: i + 1 })));
    turns.forEach((one, i) => ownFields(one, told[i], first, i));
  }
  function ownFields(one, told, first, n) {
    const its = told.said, at = document.activeElement?.id, place = one.querySelector(".own"), id = (name) => `then-${n}-${name}`;
    const fields = []; // each with its words, none where it is as the first attacker is
    const change = () => { one.words = [...kept, ...fields.flatMap((field) => field())]; changed(); };
    const shown = new Set(["weapon"]);
    const field = (name, label, value, usual, make) => {
      shown.add(name);
      const input = make(value ?? "", { id: id(name), change });
      fields.push(() => { const now = input.value.trim().replaceAll(";", ""); return now === `${usual ?? ""}` ? [] : [`${name}=${now || UNSAID}`]; });
      return el("label", {}, label, input);
    };
    const number = (size) => (value, more) => el("input", { value, inputmode: "decimal", size, ...more });
    const choose = (options) => (value, more) => el("select", more, ...options.map(([v, words]) => el("option", { value: v, selected: v === value }, words)));
    const yes = (name, label, value, usual) => {
      shown.add(name);
      const input = el("input", { type: "checkbox", id: id(name), checked: Boolean(value), change });
      fields.push(() => (input.checked === Boolean(usual) ? [] : [input.checked ? name : `${name}=no`]));
      return el("label", { class: "chip" }, input, label);
    };
    const near = (name) => told.matters.includes(name) || its[name] || first[name];
    const melee = yes("melee", "close combat", its.melee, first.melee);
    const parts = [
      melee,
      near("range") && field("range", "range, inches", its.range, first.range, number(4)),
      near("cover") && field("cover", "cover", its.cover, first.cover, choose([["", "none"], ...told.cover.values.map((v) => [v, v])])),
      near("facing") && field("facing", "facing", its.facing ?? "", first.facing, choose(FACINGS)),
      near("moved") && yes("moved", "has moved", its.moved, first.moved),
      near("charging") && yes("charging", "charging", its.charging, first.charging),
      told.models[0] > 1 && field("models", `models of ${told.models[0]}`, its.models, "", number(3)),
      ...told.circumstances.filter((c) => c.matters || its.sets[c.key] || first.sets[c.key]).map((c) => {
        const value = its.sets[c.key], usual = first.sets[c.key];
        if (c.takes === "yes") return yes(c.key, c.says, value === "yes", usual === "yes");
        return field(c.key, c.says, value, usual, Array.isArray(c.takes) && c.takes.length ? choose([["", "-"], ...c.takes.map((w) => [w, w])]) : number(6));
      }),
    ];
    const weapons = [...new Set(told.weapons.filter((w) => w.melee === its.melee).map((w) => w.name))];
    const boxes = weapons.length < 2 ? [] : weapons.map((w, k) => el("input", { type: "checkbox", id: id(`weapon-${k}`), value: w, checked: !its.weapons.length || its.weapons.includes(w), change }));
    if (boxes.length) fields.push(() => { const on = boxes.filter((box) => box.checked), others = melee.querySelector("input").checked !== its.melee; return others || on.length === boxes.length ? [] : on.map((box) => `weapon=${box.value}`); });
    const kept = one.words.filter((word) => !shown.has(word.split("=")[0].trim())); // what has no field here
    place.replaceChildren(el("details", { open: one.words.length > 0 || place.querySelector("details")?.open }, el("summary", {}, `Only for ${one.said().split(";")[0].split(":").pop()}: weapons, distance, circumstances`),
      boxes.length > 0 && el("div", { class: "row" }, ...boxes.map((box) => el("label", { class: "chip" }, box, box.value))), el("div", { class: "row" }, ...parts)));
    if (at && !document.activeElement?.id) document.getElementById(at)?.focus();
  }

  /** What a unit of a list may take: its size and options, written into its reference. */
  async function equipment(side, box) {
    const told = await ask("options", { unit: box.value() });
    if (!told.name || !(told.options.length || told.taken.length || told.sizes)) return "";
    const taken = new Map(told.taken.map((one) => [one.name.toLowerCase(), one]));
    const known = new Set(told.options.map((one) => one.name.toLowerCase()));
    const offers = [...told.taken.filter((one) => !known.has(one.name.toLowerCase())).map((one) => ({ name: one.name, says: one.name, most: one.n })), ...told.options];
    const force = box.value().split(":")[0];
    const size = told.sizes && el("input", { id: `${side}-size`, value: told.size ?? "", inputmode: "numeric", size: 3, change: () => write() });
    const fields = offers.map((one, i) => {
      const n = taken.get(one.name.toLowerCase())?.n ?? 0, id = `${side}-gear-${i}`, change = () => write();
      const field = one.most > 1 ? el("input", { id, value: n || "", inputmode: "numeric", size: 2, change }) : el("input", { id, type: "checkbox", checked: n > 0, change });
      return { one, field, count: () => (one.most > 1 ? Number(field.value) || 0 : Number(field.checked)) };
    });
    function write() {
      const many = size && size.value.trim() ? `${size.value.trim()}x` : "";
      const take = fields.map(({ one, count }) => (count() > 1 ? `+${count()}x ${one.name}` : count() ? `+${one.name}` : "")).join("");
      box.set(`${force}:${many}${told.name}${take}`);
      changed(side);
    }
    return el("details", { class: "gear", open: taken.size > 0 || Boolean(told.size) || geared.has(side), toggle: (e) => geared[e.target.open ? "add" : "delete"](side) }, el("summary", {}, `Size and equipment of ${told.name}`),
      el("div", { class: "row" }, size && el("label", {}, `models (${told.sizes})`, size), ...fields.map(({ one, field }) => el("label", { class: one.most > 1 ? "" : "chip" }, field, one.says))));
  }

  async function curves(said) {
    const over = address.get("over") ?? "";
    const place = el("div");
    const pick = el("label", {}, "a curve over ", el("select", { change: (e) => { e.target.value ? address.set("over", e.target.value) : address.delete("over"); question(); } },
      ...[["", "nothing"], ...Object.entries(CURVES)].map(([value, words]) => el("option", { value, selected: value === over }, words))));
    if (over) {
      const told = await ask("situation", said);
      const values = { range: Array.from({ length: 24 }, (_, i) => 2 * i + 2), cover: told.cover.values, models: Array.from({ length: told.models[0] }, (_, i) => i + 1), target_models: Array.from({ length: told.models[1] }, (_, i) => i + 1) }[over] ?? [];
      place.append(curve(await ask("curve", { ...said, over, values: values.slice(0, 60) }), CURVES[over] ?? over));
    }
    return el("div", { class: "curves" }, el("p", {}, pick), place);
  }

  function buttons(told, said) {
    const done = el("span", { role: "status", class: "note" });
    const copy = async (text, words) => { await navigator.clipboard.writeText(text); done.textContent = words; };
    return el("p", { class: "row" }, el("button", { type: "button", click: () => copy(location.href, "The link is copied.") }, "Copy the link"),
      el("button", { type: "button", click: async () => copy((await ask("odds", { ...said, text: true })).text, "The answer is copied as text.") }, "Copy as text"),
      el("button", { type: "button", click: () => picture(`${told.odds.attacker} at ${told.odds.target}`, told.headline, main_law(told).law, main_law(told).what) }, "Save as a picture"), done);
  }
  function hint() {
    around.replaceChildren();
    rest.replaceChildren();
    answer.replaceChildren(el("p", { class: "note" }, "Type a part of a unit's name on both sides, or begin with ", el("a", { href: "/odds?a=usr/A:Lantern Watch&b=usr/B:Thornkin&range=12" }, "Lantern Watch against Thornkin"), "."));
  }

  main.replaceChildren(el("h1", {}, "Odds"), form, answer, around, rest);
  if (a.value() && b.value()) await question(false);
  else hint();
}

/** Which law is the answer: models slain, or of a single one the damage. */
function main_law({ odds: told, words }) {
  const name = told.steps && Object.keys(told.slain).length <= 2 && Object.keys(told.damage).length > 2 ? "damage" : "slain";
  return { law: told[name], what: words[name] ?? name, name };
}

/** The answer: the law as bars with numbers, beside it the law that it is compared with. */
function answered(told, plain, { without, lent }, compare) {
  const found = told.odds, { law, what, name } = main_law(told), other = plain?.odds;
  const said = without.length ? `without ${without.join(" and ")}` : lent ? `with ${lent}` : "";
  const damage = told.words.damage ?? "damage";
  const beside = name === "slain" && JSON.stringify(found.damage) !== JSON.stringify(found.slain) && el("details", {}, el("summary", {}, damage), bars(found.damage, damage, other?.damage));
  const others = Object.entries(found.other ?? {}).filter(([, v]) => (typeof v === "number" ? v > 0 : Object.keys(v).length > 1));
  return [
    el("h2", {}, `${found.attacker} at ${found.target}`),
    el("p", { class: "headline" }, el("strong", {}, ...sentence(told.headline)), said && `, ${said}`),
    told.after && el("ol", { class: "after" }, ...told.after.map((words, i) => el("li", {}, ...sentence(`after ${told.each[i]}: ${words}`)))),
    other && el("p", { class: "note" }, ...sentence(`As it is: ${plain.headline} (the thin line, and the second number).`)),
    !found.impossible && bars(law, what, other?.[name]), beside,
    others.length > 0 && el("details", {}, el("summary", {}, "What else may come of it"), ...others.map(([key, v]) => (typeof v === "number" ? el("p", {}, `${told.words[key] ?? key}: ${percent(v)}`) : bars(v, told.words[key] ?? key, other?.other?.[key])))),
    el("p", { class: "row compare" }, el("label", {}, "without ", el("select", { change: (e) => compare("without", e.target.value) }, ...["", ...new Set([...told.rules, ...without])].map((r) => el("option", { value: r, selected: without.includes(r) }, r || "nothing")))),
      el("label", {}, "with ", el("input", { value: lent, size: 22, placeholder: "Rending, or target:Stealth", change: (e) => compare("lend", e.target.value.trim()) }))),
  ].filter(Boolean);
}

/** What leads to the numbers: choices, each step with what it needs and why, and all that stands beside it. */
function reasons({ odds: found }) {
  const section = (title, rows) => (rows?.length ? [el("h2", {}, title), ...rows.map((row) => el("p", {}, row))] : []);
  const because = (r) => (r.says.startsWith(r.rule) ? r.says : `${r.rule}: ${r.says}`);
  const chance = (s) => s !== found.aim && typeof s.chance === "number" && s.chance < 1 && `, ${percent(s.chance)}`;
  return [
    ...section("Choices", found.choices?.map((c) => `${c.player ? `${c.player}: ` : ""}${c.question} ${c.answer}${c.chance < 1 ? ` (came up ${percent(c.chance)} of the time)` : ""}`)),
    found.steps.length > 0 && el("h2", {}, "Why"),
    found.steps.length > 0 && el("ol", { class: "steps" }, ...[found.aim, ...found.steps].filter(Boolean).map((s) => el("li", {}, el("strong", {}, [s.weapon, s.name].filter(Boolean).join(", ")), s.needs && s.needs !== "-" && `: ${s.needs}`, s.needs !== "-" && chance(s), el("ul", {}, ...(s.because ?? []).map((r) => el("li", {}, because(r))))))),
    ...section("Takes no part", found.unused?.map((u) => `${u.weapon}: ${u.why}`)),
    ...section("Could have happened", found.dangers),
    ...section("Rulings that matter here", Object.keys(found.rulings ?? {}).length ? [Object.entries(found.rulings).map(([k, v]) => `${k}=${v}`).join(", ")] : []),
    ...section("Too much to work out whether these rulings matter", found.rulings_not_worked_out?.length ? [found.rulings_not_worked_out.join(", ")] : []),
    ...section("Notes", found.notes),
    ...section("Left out, for it cannot be executed", found.not_executable?.length ? [found.not_executable.join(", ")] : []),
  ].filter(Boolean);
}
