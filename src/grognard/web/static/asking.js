// What is wanted, in one line, with only what is legal to pick; dice of a real table; what was asked besides.
import { copy, download, keep, replayLink } from "./links.js";
import { el, post, say, inches } from "./dom.js";
import { alone } from "./way.js";

const HELP = ["1 to 9 pick an option", "f goes to the next unit, b to the one before; Enter picks it, or shows what it is", "arrows nudge what moves by half an inch, with Shift by one; when nothing moves they shift the map",
  "w, a, s, d shift the map at any time", "Enter makes the move", "n takes the nearest legal place", "Esc takes it back into the hand, and closes what is open", "u undo, r redo", "+ and - zoom, 0 shows all", "l shows the log, o who is off the table",
  "c says what can act and why the others cannot", "i shows the rulings in force"];
const ROW = 34; // letters: an option with more would leave no room for another beside it on a phone

/** What is drawn anew takes the place of what has changed; what is as it was stays, so that a press which has begun on it counts. */
function renew(old, fresh) {
  if (old === fresh || old.isEqualNode(fresh)) return;
  const within = [...old.childNodes], now = [...fresh.childNodes];
  if (within.length === now.length && now.length > 0 && old.cloneNode().isEqualNode(fresh.cloneNode())) within.forEach((child, i) => renew(child, now[i]));
  else old.replaceWith(fresh);
}

export class Asking {
  constructor(place, now, { send, moving, board, targets, links, again, go }) {
    Object.assign(this, { box: place, now, send, moving, board, targets, links, again, go });
    this.absent = [];
    this.note = el("p", { class: "why note-line", role: "status" });
    this.more = el("div");
    this.wish = null;
  }

  ask(message) {
    this.message = message;
    this.box.dataset.version = message.version;
    this.faces = [];
    this.more.replaceChildren();
    this.tell("");
    const mine = message.yours;
    this.moving.ask(mine ? message.move ?? (message.place ? { unit: message.about[0] ?? -1, inches: null, start: [], mode: "" } : null) : null);
    this.board.spots(mine ? message.options.flatMap((o, n) => (this.numbered(o) ? [{ id: o.id, at: o.at, words: o.words, n, moves: Boolean(message.move) }] : [])) : []);
    this.board.mark(mine ? message.options.flatMap((o) => o.units) : [], message.about);
    this.board.hint();
    this.targets.ask(message);
    this.board.rings(mine && this.targets.options.length ? message.about[0] : null);
    this.freshen();
    if (mine) say(message.prompt);
  }

  /** Draws the question anew, as things stand. */
  freshen() {
    const { message } = this;
    if (!message || this.now.over) return;
    const focus = this.box.contains(document.activeElement) ? [document.activeElement.dataset.option, document.activeElement.textContent] : null;
    const side = this.now.table?.sides[message.side] ?? "";
    const line = el("h2", {}, this.now.hello?.sides.length === 1 || message.prompt.startsWith(side) ? message.prompt : `${side}: ${message.prompt}`);
    const parts = [line, this.note];
    const alone = message.dice ? this.umpireAway : this.absent.includes(message.side);
    if (!message.yours) parts.push(el("p", { class: "why" }, message.dice ? this.umpire() : this.waits(message.side, side)), alone && el("p", {}, el("button", { click: () => this.links() }, "Show the links")));
    else if (message.dice) parts.push(...this.dice(message.dice));
    else {
      if (this.moving.asked) parts.push(this.how(message));
      const options = [...this.move(), ...message.options.map((o, i) => this.option(o, i, message))];
      const long = !message.move && options.some((o) => o && o.textContent.length > ROW);
      parts.push(el("div", { class: `options${long ? " long" : options.length > 3 ? " many" : ""}` }, ...options));
    }
    parts.push(el("div", { class: "row" },
      el("button", { click: () => this.send("undo") }, "Undo"), el("button", { click: () => this.send("redo") }, "Redo"),
      el("button", { click: () => this.send("why") }, "What can act?"), el("button", { click: () => this.rulings() }, "Rulings"), !alone && el("button", { click: () => this.links() }, "Links"),
      this.now.hello?.umpire && el("button", { "aria-pressed": String(this.types === "lets"), click: () => this.send("let", { players: this.types !== "lets" }) }, this.types === "lets" ? "Players type too: on" : "Players type too"),
      this.now.since < this.now.entries && el("button", { click: () => this.again() }, "Since your last move"), el("a", { class: "button", href: `/replay/${this.now.room}` }, "Look back"), el("button", { class: "keys", click: () => this.help() }, "Keys")), this.more);
    const drawn = parts.filter(Boolean), there = [...this.box.children];
    if (!message.dice && this.drawn === message.version && there.length === drawn.length) drawn.forEach((part, i) => renew(there[i], part));
    else this.box.replaceChildren(...drawn);
    this.drawn = message.dice ? null : message.version;
    if (focus) [...this.box.querySelectorAll("button")].find((b) => (focus[0] !== undefined ? b.dataset.option === focus[0] : b.textContent === focus[1]))?.focus({ preventScroll: true });
  }

