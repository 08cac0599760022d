// What has happened, entry by entry, with every die; a click lights up who had a part.
import { el } from "./dom.js";

export class Log {
  constructor(place, light, now, paced) {
    Object.assign(this, { place, light, now, paced });
    this.entries = [];
    this.full = localStorage.getItem("log") === "full";
    this.list = el("ol", { class: "log" });
    this.seen = 0;
    this.head = el("div", { class: "row" }, el("button", { "aria-pressed": String(this.full), click: (e) => this.turn(e.target) }, "All dice"), this.pace(), this.close());
    this.away = el("div", { class: "tray" });
    place.append(this.head, this.away, this.list);
  }

  pace() {
    const chosen = localStorage.getItem("pace") ?? "normal";
    return el("select", { "aria-label": "How fast bots play", change: (e) => { localStorage.setItem("pace", e.target.value); this.paced(e.target.value); } },
      ...["slow", "normal", "fast", "at once"].map((pace) => el("option", { value: pace, selected: pace === chosen }, `bots: ${pace}`)));
  }

  close() {
    return el("button", { class: "drawer", click: () => this.place.classList.remove("open") }, "To the table");
  }

  /** Who is not on the table and where instead; the rulings chosen for this battle. */
  tray(table) {
    const name = (id) => table.units.find((u) => u.id === id)?.name ?? "";
    const where = { reserve: "in reserve", off: "not deployed yet", dead: "destroyed" };
    const rows = table.units.filter((u) => u.place !== "table").map((u) => [u, u.place === "aboard" ? `aboard ${name(u.aboard)}` : u.place === "joined" ? `with ${name(u.aboard)}` : where[u.place] ?? u.place]);
    const rulings = Object.entries(this.now.hello?.rulings ?? {});
    const open = this.away.querySelector("details")?.open ?? false;
    this.away.replaceChildren(...[rows.length > 0 && el("details", { open }, el("summary", {}, `Not on the table (${rows.length})`), el("ul", {}, ...rows.map(([u, words]) => el("li", { class: `s${u.side}` }, `${u.side ? "▪" : "●"} ${u.name}: ${words}${u.models.length > 1 ? `, ${u.models.length} models` : ""}`)))),
      el("details", {}, el("summary", {}, "Rulings"), el("p", {}, rulings.length ? rulings.map(([k, v]) => `${k}=${v}`).join(", ") : "All as they are by default; ", rulings.length ? "" : el("a", { href: `/rules/${this.now.hello?.system ?? ""}`, target: "_blank" }, "the rulebook"), rulings.length ? "" : " tells them."))].filter(Boolean));
  }

  turn(button) {
    this.full = !this.full;
    localStorage.setItem("log", this.full ? "full" : "short");
    button.setAttribute("aria-pressed", String(this.full));
    this.draw(0);
  }

  take({ start, entries }) {
    const from = Math.min(start, this.entries.length);
    this.entries.length = from;
    this.entries.push(...entries);
    this.draw(from);
  }

  draw(from) {
    for (const item of [...this.list.children]) if (Number(item.dataset.n) >= from) item.remove();
    let last = this.entries[from - 1] ?? { round: -1, heading: "" };
    for (const entry of this.entries.slice(from)) {
      if (entry.full && !this.full) continue;
      if (entry.round !== last.round && entry.round > 0) this.list.append(el("li", { class: "round", "data-n": entry.n }, `Round ${entry.round}`));
      if (entry.heading !== last.heading || entry.round !== last.round) this.list.append(el("li", { class: "head", "data-n": entry.n }, entry.heading));
      this.list.append(el("li", { class: entry.dice ? "dice" : "", "data-n": entry.n },
        entry.units.length ? el("button", { click: () => this.light(entry.units) }, entry.text) : entry.text));
      last = entry;
    }
    this.place.scrollTop = this.place.scrollHeight;
  }
}
