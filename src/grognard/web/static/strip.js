// The dice that fell last: each with its number, what was needed and why; a click lights up who threw them at whom.
import { el } from "./dom.js";

const SHOWN = 4; // handfuls

export class Strip {
  /** `light(units)` lights units up; `name(unit)` is what the table calls one. */
  constructor(place, light) {
    Object.assign(this, { place, light, entries: [] });
    place.hidden = true;
  }

  take({ start, entries }) {
    this.entries.length = Math.min(start, this.entries.length);
    this.entries.push(...entries);
    const thrown = this.entries.slice(-40).filter((entry) => entry.dice).slice(-SHOWN);
    this.place.hidden = thrown.length === 0;
    this.place.replaceChildren(...thrown.map((entry) => this.handful(entry)));
    this.place.scrollLeft = this.place.scrollWidth;
  }

  handful(entry) {
    const { dice } = entry, why = dice.because.map((b) => (b.says.startsWith(b.rule) ? b.says : `${b.rule}: ${b.says}`)).join("; ");
    const die = (n, again) => el("span", { class: `die${again ? " again" : ""}` }, String(n));
    return el("button", { class: "handful", title: why || dice.why, "aria-label": `${entry.text}${why ? `; ${why}` : ""}`, click: () => this.light(entry.units) },
      el("span", { class: "what" }, `${dice.why}${dice.needs ? `, ${dice.needs}` : ""}`), el("span", { class: "faces" }, ...dice.faces.map((n) => die(n)), ...dice.again.map((n) => die(n, true))), el("span", { class: "what" }, dice.result || why));
  }
}
