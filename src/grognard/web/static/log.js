// What has happened, entry by entry, with every die; a click lights up who had a part and says why.
import { el } from "./dom.js";

const READ = 4; // entries that are read out when many come at once

export class Log {
  /** `open(entry)` lights up and explains; `pace(pace)` hears how fast bots shall play. */
  constructor(place, open, pace) {
    Object.assign(this, { place, open });
    this.entries = [];
    this.full = localStorage.getItem("log") === "full";
    this.list = el("ol", { class: "log" });
    this.voice = el("div", { class: "unseen", role: "log", "aria-live": "polite", "aria-label": "What happens" });
    this.head = el("div", { class: "row" }, el("button", { "aria-pressed": String(this.full), click: (e) => this.turn(e.target) }, "All dice"), this.speed(pace), this.close());
    place.append(this.head, this.list, this.voice);
  }

  speed(pace) {
    const chosen = localStorage.getItem("pace") ?? "normal";
    return el("select", { "aria-label": "How fast bots play", change: (e) => { localStorage.setItem("pace", e.target.value); pace(e.target.value); } },
      ...["slow", "normal", "fast", "at once"].map((one) => el("option", { value: one, selected: one === chosen }, `bots: ${one}`)));
  }

  close() {
    return el("button", { class: "totable", click: () => this.place.classList.remove("open") }, "To the table");
  }

  /** Opens the drawer, or closes it; what has come meanwhile is at its end. */
  toggle() {
    if (this.place.classList.toggle("open") && this.behind) this.end();
  }

  end() {
    this.place.scrollTop = this.place.scrollHeight;
    this.behind = !this.place.clientHeight; // a drawer that is shut cannot be scrolled
  }

  turn(button) {
    this.full = !this.full;
    localStorage.setItem("log", this.full ? "full" : "short");
    button.setAttribute("aria-pressed", String(this.full));
    this.draw(0);
  }

  take({ start, entries }) {
    const from = Math.min(start, this.entries.length), before = this.entries.length;
    this.entries.length = from;
    this.entries.push(...entries);
    this.draw(from);
    if (before) this.voice.replaceChildren(...entries.filter((e) => !e.full && !e.dice).slice(-READ).map((e) => el("p", {}, e.text)));
  }

  draw(from) {
    for (const item of [...this.list.children]) if (Number(item.dataset.n) >= from) item.remove();
    let last = this.entries[from - 1] ?? { round: -1, heading: "" };
    for (const entry of this.entries.slice(from)) {
      if (entry.full && !this.full) continue;
      if (entry.round !== last.round && entry.round > 0) this.list.append(el("li", { class: "round", "data-n": entry.n }, `Round ${entry.round}`));
      if (entry.heading !== last.heading || entry.round !== last.round) this.list.append(el("li", { class: "head", "data-n": entry.n }, entry.heading));
      const more = entry.dice || entry.units.length || entry.by.length;
      this.list.append(el("li", { class: entry.dice ? "dice" : "", "data-n": entry.n }, more ? el("button", { click: () => this.open(entry) }, entry.text) : entry.text));
      last = entry;
    }
    this.end();
  }
}
