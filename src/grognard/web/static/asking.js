// What is wanted, in one line, with only what is legal to pick; dice of a real table; what was asked besides.
import { middle } from "./board.js";
import { el, percent, say, inches } from "./dom.js";
import { bars } from "./figures.js";

const HELP = ["1 to 9 pick an option", "arrows nudge what moves by half an inch, with Shift by one", "Enter makes the move", "n takes the nearest legal place", "Esc takes it back into the hand",
  "u undo, r redo", "+ and - zoom, 0 shows all", "l shows the log"];

export class Asking {
  constructor(place, now, { send, moving, board }) {
    Object.assign(this, { place, now, send, moving, board });
    this.note = el("p", { class: "why", role: "status" });
    this.more = el("div");
    this.wish = null;
  }

  ask(message) {
    this.message = message;
    this.place.dataset.version = message.version;
    this.faces = [];
    this.more.replaceChildren();
    this.board.layers.sight.replaceChildren();
    this.board.rings(null);
    this.tell("");
    const mine = message.yours;
    this.moving.ask(mine ? message.move ?? (message.more ? { unit: message.about[0] ?? -1, inches: null, start: [], mode: "" } : null) : null);
    this.board.spots(mine && !message.move ? message.options.filter((o) => o.at && !o.units.length).map((o) => ({ id: o.id, at: o.at, words: o.words })) : []);
    this.board.mark(mine ? message.options.flatMap((o) => o.units) : [], message.about);
    this.freshen();
    if (mine) say(message.prompt);
  }

  /** Draws the question anew, as things stand. */
  freshen() {
    const { message } = this;
    if (!message || this.now.over) return;
    const side = this.now.table?.sides[message.side] ?? "";
    const line = el("h2", {}, this.now.hello?.sides.length === 1 ? message.prompt : `${side}: ${message.prompt}`);
    const parts = [line, this.note];
    if (!message.yours) parts.push(el("p", { class: "why" }, `${side} is asked.`));
    else if (message.dice) parts.push(...this.dice(message.dice));
    else {
      if (message.move || message.options.some((o) => o.at && !o.units.length)) parts.push(this.move(message));
      parts.push(el("div", { class: "options" }, ...message.options.map((o, i) => this.option(o, i, message))));
    }
    parts.push(el("div", { class: "row" },
      el("button", { click: () => this.send("undo") }, "Undo"), el("button", { click: () => this.send("redo") }, "Redo"),
      message.yours && message.about.length > 0 && el("button", { click: () => this.odds() }, "Odds"),
      el("button", { click: () => this.send("why") }, "What can act?"), el("button", { click: () => this.help() }, "Keys")), this.more);
    this.place.replaceChildren(...parts);
  }

  option(option, i, message) {
    const letter = option.units.length === 1 ? this.now.letters[option.units[0]] : "";
    const words = [option.purpose, option.words, letter && `[${letter}]`].filter(Boolean).join(" ");
    const usual = option.id === message.default;
    return el("button", { class: usual ? "usual" : "", "data-option": option.id, title: i < 9 ? `key ${i + 1}` : "",
      click: () => this.pick(option.id), mouseenter: () => this.point(option), focus: () => this.point(option), mouseleave: () => this.board.hint(null), blur: () => this.board.hint(null) }, usual ? `${words} (usual)` : words);
  }

  /** An option is pointed at: what it means is lit up on the table. */
  point(option) {
    if (option.units.length) this.board.mark(this.board.can, option.units);
    this.board.hint(option.at ?? null);
  }

  move(message) {
    const { plan, asked } = this.moving;
    const limit = asked?.inches === null || asked?.inches === undefined ? "" : `up to ${inches(asked.inches)}, `;
    const models = asked?.start.length > 1;
    return el("div", {}, el("p", { class: "why" }, message.move ? `${limit}${message.move.mode}: drag the unit, or tap where it goes.` : "Tap the place, or pick one."),
      el("div", { class: "options" },
        plan?.legal && el("button", { class: "main", click: () => this.moving.go() }, `Move ${inches(plan.inches)}`),
        plan?.legal === false && plan.nearest && el("button", { click: () => this.moving.near() }, "Nearest legal place"),
        plan && el("button", { click: () => { this.moving.drop(); this.freshen(); } }, "Back"),
        models && el("button", { "aria-pressed": String(this.moving.one), click: () => { this.moving.one = !this.moving.one; this.freshen(); } }, this.moving.one ? "Single models: on" : "Single models")));
  }

  dice(dice) {
    const faces = this.faces;
    const put = (n) => { if (faces.length < dice.n) faces.push(n); if (faces.length === dice.n) this.throwIt(); else this.freshen(); };
    const typed = el("input", { inputmode: "numeric", autocomplete: "off", "aria-label": `faces of ${dice.n} D${dice.sides}`, placeholder: dice.n === 1 ? "4" : "3 5 5 1",
      keydown: (e) => { if (e.key === "Enter") { const found = read(typed.value, dice); if (found) { this.faces = found; this.throwIt(); } else this.tell(`${dice.n} numbers from 1 to ${dice.sides} are needed`, true); } } });
    const taps = dice.sides <= 12 ? el("div", { class: "facesrow" }, ...Array.from({ length: dice.sides }, (_, i) => el("button", { click: () => put(i + 1) }, String(i + 1)))) : null;
    return [el("p", { class: "why" }, `${dice.n} D${dice.sides}${dice.needs ? `, ${dice.needs} needed` : ""}: ${faces.length ? faces.join(" ") : "tap or type the faces"}`),
      el("ul", { class: "why" }, ...dice.because.map((b) => el("li", {}, `${b.rule}: ${b.says}`))),
      taps, el("div", { class: "row" }, typed, faces.length > 0 && el("button", { click: () => { faces.pop(); this.freshen(); } }, "One back"))];
  }