  /** The dice of a real table are typed by the umpire, and others read what is wanted. */
  umpire() {
    return this.umpireAway ? "The umpire types these dice, and nobody sits at his seat now. The battle waits: send him the link." : "The umpire types these dice. What they do shows here by itself.";
  }

  /** What is awaited while somebody else is asked. */
  waits(side, name) {
    const at = this.now.table?.heading ? ` (${this.now.table.heading})` : "";
    return this.absent.includes(side) ? `${name} is asked${at}, and nobody sits there now. The battle waits: send the link, or close this page and come back.` : `${name} is asked${at}. What it does shows here by itself.`;
  }

  option(option, i, message) {
    const letter = option.units.length === 1 ? this.now.letters[option.units[0]] : "";
    const single = option.purpose && message.options.filter((o) => o.purpose === option.purpose).length === 1;
    const words = [option.purpose, !single && option.words, letter && `[${letter}]`].filter(Boolean).join(" ");
    const usual = option.id === message.default, target = this.targets.options.includes(option) ? option.units[0] : null, odds = target === null ? "" : this.targets.words(target);
    const number = i < 9 && this.numbered(option) ? el("b", { class: "number" }, String(i + 1)) : "";
    const point = () => this.point(option, target), away = () => this.point(null);
    return el("button", { class: usual ? "usual" : "", "data-option": option.id, title: i < 9 ? `key ${i + 1}` : "",
      click: () => this.pick(option.id), mouseenter: point, focus: point, mouseleave: away, blur: away }, number, usual ? `${words} (usual)` : words, target !== null && el("small", { "data-target": target }, odds || "\u2026"));
  }

  /** Whether an option has its number on the board: it is a model, or a place for which no unit stands and where nobody stands already. */
  numbered(option) {
    return Boolean(option.at) && (option.model !== null || !option.units.length) && String(option.models) !== String(this.message.move?.start);
  }

  /** What may be done with a finger. */
  how(message) {
    const { asked } = this.moving, known = [asked.inches !== null && `up to ${inches(asked.inches)}`, message.move?.mode].filter(Boolean).join(", ");
    return el("p", { class: "why how" }, !message.move ? "Tap the place, or pick one." : !asked.start.length ? "Tap where it shall stand, or pick a place." : `${known ? `${known}: drag` : "Drag"} the unit, or tap where it goes.`);
  }

  /** The buttons of what is under the finger. */
  move() {
    const { plan, asked } = this.moving;
    return [plan?.legal && el("button", { class: "main", click: () => this.moving.go() }, asked.start.length ? `Move ${inches(plan.inches)}` : "Here"),
      plan?.legal === false && plan.nearest && el("button", { click: () => this.moving.near() }, "Nearest legal place"),
      plan && el("button", { click: () => { this.moving.drop(); this.freshen(); } }, "Back"),
      asked?.start.length > 1 && el("button", { "aria-pressed": String(this.moving.one), click: () => { this.moving.one = !this.moving.one; this.freshen(); } }, this.moving.one ? "Single models: on" : "Single models")].filter(Boolean);
  }

