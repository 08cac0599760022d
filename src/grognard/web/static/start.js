// A battle in two clicks, or with everything chosen; the battles one has; links for friends.
import { cards, keep, kept, listed } from "./links.js";
import { ask, base64, el, post } from "./dom.js";
import { alone, here, where } from "./way.js";

const NAMES = { usr: "Universal Special Rules (7th-edition core)", void: "VOID 1.1", command: "Command Token game", dropzone: "Dropzone Commander, 2nd edition" };
const SEATS = { me: "me", greedy: "the bot (takes what is worth most)", steady: "the bot (tries before it picks; slower, stronger)", deep: "the bot (plans its turn; a second or two a pick)", random: "the bot (draws at random)", friend: "a friend, by a link" };
const SITTERS = Object.entries(SEATS).filter(([name]) => !alone || name !== "friend"); // a link to a friend needs a server
const FIRST = { ours: "usr/ferry-guard", theirs: "usr/reed-raiders", seats: ["me", "greedy"], rounds: 3, rulings: { night: "never" } }; // three units a side, with few rules and questions
const PACES = ["slow", "normal", "fast", "at once"];
const MOST_FILE = 8 * 1024 * 1024;

export async function start(main, _, go) {
  const { samples, tables, scenarios } = await ask("stock");
  const systems = [...new Set(samples.map((s) => s.system))];
  const error = el("p", { class: "bad", role: "alert" });
  const links = el("div"), battles = el("section", { class: "card", "aria-label": "Your battles" }, ...await mine());

  async function begin(request, button, first = false) {
    button.disabled = true;
    error.textContent = "";
    try {
      const told = await post("/api/battles", request), others = keep(told.room, told.keys);
      if (first) localStorage.setItem(`hints ${told.room}`, "on");
      if (others.some(([seat]) => seat !== "watch")) {
        share(told.room, others);
        return battles.replaceChildren(...await mine());
      }
      go(`/battle/${told.room}${told.keys.me ? "" : `#k=${told.keys.watch}`}`);
    } catch (wrong) {
      error.textContent = wrong.message;
      error.scrollIntoView({ block: "nearest" });
    } finally {
      button.disabled = false;
    }
  }

  function share(room, others) {
    links.replaceChildren(el("h2", {}, "Links to share"), cards(others), el("p", {}, el("a", { class: "button", href: `/battle/${room}` }, "To the table"), " These links stay at ", el("a", { href: `/play?links=${room}` }, "this address"), ", and behind Links at the table."));
    links.scrollIntoView({ block: "start" });
  }

  const quick = systems.map((system) => el("article", { class: "card" }, el("h2", {}, NAMES[system] ?? system),
    el("p", {}, `${samples.filter((s) => s.system === system).slice(0, 2).map((s) => s.name).join(" against ")}, on a table made for it.`),
    el("button", { class: "main", click: (e) => begin({ ours: `${system}/A`, theirs: `${system}/B`, seats: ["me", "greedy"] }, e.target) }, "Play against the bot")));
  const first = el("article", { class: "card" }, el("h2", {}, "Your first battle"), el("p", {}, "Three units a side against the bot, with a hint whenever something is new. Hints can be turned off."),
    el("button", { class: "main", click: (e) => begin(FIRST, e.target, true) }, "Show me how"));
  main.replaceChildren(el("h1", {}, "A referee for your table"), el("p", {}, "Every rule is executed, every number says why. Play at once, ask for ", el("a", { href: "/odds" }, "odds"), ", or read the ", el("a", { href: "/rules" }, "rules"), "."),
    el("div", { class: "cards" }, first, ...quick), error, links, battles, chosen({ samples, tables, scenarios, begin, error }));
  const room = here().query.get("links");
  if (room && kept(room).length) share(room, kept(room));
}

/** The battles that were begun or opened in this browser, as they stand. */
async function mine() {
  const keys = Object.fromEntries(listed().map((room) => [room, localStorage.getItem(`seat ${room}`)]).filter(([, key]) => key));
  const found = Object.keys(keys).length ? await post("/api/battles/mine", keys) : [];
  const stands = (b) => (b.over ? "over" : b.yours ? "your move" : "waiting");
  return [el("h2", {}, "Your battles"),
    found.length ? el("ul", { class: "mine" }, ...found.map((b) => el("li", {}, el("a", { href: `/battle/${b.room}` }, b.name), ` ${stands(b)}`, el("small", {}, b.said))))
      : el("p", {}, "None yet. Play the bot with a button above, or choose everything below; the battles you begin stand here, and wait for you.")];
}

/** A battle with everything chosen. */
function chosen({ samples, tables, scenarios, begin, error }) {
  const forces = [...samples], pick = (name, options, value) => el("select", { name }, ...options.map(([key, words]) => el("option", { value: key, selected: key === value }, words)));
  const ours = el("select", { name: "ours", change: () => paired() }), theirs = el("select", { name: "theirs" }), table = el("select", { name: "table" }), scenario = el("select", { name: "scenario" }), rulings = el("div", { class: "choose" });
  const fold = el("details", { toggle: () => fold.open && agreed() }, el("summary", {}, "Rulings: where the books are silent"), rulings);
  const field = el("input", { type: "file", id: "force-file", class: "unseen", change: () => field.files[0] && bring(field.files[0]) });
  const brought = el("p", { role: "status" });
  const seats = [pick("a", SITTERS, "me"), pick("b", SITTERS, "greedy")], dice = pick("dice", [["seeded", "thrown by the referee"], ["typed", "thrown on a real table"]]);
  const umpire = el("input", { type: "checkbox", name: "umpire", change: () => umpire.checked && (dice.value = "typed") });
  dice.addEventListener("change", () => { if (dice.value !== "typed") umpire.checked = false; });
  const pace = el("select", { change: () => localStorage.setItem("pace", pace.value) }, ...PACES.map((one) => el("option", { value: one, selected: one === (localStorage.getItem("pace") ?? "normal") }, one)));
  const of = (ref) => forces.find((force) => force.ref === ref)?.system;
  const fill = (select, rows) => { const before = select.value; select.replaceChildren(...rows.map(([key, words]) => el("option", { value: key, selected: key === before }, words))); };

  /** Only forces, tables and scenarios of one system go together: that of the first force. */
  function paired() {
    const system = of(ours.value), fits = (rows) => rows.filter((ref) => !ref.includes("/") || ref.startsWith(`${system}/`)).map((ref) => [ref, ref.replace(/^.*\//, "").replaceAll("-", " ")]);
    const before = theirs.value;
    fill(theirs, forces.filter((force) => force.system === system).map((force) => [force.ref, force.name]));
    if (theirs.value !== before) theirs.value = [...theirs.options].map((o) => o.value).find((ref) => ref !== ours.value) ?? ours.value;
    fill(scenario, [["", "hold the field"], ...fits(scenarios).filter(([ref]) => ref !== "hold-the-field")]);
    fill(table, [["", "made from the seed"], ...fits(tables)]);
    rulings.replaceChildren();
    if (fold.open) agreed();
  }

  /** What may be agreed otherwise in this system, asked of the server. */
  async function agreed() {
    const system = of(ours.value);
    if (rulings.children.length) return;
    const told = await ask("rulings", { system });
    if (system !== of(ours.value)) return;
    rulings.replaceChildren(...told.rulings.map((r) => el("label", { class: "ruling" }, r.name.replaceAll("_", " "), el("select", { "data-ruling": r.name, "data-usual": r.default }, ...[r.default, ...r.others].map((value) => el("option", { value }, value === r.default ? `${value} (usual)` : value))), el("small", {}, r.why))));
  }

  /** A list of one's own joins the forces; it stays where the battles are. */
  async function bring(file) {
    error.textContent = brought.textContent = "";
    try {
      if (file.size > MOST_FILE) throw new Error(`${file.name}: longer than 8 MB. Is it an army list?`);
      const told = await ask("list", { name: file.name, data: base64(new Uint8Array(await file.arrayBuffer())) });
      forces.push(told);
      fill(ours, names());
      ours.value = told.ref;
      paired();
      brought.textContent = `${told.name} is the first force now, with ${told.units.length} units.`;
    } catch (wrong) {
      brought.replaceChildren(el("span", { class: "bad" }, `${wrong.message}. Bring another file.`));
    } finally {
      field.value = "";
    }
  }

  const names = () => forces.map((force) => [force.ref, `${force.name} (${force.system})`]);
  const said = (words, ...parts) => el("label", {}, words, ...parts);
  const form = el("form", { class: "card asks", dragover: (e) => e.preventDefault(), drop: (e) => { e.preventDefault(); if (e.dataTransfer.files[0]) bring(e.dataTransfer.files[0]); }, submit: (e) => {
    e.preventDefault();
    const all = Object.fromEntries(new FormData(form)), agreed = Object.fromEntries([...rulings.querySelectorAll("select")].filter((s) => s.value !== s.dataset.usual).map((s) => [s.dataset.ruling, s.value]));
    begin({ ours: all.ours, theirs: all.theirs, seats: [all.a, all.b], dice: all.dice, umpire: umpire.checked, rulings: agreed, ...(all.scenario ? { scenario: all.scenario } : {}), ...(all.table ? { table: all.table } : {}), ...(all.seed ? { seed: Number(all.seed) } : {}) }, form.querySelector("button.main"));
  } }, el("h2", {}, "Everything chosen"),
    el("div", { class: "choose" }, said("first force", ours), said("second force", theirs), said("first side", seats[0]), said("second side", seats[1]), said("scenario", scenario), said("table", table),
      said("dice", dice), said("seed", el("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]*", size: 8 })), said("bots play", pace)),
    el("p", { class: "row" }, field, el("label", { for: "force-file", class: "button" }, "A list of your own…"), !alone && el("label", {}, umpire, " an umpire types the dice, by a link")), brought,
    el("p", { class: "note" }, `A list may also be dropped here: it stays ${where}. The same person on both sides is a hot seat.${alone ? "" : " Every battle has a link for onlookers, behind Links at the table."}`),
    fold, el("p", {}, el("button", { class: "main" }, "Begin")));
  fill(ours, names());
  paired();
  theirs.value = samples[1]?.ref ?? ours.value;
  return form;
}
