// A battle in two clicks, or with everything chosen; links for friends.
import { ask, el, post, say } from "./dom.js";
import { code } from "./qr.js";
import { alone, here } from "./way.js";

const NAMES = { usr: "Universal Special Rules (7th-edition core)", void: "VOID 1.1", command: "Command Token game", dropzone: "Dropzone Commander, 2nd edition" };
const SEATS = { me: "me", greedy: "the bot (greedy)", random: "a random bot", friend: "a friend, by a link" };
const SITTERS = Object.entries(SEATS).filter(([name]) => !alone || name !== "friend"); // a link to a friend needs a server

export async function start(main, _, go) {
  const { samples, tables, scenarios } = await ask("stock");
  const systems = [...new Set(samples.map((s) => s.system))];
  const error = el("p", { class: "bad", role: "alert" });
  const links = el("div");

  async function begin(request, button) {
    button.disabled = true;
    error.textContent = "";
    try {
      const told = await post("/api/battles", request);
      for (const [seat, key] of Object.entries(told.keys)) if (seat !== "me") told.others = [...(told.others ?? []), [seat, `${location.origin}/battle/${told.room}#k=${key}`]];
      if (told.keys.me) localStorage.setItem(`seat ${told.room}`, told.keys.me);
      const shared = (told.others ?? []).filter(([seat]) => seat.startsWith("friend"));
      if (!shared.length) return go(`/battle/${told.room}${told.keys.me ? "" : `#k=${told.keys.watch}`}`);
      localStorage.setItem(`links ${told.room}`, JSON.stringify(told.others));
      share(told.room, told.others);
    } catch (wrong) {
      error.textContent = wrong.message;
    } finally {
      button.disabled = false;
    }
  }

  /** The links of a battle, each as text and as a code for a phone. */
  function share(room, others) {
    const whose = (seat) => (seat === "watch" ? "Onlookers see what both players may know" : `${seat[0].toUpperCase()}${seat.slice(1)}: whoever has this link plays that side`);
    links.replaceChildren(el("h2", {}, "Links to share"), el("div", { class: "cards" }, ...others.map(([seat, link]) => el("article", { class: "card" }, el("p", {}, whose(seat)), code(link),
      el("p", { class: "row" }, el("input", { readonly: true, value: link, "aria-label": `link of ${seat}`, focus: (e) => e.target.select() }), el("button", { type: "button", click: () => navigator.clipboard?.writeText(link).then(() => say("The link is copied.")) }, "Copy"))))),
      el("p", {}, el("a", { class: "button", href: `/battle/${room}` }, "To the table"), " These links stay at ", el("a", { href: `/play?links=${room}` }, "this address"), "."));
    links.scrollIntoView({ block: "start" });
  }

  const quick = systems.map((system) => el("article", { class: "card" }, el("h2", {}, NAMES[system] ?? system),
    el("p", {}, `${samples.filter((s) => s.system === system).slice(0, 2).map((s) => s.name).join(" against ")}, on a table made for it.`),
    el("button", { class: "main", click: (e) => begin({ ours: `${system}/A`, theirs: `${system}/B`, seats: ["me", "greedy"] }, e.target) }, "Play against the bot")));
  const pick = (name, options, chosen) => el("select", { name }, ...options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));
  const form = el("form", { class: "card", submit: (e) => {
    e.preventDefault();
    const said = Object.fromEntries(new FormData(form));
    begin({ ours: said.ours, theirs: said.theirs, seats: [said.a, said.b], dice: said.dice, ...(said.scenario ? { scenario: said.scenario } : {}), ...(said.table ? { table: said.table } : {}), ...(said.seed ? { seed: Number(said.seed) } : {}) }, form.querySelector("button"));
  } }, el("h2", {}, "Everything chosen"),
    el("div", { class: "row" },
      el("label", {}, "first force ", pick("ours", samples.map((s) => [s.ref, `${s.name} (${s.system})`]))), el("label", {}, "second force ", pick("theirs", samples.map((s) => [s.ref, `${s.name} (${s.system})`]), samples[1]?.ref)),
      el("label", {}, "first side ", pick("a", SITTERS, "me")), el("label", {}, "second side ", pick("b", SITTERS, "greedy")),
      el("label", {}, "scenario ", pick("scenario", [["", "hold the field"], ...scenarios.map((s) => [s, s])])), el("label", {}, "table ", pick("table", [["", "made from the seed"], ...tables.map((t) => [t, t])])),
      el("label", {}, "dice ", pick("dice", [["seeded", "thrown by the referee"], ["typed", "thrown on a real table"]])), el("label", {}, "seed ", el("input", { name: "seed", inputmode: "numeric", pattern: "[0-9]*", size: 8 }))),
    el("p", {}, el("button", { class: "main" }, "Begin")));
  main.replaceChildren(el("h1", {}, "A referee for your table"), el("p", {}, "Every rule is executed, every number says why. Play at once, ask for ", el("a", { href: "/odds" }, "odds"), ", or read the ", el("a", { href: "/rules" }, "rules"), "."),
    el("div", { class: "cards" }, ...quick), error, links, form);
  const room = here().query.get("links"), kept = room && localStorage.getItem(`links ${room}`);
  if (kept) share(room, JSON.parse(kept));
}
