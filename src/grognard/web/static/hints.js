// A first battle explains itself: what the page can do, said when its moment first comes. Nothing of a game is said here.
import { el, say } from "./dom.js";

// In the order in which they are wanted; `when` reads the page as it stands, `done` is the deed after which a hint is no longer needed.
const HINTS = [
  ["ask", (p) => p.yours, "pick", "The line below says what is wanted of you now. Only what is legal has a button: press one, or tap what lights up on the table."],
  ["move", (p) => p.yours && p.move, "try", "Now a unit moves. Drag it to where it shall go, or tap the place: the dashed line around it is how far it may."],
  ["plan", (p) => p.yours && p.plan, "pick", "Green is legal, red says why not. Nothing has happened yet: press Move when you like it, Back when you do not."],
  ["proposals", (p) => p.yours && p.proposals, "pick", "The other buttons are proposals. Rest on one and it shows on the table where the unit would stand."],
  ["odds", (p) => p.yours && p.targets, "look", "Before you choose, tap one of those on the table: its distance, its cover and the exact odds come up, and nothing is fired yet."],
  ["dice", (p) => p.dice, "dice", "The strip under the table holds every die. Press one to read what was needed and why."],
  ["undo", (p) => p.yours && p.picked > 1, "undo", "Undo takes your last pick back, as far as the last die or the other side's last pick."],
  ["why", (p) => p.yours && p.picked > 3, "why", "What can act? tells who may act now, who may not, and why."],
  ["wait", (p) => p.waits, "", "The other side is asked now. The log tells what it does, and says how fast it plays."],
];

export class Hints {
  constructor(place, room, read) {
    Object.assign(this, { place, room, read });
    const kept = localStorage.getItem(`hints ${room}`);
    this.on = kept !== null && kept !== "off";
    this.past = new Set((kept ?? "").split(" "));
    place.hidden = true;
  }

  /** The page has changed: the first hint whose moment it is. A hint stays until it is done or its moment is over. */
  look() {
    if (!this.on) return;
    const page = this.read();
    const found = HINTS.find(([name, when]) => !this.past.has(name) && when(page));
    if (found?.[0] === this.shown) return;
    this.shown = found?.[0];
    this.place.hidden = !found;
    if (!found) return;
    const [name, , , words] = found;
    this.place.dataset.hint = name;
    this.place.replaceChildren(el("p", {}, words), el("div", { class: "row" }, el("button", { click: () => this.end(name) }, "Got it"), el("button", { click: () => this.off() }, "No more hints")));
    say(words, true);
  }

  /** The person has done something: hints for it that have been shown are done. */
  did(deed) {
    const found = HINTS.find(([name]) => name === this.shown);
    if (this.on && found?.[2] === deed) this.end(found[0]);
  }

  end(name) {
    this.past.add(name);
    localStorage.setItem(`hints ${this.room}`, [...this.past].join(" ").trim() || "on");
    this.look();
  }

  off() {
    this.on = false;
    localStorage.setItem(`hints ${this.room}`, "off");
    this.place.hidden = true;
    say("No more hints.");
  }
}