  throwIt() {
    this.send("faces", { faces: this.faces });
    this.faces = [];
  }

  pick(id) {
    const option = this.message?.options.find((o) => o.id === id);
    if (option) this.send("pick", { option: id });
  }

  nth(i) {
    if (this.message?.yours && this.message.options[i]) this.pick(this.message.options[i].id);
  }

  /** A unit was tapped: the only option that points to it is picked, else its odds are shown. */
  unit(unit) {
    const those = this.message?.yours ? this.message.options.filter((o) => o.units.length === 1 && o.units[0] === unit) : [];
    if (those.length === 1) return this.pick(those[0].id);
    const row = this.now.table?.units.find((u) => u.id === unit);
    this.board.rings(row?.place === "table" ? row : null);
    if (row) this.tell(`${this.now.letters[unit]} ${row.name}: ${row.models.length} model${row.models.length === 1 ? "" : "s"}${row.effects.length ? `, ${row.effects.join(", ")}` : ""}`);
    const about = this.message?.about[0];
    if (this.message?.yours && about !== undefined && row && row.side !== this.message.side) this.look(about, unit);
  }

  /** The table was tapped where no move is asked for. */
  place(at) {
    if (this.message?.yours && this.message.more) this.moving.to(at);
  }

  look(unit, target) {
    const positions = this.moving.plan?.positions?.length && this.moving.asked.unit === unit ? this.moving.plan.positions : null;
    this.wish = this.send("look", { unit, target, odds: true, ...(positions ? { positions } : {}) });
    this.wishes = { ...(this.wishes ?? {}), [this.wish]: { unit, target, positions } };
  }

  odds() {
    const about = this.message.about[0];
    const own = this.now.table.units.find((u) => u.id === about)?.side;
    const offered = this.message.options.flatMap((o) => o.units).filter((u) => this.now.table.units.find((r) => r.id === u)?.side !== own);
    const targets = offered.length ? offered : this.now.table.units.filter((u) => u.side !== own && u.place === "table").map((u) => u.id);
    this.more.replaceChildren();
    this.board.layers.sight.replaceChildren();
    for (const target of targets.slice(0, 16)) this.look(about, target);
  }

  /** What a unit would see of another, and do to it: a line on the table, the odds as bars. */
  looked(message) {
    const wish = this.wishes?.[message.id] ?? {}, find = (id) => this.now.table.units.find((u) => u.id === id);
    const target = find(wish.target), by = find(wish.unit), odds = message.odds;
    const stand = (unit) => unit?.models.filter((m) => m.at).map((m) => m.at) ?? [];
    const from = wish.positions ?? stand(by), to = stand(target);
    const said = odds ? `destroyed ${percent(odds.destroyed)}, ${odds.mean.slain.toFixed(2)} lost on average` : message.lines.slice(1).join("; ");
    if (from.length && to.length) this.board.sight(middle(from), middle(to), message.sees, `${inches(message.inches)}${odds ? ` ${percent(odds.destroyed)}` : message.sees ? "" : " not seen"}`);
    this.more.append(el("details", {}, el("summary", {}, `${target?.name ?? "target"}, ${inches(message.inches)}${message.sees ? "" : ", not seen"}: ${said}`),
      el("ul", {}, ...message.lines.map((line) => el("li", {}, line))), odds && bars(odds.slain, "lost")));
  }

  told(lines) {
    this.more.replaceChildren(el("ul", {}, ...lines.map((line) => el("li", {}, line))));
  }

  others(message) {
    if (message.undo !== null && message.undo !== undefined && !this.now.hello?.sides.includes(message.undo))
      this.more.replaceChildren(el("p", {}, `${this.now.table?.sides[message.undo]} wants to take back.`), el("div", { class: "row" },
        el("button", { class: "main", click: () => this.send("consent", { yes: true }) }, "Yes"), el("button", { click: () => this.send("consent", { yes: false }) }, "No")));
    if (message.parted)
      this.more.replaceChildren(el("p", { role: "alert" }, message.parted), el("p", {}, "Nothing is lost. Both sides agree to go on from where it still is as it was."),
        el("div", { class: "row" }, el("button", { class: "main", click: () => this.send("consent", { yes: true }) }, "Go on from there")));
  }

  over(message) {
    this.moving.ask(null);
    this.board.spots([]);
    this.board.mark([]);
    this.message = null;
    this.place.dataset.version = message.version;
    this.place.replaceChildren(el("h2", {}, message.lines[0] ?? "The battle is over."), ...message.lines.slice(1).map((line) => el("p", {}, line)),
      el("p", { class: "why" }, `digest ${message.digest}`), el("div", { class: "row" }, el("button", { click: () => this.send("undo") }, "Undo"), el("a", { class: "button", href: `/replay/${this.now.hello?.room ?? ""}` }, "Watch it again"), el("a", { class: "button", href: "/play" }, "Another battle")), this.more);
    say(message.lines[0] ?? "The battle is over.");
  }

  help() {
    this.more.replaceChildren(el("ul", {}, ...HELP.map((line) => el("li", {}, line))));
  }

  tell(words, bad = false) {
    this.note.textContent = words;
    this.note.classList.toggle("bad", bad);
    if (words) say(words);
  }
}

/** Faces as people type them: 3 5 5 1, 3,5,5,1 or 3551; null when they are not what is needed. */
export function read(text, { n, sides }) {
  let words = text.trim().split(/[\s,]+/).filter(Boolean);
  if (words.length === 1 && n > 1 && sides < 10 && words[0].length === n) words = [...words[0]];
  const faces = words.map(Number);
  return faces.length === n && faces.every((f) => Number.isInteger(f) && f >= 1 && f <= sides) ? faces : null;
}