  dice(dice) {
    const faces = this.faces;
    const put = (n) => { if (faces.length < dice.n) faces.push(n); if (faces.length === dice.n) this.throwIt(); else this.freshen(); };
    const typed = el("input", { inputmode: "numeric", autocomplete: "off", "aria-label": `faces of ${dice.n} D${dice.sides}`, placeholder: dice.n === 1 ? "4" : "3 5 5 1",
      keydown: (e) => { if (e.key === "Enter") { const found = read(typed.value, dice); if (found) { this.faces = found; this.throwIt(); } else this.tell(`${dice.n} numbers from 1 to ${dice.sides} are needed`, true); } } });
    const taps = dice.sides <= 12 ? el("div", { class: "facesrow" }, ...Array.from({ length: dice.sides }, (_, i) => el("button", { click: () => put(i + 1) }, String(i + 1)))) : "";
    return [el("p", { class: "why" }, `${dice.n} D${dice.sides}${dice.needs ? `, ${dice.needs} needed` : ""}: ${faces.length ? faces.join(" ") : taps ? "tap or type the faces" : "type the faces"}`),
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

  /** An answer about a target has come: its words go onto its button, and nothing is moved from under a finger. */
  odds() {
    for (const words of this.box.querySelectorAll("small[data-target]")) words.textContent = this.targets.words(Number(words.dataset.target)) || "\u2026";
  }

  /** What an option points at lights up on the board while it has the focus. */
  point(option, target = null) {
    this.board.mark(this.board.can ?? [], option?.units.length ? option.units : this.message?.about ?? []);
    this.board.hint(this.message?.move?.unit, option?.units.length && option.model === null ? {} : option ?? {});
    if (target !== null) this.targets.point(target);
    else if (this.targets.shown === undefined) this.board.sight([]);
  }

  /** A unit was tapped. The only option that points to it is picked; of an enemy under fire the odds are shown first. */
  unit(unit, model = -1) {
    const all = this.message?.yours ? this.message.options.filter((o) => o.units.includes(unit)) : [], one = all.filter((o) => o.model === model), those = one.length ? one : all;
    if (those.length === 1 && this.targets.options.includes(those[0]) && this.targets.shown !== unit) return this.targets.show(unit);
    if (those.length === 1) return this.pick(those[0].id);
    this.board.rings(this.board.ringed === unit ? null : unit);
    const row = this.now.table?.units.find((u) => u.id === unit);
    if (row) this.tell(`${this.now.letters[unit]} ${row.name}: ${row.models.length} model${row.models.length === 1 ? "" : "s"}${row.effects.length ? `, ${row.effects.join(", ")}` : ""}`);
    const about = this.message?.about[0];
    const own = this.now.table?.units.find((u) => u.id === about);
    if (this.message?.yours && own && row && row.side !== own.side) {
      const positions = this.moving.asked?.unit === about && this.moving.plan?.positions?.length ? this.moving.plan.positions : undefined;
      this.targets.show(unit, { unit: about, positions });
    }
  }

  /** The table was tapped where no move is asked for. */
  place(at) {
    if (this.message?.yours && this.message.place) this.moving.to(at);
  }

  /** What the players have agreed where the books are silent: those in force in this battle. */
  rulings() {
    const { rulings = {}, system } = this.now.hello ?? {};
    this.more.replaceChildren(el("h3", {}, "Rulings in force"), el("ul", { class: "rulings" }, ...Object.entries(rulings).map(([name, value]) => el("li", {}, el("b", {}, name.replaceAll("_", " ").replaceAll("-", " ")), `: ${value}`))),
      el("p", { class: "why" }, "Why each is as it is: ", el("a", { href: `/rules/${system}`, target: "_blank" }, "the rulebook"), "."));
    this.more.scrollIntoView({ block: "nearest" });
  }

  told(lines) {
    this.more.replaceChildren(el("ul", { class: "told" }, ...lines.map((line) => el("li", {}, line))));
    this.more.scrollIntoView({ block: "nearest" });
    say(lines.join(". "));
  }

  others(message) {
    const changed = String(message.absent) !== String(this.absent);
    this.absent = message.absent;
    const types = this.types !== message.umpire || this.umpireAway !== message.umpire_away;
    this.types = message.umpire;
    this.umpireAway = message.umpire_away;
    if (types && this.now.hello?.umpire) this.freshen();
    else if ((changed || types) && this.message && !this.message.yours) this.freshen();
    if (message.undo !== null && message.undo !== undefined && !this.now.hello?.sides.includes(message.undo))
      this.more.replaceChildren(el("p", {}, `${this.now.table?.sides[message.undo]} wants to take back.`), el("div", { class: "row" },
        el("button", { class: "main", click: () => this.send("consent", { yes: true }) }, "Yes"), el("button", { click: () => this.send("consent", { yes: false }) }, "No")));
    if (message.parted)
      this.more.replaceChildren(el("p", { role: "alert" }, message.parted), el("p", {}, "Nothing is lost. Both sides agree to go on from where it still is as it was."),
        el("div", { class: "row" }, el("button", { class: "main", click: () => this.send("consent", { yes: true }) }, "Go on from there")));
  }

  over(message) {
    this.targets.clear();
    this.board.hint();
    this.board.rings(null);
    this.moving.ask(null);
    this.board.spots([]);
    this.board.mark([]);
    this.message = null;
    this.box.dataset.version = message.version;
    const { room, key, hello } = this.now, plays = hello?.sides.length > 0;
    this.more.replaceChildren();
    const parts = [el("h2", {}, message.lines[0] ?? "The battle is over."), ...message.lines.slice(1).map((line) => el("p", {}, line)),
      this.note,
      el("div", { class: "row wraps" }, el("a", { class: "button", href: `/replay/${room}` }, "Watch it again"), !alone && el("button", { click: () => replayLink(room, key).then(copy) }, "Copy the replay's link"), el("button", { click: () => download(room, key, hello.name) }, "Download"),
        plays && el("button", { class: "main", click: () => this.anew() }, "The same forces again"), el("a", { class: "button", href: "/play" }, "Another battle"), plays && el("button", { click: () => this.send("undo") }, "Undo"), !alone && el("button", { click: () => this.links() }, "Links")),
      el("p", { class: "why" }, `digest ${message.digest}`), this.more];
    this.box.replaceChildren(...parts.filter(Boolean));
    say(message.lines[0] ?? "The battle is over.");
  }

  /** A new battle of the same forces, on the same table. */
  async anew() {
    const { room, key } = this.now;
    try {
      const told = await post(`/api/battles/${room}/again`, {}, { "x-seat": key });
      keep(told.room, told.keys);
      this.go(`/battle/${told.room}#k=${told.keys[this.now.hello.seat]}`);
    } catch (error) {
      this.tell(error.message, true);
    }
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
