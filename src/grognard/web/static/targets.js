// What a shot would do before it is fired: sight lines on the board, range, cover and exact odds. All of it is asked of the room.
import { bars } from "./figures.js";
import { el, inches, percent } from "./dom.js";

const MOST = 12; // targets that are looked at by themselves
const NEAREST = 4; // enemies that are looked at from where a unit would stand

export class Targets {
  /** `place` shows the answer of one target, `told()` is called when an answer has come. */
  constructor(place, now, { send, board, pick, told }) {
    Object.assign(this, { place, now, send, board, pick, told });
    this.clear();
  }

  clear() {
    this.known = new Map(); // target -> what was answered
    this.wishes = new Map(); // id of a question -> target
    this.waiting = [];
    this.options = [];
    this.from = null; // {unit, positions}: who looks, and from where when not from where it stands
    this.hide();
  }

  row(unit) {
    return this.now.table?.units.find((u) => u.id === unit);
  }

  /** A question is open: whoever may be shot at by the unit in question is looked at, one after the other. */
  ask(message) {
    const kept = this.sign, unit = message?.yours ? message.about[0] : undefined, own = this.row(unit)?.side;
    this.sign = JSON.stringify([message?.version, message?.prompt]);
    if (this.sign === kept) return;
    this.clear();
    if (own === undefined || message.move) return;
    this.options = message.options.filter((o) => o.units.length === 1 && o.model === null && this.row(o.units[0]) && this.row(o.units[0]).side !== own);
    this.from = { unit };
    this.waiting = this.options.map((o) => o.units[0]).slice(0, MOST);
    this.next();
  }

  /** The unit would stand so: what would it see of the enemies nearest to it? */
  stand(unit, positions) {
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      const own = this.row(unit);
      if (!own?.rings.some((r) => r.kind === "range")) return;
      this.clear();
      this.from = { unit, positions };
      const [x, y] = positions[0];
      const far = (u) => Math.min(...u.models.filter((m) => m.at).map((m) => Math.hypot(m.at[0] - x, m.at[1] - y)));
      this.list = this.waiting = this.now.table.units.filter((u) => u.side !== own.side && u.models.some((m) => m.at)).sort((a, b) => far(a) - far(b)).slice(0, NEAREST).map((u) => u.id);
      this.waiting = [...this.list];
      this.next();
    }, 200);
  }

  next() {
    if (this.wishes.size === 0 && this.waiting.length) this.look(this.waiting.shift());
  }

  look(target) {
    const { unit, positions } = this.from;
    this.wishes.set(this.send("look", { unit, target, odds: true, ...(positions ? { positions } : {}) }), target);
  }

  looked(message) {
    const target = this.wishes.get(message.id);
    if (target === undefined) return;
    this.wishes.delete(message.id);
    this.known.set(target, message);
    if (this.shown === target) this.show(target);
    else if (this.from?.positions && this.shown === undefined) this.overview();
    this.told();
    this.next();
  }

  refused(message) {
    if (!this.wishes.delete(message.id)) return false;
    this.next();
    return true;
  }

  /** In a few words, for a chip: how far, how many fall. "" while the answer is not there. */
  words(target) {
    const found = this.known.get(target);
    if (!found) return "";
    const few = (n) => n.toFixed(n < 1 ? 2 : 1), mean = found.odds?.mean;
    const fall = found.odds ? `${found.charge ? "blows" : "fire"}: ${this.tough(target) ? `${few(mean.damage)} damage` : `${few(mean.slain)} fall`}, ${percent(found.odds.destroyed)} all` : found.sees || found.charge ? "no odds" : "not seen";
    return `${inches(found.inches)}, ${fall}`;
  }

  /** Whether one of its models takes more than one wound: then damage says more than how many fall. */
  tough(unit) {
    return this.row(unit)?.models.some((m) => m.wounds > 1) ?? false;
  }

  /** Lines on the board, without the card: where a finger or the focus is. */
  point(target) {
    const found = this.known.get(target);
    this.board.sight(found?.rays ?? []);
  }

  /** A unit as buttons name it: its name and its letter on the board. */
  called(unit) {
    return `${this.row(unit)?.name ?? "it"} [${this.now.letters[unit]}]`;
  }

  /** The card of one target, with its sight lines. */
  show(target, from) {
    if (from) this.from = from;
    this.shown = target;
    const found = this.known.get(target), row = this.row(target);
    if (!this.from || !row) return;
    this.board.sight(found?.rays ?? []);
    const option = this.options.find((o) => o.units[0] === target);
    const head = el("h3", {}, `${this.called(this.from.unit)} at ${this.called(target)}`);
    const shut = el("button", { class: "shut", "aria-label": "Close", click: () => this.hide() }, "\u00d7");
    if (!found) {
      this.fill(head, shut, el("p", { class: "why" }, "One moment\u2026"));
      if (![...this.wishes.values()].includes(target)) this.look(target);
      return;
    }
    const odds = found.odds, tough = this.tough(target), mean = odds && [tough && `${odds.mean.damage.toFixed(2)} damage`, `${odds.mean.slain.toFixed(2)} fall`].filter(Boolean).join(", ");
    this.fill(head, shut,
      el("p", {}, `${inches(found.inches)}, ${found.sees ? "seen" : "not seen"}`, odds && `. ${found.charge ? "By the blows of a charge" : "By fire"}: ${mean}, destroyed ${percent(odds.destroyed)}`),
      odds && (tough ? bars(odds.damage, "damage") : bars(odds.slain, "fall")),
      el("ul", { class: "why" }, ...found.lines.slice(1).filter((line) => !line.startsWith("expected")).map((line) => el("li", {}, line))),
      !option && this.options.length > 0 && el("p", { class: "why" }, "It is not among those that may be picked now."),
      option && el("button", { class: "main commit", click: () => this.pick(option.id) }, `Choose ${option.words}`));
  }

  /** All that was looked at from where a unit would stand, nearest first. */
  overview() {
    this.fill(el("h3", {}, "From there"), el("button", { class: "shut", "aria-label": "Close", click: () => this.hide() }, "\u00d7"),
      el("ul", { class: "choices" }, ...this.list.filter((u) => this.known.has(u)).map((u) => el("li", {}, el("button", { click: () => this.show(u), mouseenter: () => this.point(u), focus: () => this.point(u) },
        this.called(u), el("small", {}, this.words(u)))))));
  }

  fill(...parts) {
    this.place.hidden = false;
    this.place.replaceChildren(...parts.filter(Boolean));
  }

  hide() {
    clearTimeout(this.later);
    this.shown = undefined;
    this.place.hidden = true;
    this.place.replaceChildren();
    this.board.sight([]);
  }
}
