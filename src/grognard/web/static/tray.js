// Who belongs to the battle and does not stand on the board: in reserve, aboard, in a building, joined, destroyed.
import { el } from "./dom.js";

export class Tray {
  constructor(place, chosen) {
    Object.assign(this, { place, chosen });
    this.head = el("summary", {}, "Off the table");
    this.list = el("div");
    this.box = el("details", { class: "tray" }, this.head, this.list);
    place.append(this.box);
  }

  draw(table, letters, can = []) {
    const away = table.units.filter((u) => u.where);
    this.box.hidden = !away.length;
    const lost = away.filter((u) => u.place === "dead").length, off = away.length - lost;
    this.head.textContent = off && lost ? `Off ${off}, lost ${lost}` : off ? `Off the table: ${off}` : `Lost: ${lost}`; // short: the phase of the battle stands beside it
    const sort = Object.groupBy ? Object.groupBy(away, (u) => u.side) : away.reduce((all, u) => ({ ...all, [u.side]: [...(all[u.side] ?? []), u] }), {});
    this.list.replaceChildren(...Object.entries(sort).map(([side, units]) => el("section", { class: `s${side}` }, el("h3", {}, table.sides[side]),
      el("ul", {}, ...units.map((u) => el("li", {}, el("button", { class: `away ${u.place}${can.includes(u.id) ? " usual" : ""}`, click: () => this.chosen(u.id) },
        el("b", {}, letters[u.id]), ` ${u.name}`, el("small", {}, `${u.where}${u.models.length > 1 ? `, ${u.models.length} models` : ""}`))))))));
  }
}
