// The dice as they fell: every die, what was needed and why, what it came to; a click lights up who threw them and at whom.
import { el } from "./dom.js";

const KEPT = 24; // handfuls on the strip
const MOST = 40; // dice of a handful that are drawn

export class Strip {
  constructor(place, open) {
    Object.assign(this, { place, open });
    place.hidden = true;
  }

  /** The newest dice of a log come first. */
  draw(entries) {
    const thrown = entries.filter((e) => e.dice).slice(-KEPT).reverse();
    this.place.hidden = !thrown.length;
    this.place.replaceChildren(...thrown.map((e) => el("button", { class: "handful", "data-n": e.n, click: () => this.open(e) },
      el("span", { class: "what" }, short(e.dice)), faces(e.dice), el("span", { class: "what" }, e.dice.result))));
    this.place.scrollLeft = 0;
  }
}

const short = ({ why, needs }) => [why, needs].filter(Boolean).join(", ");

/** Dice as squares with their numbers: what succeeds is filled and ticked, what fails an outline with a cross; those that were thrown again are crossed out, and what they showed then stands behind an arrow. */
export function faces({ faces: found, again, sides, does = [], again_does: after = [] }) {
  const came = (did) => (did === true ? " hit" : did === false ? " miss" : "");
  const one = (n, did) => el("span", { class: `die d${sides}${came(did)}${did === null ? " again" : ""}` }, String(n));
  const words = (n, did) => `${n}${did === true ? " succeeds" : did === false ? " fails" : ""}`;
  const all = (dice, did) => dice.map((n, i) => words(n, did[i])).join(", ");
  return el("span", { class: "faces", role: "img", "aria-label": `${found.length} D${sides}: ${all(found, does)}${again.length ? `; thrown again: ${all(again, after)}` : ""}` },
    ...found.slice(0, MOST).map((n, i) => one(n, does[i])), found.length > MOST && `+${found.length - MOST}`, again.length > 0 && "\u2192", ...again.slice(0, MOST).map((n, i) => one(n, after[i])));
}

/** All that is known of one entry of the log. */
export function details(entry, system) {
  const { dice } = entry;
  return [el("p", {}, entry.text), dice && faces(dice),
    dice && el("ul", { class: "why" }, el("li", {}, [`${dice.faces.length} D${dice.sides}`, dice.needs && `needed ${dice.needs}`, dice.result].filter(Boolean).join(", ")),
      ...dice.because.map((b) => el("li", {}, `${b.rule}: ${b.says}`))),
    entry.by.length > 0 && el("p", { class: "why" }, "Rules: ", ...entry.by.flatMap((id, i) => [i ? ", " : "", el("a", { href: `/rules/${system}/${id}`, target: "_blank" }, id.replaceAll("-", " "))]))];
}
