// A unit under the finger: its models are drawn where they would stand at once; whether that is legal the room says.
import { svg, inches } from "./dom.js";
import { base, middle, outline, text } from "./board.js";

const DETENT = 1.5; // inches beyond the limit at which a drag still stops there
const OFTEN = 40; // ms between two questions to the room while dragging

export class Moving {
  /** `send(type, fields)` to the room; `tell(words, bad)` to the person; `commit(value)` picks. */
  constructor(board, send, tell, commit) {
    Object.assign(this, { board, send, tell, commit });
    this.asked = null;
  }

  /** A move is asked for (null: none is): {unit, inches, start, facing}. */
  ask(move, option) {
    this.asked = move;
    this.option = option;
    this.plan = null;
    this.eager = false;
    this.held = null;
    this.one = false;
    this.rings();
    this.draw();
  }

  rings() {
    const m = this.asked;
    const radius = m?.inches;
    this.board.layers.rings.replaceChildren(...(m && radius !== null && radius !== undefined && m.start.length
      ? [svg("g", { class: "ring going" }, ...outline("going", m.start.map(([x, y]) => [x, y, radius]), this.board.table))] : []));
  }

  grab(unit, model, at) {
    if (!this.asked || unit !== this.asked.unit) return false;
    this.held = { at, model: this.one && model >= 0 ? model : null, from: this.positions() };
    return true;
  }

  positions() {
    return this.plan?.positions ?? this.asked.start;
  }

  drag(at) {
    if (!this.held) return;
    const [dx, dy] = [at[0] - this.held.at[0], at[1] - this.held.at[1]];
    const { start, inches: limit } = this.asked;
    const shifted = (k) => this.held.from.map(([x, y], i) => (this.held.model === null || this.held.model === i ? [x + k * dx, y + k * dy] : [x, y]));
    let positions = shifted(1), gone = farthest(start, positions), beyond = false;
    if (limit !== null && limit !== undefined && start.length && gone > limit) {
      beyond = gone > limit + DETENT;
      if (!beyond) { // it stops at the limit; who pulls on sees it red
        let [low, high] = [0, 1];
        for (let n = 0; n < 14; n++) {
          const k = (low + high) / 2;
          if (farthest(start, shifted(k)) <= limit - .004) low = k;
          else high = k;
        }
        positions = shifted(low);
        gone = farthest(start, positions);
      }
    }
    this.plan = { positions, legal: beyond ? false : null, why: beyond ? [`${inches(gone)}: the limit is ${inches(limit)}`] : [], inches: gone };
    if (beyond) this.tell(this.plan.why[0], true);
    this.draw();
    this.tryIt();
  }

  release() {
    this.held = null;
    this.tryIt(true);
  }

  drop() {
    this.held = null;
    this.eager = false;
    this.plan = null;
    this.draw();
  }

  /** A tap on the table: the middle of the unit goes there. */
  to(at) {
    if (!this.asked) return;
    if (this.asked.start.length) {
      const m = middle(this.positions());
      const positions = this.positions().map(([x, y]) => [x + at[0] - m[0], y + at[1] - m[1]]);
      this.plan = { positions, legal: null, why: [], inches: farthest(this.asked.start, positions) };
      this.draw();
      this.tryIt(true);
    } else this.last = this.send("try", { to: at });
  }

  nudge(dx, dy) {
    if (!this.asked?.start.length) return;
    this.plan = { positions: this.positions().map(([x, y]) => [x + dx, y + dy]), legal: null, why: [] };
    this.plan.inches = farthest(this.asked.start, this.plan.positions);
    this.draw();
    this.tryIt(true);
  }

  tryIt(now = false) {
    const wait = OFTEN - (performance.now() - (this.sent ?? -OFTEN));
    clearTimeout(this.later);
    if (!now && wait > 0) {
      this.later = setTimeout(() => this.tryIt(true), wait);
      return;
    }
    if (!this.plan) return;
    this.sent = performance.now();
    this.last = this.send("try", { positions: this.plan.positions });
    this.asks = this.plan;
  }

  /** The word of the room on the newest try. */
  tried(message) {
    if (message.id !== this.last || !this.asked) return;
    if (this.held && this.plan !== this.asks) return; // the finger has gone on since
    this.plan = { positions: message.positions.length ? message.positions : this.plan?.positions ?? [], legal: message.legal, why: message.why,
      inches: message.inches, ways: message.ways, value: message.value, nearest: message.nearest };
    this.draw();
    if (this.eager && message.legal) return this.go();
    this.eager = false;
    const wanted = this.wanted;
    this.wanted = false;
    if (wanted && !message.legal && message.nearest) return this.near();
    this.tell(message.legal ? `${inches(message.inches)} - legal` : shortly(message.why), !message.legal);
    if (message.legal && !this.held && this.asked.unit >= 0) this.stands?.(this.asked.unit, this.plan.positions);
  }

  /** Takes the nearest legal place. */
  near() {
    if (this.plan?.legal === null) this.wanted = true; // the answer is on its way
    if (!this.plan?.nearest) return;
    this.plan = { positions: this.plan.nearest, legal: null, why: [], inches: farthest(this.asked.start, this.plan.nearest) };
    this.draw();
    this.tryIt(true);
  }

  /** Makes the move; where the room has not said yet whether it is legal, as soon as it says so. */
  go() {
    this.eager = this.plan?.legal === null;
    if (this.plan?.legal) this.commit(this.plan.value);
  }

  draw() {
    const { plan, asked, board } = this;
    const unit = board.table?.units.find((u) => u.id === asked?.unit);
    if (!asked || !plan || !unit) {
      board.layers.plan.replaceChildren();
      board.layers.ghosts.replaceChildren();
      return;
    }
    const models = unit.models;
    const shape = (at, i) => base(unit, { ...models[i], wounds: 1, base: models[i]?.base ?? ["round", .5, .5], at }, i, "").slice(0, 1);
    board.layers.ghosts.replaceChildren(svg("g", { class: "ghost" }, ...asked.start.flatMap(shape)));
    const ways = plan.ways?.length ? plan.ways : plan.positions.map((p, i) => (asked.start[i] ? [asked.start[i], p] : [p]));
    const m = middle(plan.positions);
    board.layers.plan.replaceChildren(svg("g", { class: `planned${plan.legal === false ? " no" : ""}` },
      ...ways.map((way) => svg("polyline", { class: "way", points: way.map((p) => p.join(",")).join(" ") })),
      ...plan.positions.flatMap((at, i) => (models[i] ? shape(at, i) : [])), text("tip", m[0], m[1] + 1.6, inches(plan.inches ?? 0))));
  }
}

/** The first two reasons, and how many there are besides: models in a row are mostly stopped by one thing. */
function shortly(why) {
  const other = why.find((line) => line.replace(/\d+/g, "") !== why[0].replace(/\d+/g, "")), shown = [why[0], other].filter(Boolean);
  return `${shown.join("; ")}${why.length > shown.length ? ` (and ${why.length - shown.length} more)` : ""}`;
}

/** How far the model that goes farthest is from where it stood, straight. */
function farthest(start, positions) {
  return Math.max(0, ...positions.map((p, i) => (start[i] ? Math.hypot(p[0] - start[i][0], p[1] - start[i][1]) : 0)));
}
