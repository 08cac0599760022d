// What happened since this seat last picked, told step by step on the board before the question; it can be skipped.
import { ask, el } from "./dom.js";

const BEAT = { slow: 1400, normal: 700, fast: 250, "at once": 60 }; // ms a step
const MOST = 60; // steps that are told

export class Since {
  /** `shown(on)` hears when it begins and ends. */
  constructor(place, room, key, board, shown) {
    Object.assign(this, { place, room, key, board, shown });
    this.on = false;
  }

  /** Tells all entries from number `from` on but dice. */
  async play(from) {
    if (this.on) return;
    this.on = true;
    const told = await ask("replay", { room: this.room, key: this.key }).catch(() => ({ entries: [] }));
    const steps = told.entries.slice(from).filter((e) => !e.dice).slice(-MOST);
    if (!steps.length || this.closed) return void (this.on = false);
    this.shown(true);
    this.place.hidden = false;
    const line = el("p", { class: "now", "aria-live": "polite" }), count = el("span", { class: "why" });
    this.place.replaceChildren(el("h2", {}, "Since your last move"), line, el("div", { class: "row" }, el("button", { class: "main onward", click: () => this.skip() }, "Skip to the question"), count));
    for (const [i, step] of steps.entries()) {
      const { table } = await ask("moment", { ref: told.ref, n: step.n }).catch(() => ({}));
      if (!table || !this.on) break;
      this.board.draw(table);
      this.board.mark([], step.units);
      this.board.scatter(step);
      line.textContent = step.text;
      count.textContent = `${i + 1} of ${steps.length}`;
      await new Promise((done) => { this.go = done; this.timer = setTimeout(done, BEAT[localStorage.getItem("pace") ?? "normal"]); });
      if (!this.on) break;
    }
    this.end();
  }

  skip() {
    this.on = false;
    clearTimeout(this.timer);
    this.go?.();
  }

  end() {
    this.on = false;
    this.place.hidden = true;
    if (this.closed) return;
    this.shown(false);
  }

  close() {
    this.closed = true;
    this.skip();
  }
}
