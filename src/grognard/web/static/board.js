// The table from above: a camera over an SVG, and who stands where. What is legal is asked of the room; nothing is judged here.
import { svg } from "./dom.js";

const KINDS = [ // the first that fits
  ["house", ["garrison"]], ["solid", ["impassable", "solid"]], ["woods", ["dense", "forest", "jungle"]], ["water", ["water", "marsh"]],
  ["hill", ["hill"]], ["road", ["road"]], ["rough", ["difficult", "dangerous", "rocks", "rubble", "ruins"]],
];
const NEAR = 16; // pixels an inch, from which each base shows its letter
const LABEL = [11.5, 17]; // pixels of the letters above units, at least and at most
const LETTER = .66; // of that: how wide one is
const KEYS = 9; // options that have a number
const TAP = 9; // pixels that a finger may slip and still tap

export class Board {
  /** `tapped(what)` hears of {unit}, {option} or {at: [x, y]}; `moving` may answer to drags of a unit (see moving.js). */
  constructor(place, tapped) {
    this.place = place;
    this.tapped = tapped;
    this.moving = null;
    this.layers = {};
    this.root = svg("svg", { role: "group", "aria-label": "The table from above" });
    this.camera = svg("g");
    for (const name of ["ground", "zones", "terrain", "markers", "rings", "reach", "ghosts", "units", "sight", "scatter", "hint", "plan", "spots", "labels"])
      this.camera.append((this.layers[name] = svg("g", { class: `${name}s` })));
    this.root.append(this.camera);
    place.append(this.root);
    this.view = { x: 0, y: 0, scale: 0 };
    this.fingers = new Map();
    this.places = [];
    for (const [event, act] of Object.entries({ pointerdown: this.down, pointermove: this.move, pointerup: this.up, pointercancel: this.up }))
      this.root.addEventListener(event, (e) => act.call(this, e));
    this.root.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    this.watch = new ResizeObserver(() => this.fingers.size || this.fit(false));
    this.watch.observe(place);
  }

  // --- the camera ---------------------------------------------------------------------------------------------------

  fit(anew = true) {
    if (!this.table) return;
    const { width, height } = this.place.getBoundingClientRect();
    if (!anew && this.view.scale && this.moved) return this.apply();
    const margin = 1.2;
    const scale = Math.min(width / (this.table.width + 2 * margin), height / (this.table.height + 2 * margin));
    this.view = { scale, x: (width - this.table.width * scale) / 2, y: (height + this.table.height * scale) / 2 };
    this.apply();
  }

  apply() {
    const { x, y, scale } = this.view;
    this.camera.setAttribute("transform", `translate(${x} ${y}) scale(${scale} ${-scale})`);
    this.root.classList.toggle("far", scale < NEAR);
    if (scale === this.named) return; // moved, and nothing else
    this.named = scale;
    this.root.style.setProperty("--pixel", `${1 / scale}px`);
    this.root.style.setProperty("--label", `${this.size()}px`);
    this.names();
    this.spots(this.places);
  }

  /** How large a label is, in inches. */
  size() {
    const { scale } = this.view;
    return Math.max(LABEL[0], Math.min(LABEL[1], 1.5 * scale)) / scale;
  }

  /** A point of the screen in inches on the table. */
  inches(event) {
    const box = this.root.getBoundingClientRect();
    return [(event.clientX - box.left - this.view.x) / this.view.scale, -(event.clientY - box.top - this.view.y) / this.view.scale];
  }

  zoom(factor, at) {
    const box = this.root.getBoundingClientRect();
    const px = at ? at.clientX - box.left : box.width / 2, py = at ? at.clientY - box.top : box.height / 2;
    const scale = Math.max(3, Math.min(120, this.view.scale * factor));
    const k = scale / this.view.scale;
    this.view = { scale, x: px - (px - this.view.x) * k, y: py - (py - this.view.y) * k };
    this.moved = true;
    this.apply();
  }

  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.moved = true;
    this.apply();
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), event);
  }

  // --- fingers ------------------------------------------------------------------------------------------------------

  down(event) {
    this.root.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY], slipped: false });
    if (this.fingers.size === 1) {
      this.held = event.target.closest?.("[data-unit],[data-option]") ?? null;
      this.grabbed = this.held?.dataset.unit !== undefined && this.moving?.grab(Number(this.held.dataset.unit), Number(this.held.dataset.model ?? -1), this.inches(event));
      return;
    }
    for (const finger of this.fingers.values()) finger.slipped = true; // a second finger means the map: none of them taps
    if (this.grabbed) this.moving.drop();
    this.grabbed = false;
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    finger.slipped ||= Math.hypot(event.clientX - finger.from[0], event.clientY - finger.from[1]) > TAP;
    if (this.fingers.size === 2) {
      const [a, b] = [...this.fingers.values()];
      const before = Math.hypot(a.x - b.x, a.y - b.y);
      finger.x = event.clientX;
      finger.y = event.clientY;
      const after = Math.hypot(a.x - b.x, a.y - b.y);
      this.pan(dx / 2, dy / 2);
      if (before > 0) this.zoom(after / before, { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 });
      return;
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (!finger.slipped) return;
    if (this.grabbed) this.moving.drag(this.inches(event));
    else this.pan(dx, dy);
  }

  up(event) {
    const finger = this.fingers.get(event.pointerId);
    this.fingers.delete(event.pointerId);
    if (!finger || event.type === "pointercancel") return this.moving?.drop();
    if (this.grabbed && finger.slipped) this.moving.release(this.inches(event));
    else if (!finger.slipped && this.fingers.size === 0) {
      if (this.held?.dataset.option !== undefined) this.tapped({ option: Number(this.held.dataset.option) });
      else if (this.held?.dataset.unit !== undefined) this.tapped({ unit: Number(this.held.dataset.unit), model: Number(this.held.dataset.model ?? -1) });
      else this.tapped({ at: this.inches(event) });
    }
    this.grabbed = false;
  }

  // --- what stands there --------------------------------------------------------------------------------------------

  /** Draws a table as `view` brings it. */
  draw(table) {
    const first = !this.table;
    this.table = table;
    this.letters = letters(table);
    this.ground();
    this.markers();
    this.units();
    if (first) this.fit();
  }

  ground() {
    const t = this.table;
    const sign = JSON.stringify([t.width, t.height, t.terrain, t.zones]);
    if (sign === this.sign) return; // terrain seldom changes
    this.sign = sign;
    this.layers.ground.replaceChildren(svg("rect", { class: "ground", width: t.width, height: t.height }), ...lines(t));
    this.layers.zones.replaceChildren(...t.zones.map((zone) => svg("polygon", { class: "zone", points: zone.map((p) => p.join(",")).join(" ") })));
    this.layers.terrain.replaceChildren(...t.terrain.filter((p) => !p.gone).flatMap((piece) => {
      const kind = KINDS.find(([, words]) => words.some((word) => piece.kinds.includes(word)))?.[0] ?? "plain";
      const [x, y] = middle(piece.points);
      const said = [piece.name, ...piece.does, piece.cover && `cover: ${piece.cover}`].filter(Boolean).join("; ");
      return [svg("polygon", { class: `piece ${kind}`, points: piece.points.map((p) => p.join(",")).join(" ") }, svg("title", {}, said)),
        text("piece-name", x, y, piece.name),
        ...(piece.tokens ? Array.from({ length: Math.min(piece.tokens, 8) }, (_, i) => svg("rect", { class: "token", x: x - piece.tokens * .3 + i * .6, y: y - 1, width: .45, height: .45 })) : []),
        piece.points_left !== null && text("piece-left", x, y - 2, `${piece.points_left} points left`)].filter(Boolean);
    }));
  }

  markers() {
    let n = 0;
    this.layers.markers.replaceChildren(...this.table.markers.flatMap((m) => {
      const goal = m.kind === "objective", name = goal ? String(++n) : m.kind.slice(0, 1).toUpperCase();
      const [x, y] = m.at, said = svg("title", {}, goal ? `objective ${n}` : m.kind), side = m.side === null ? "" : ` s${m.side}`;
      return [goal ? svg("circle", { class: `marker${side}`, cx: x, cy: y, r: .9 }, said) : svg("path", { class: `marker other${side}`, d: `M ${x} ${y + 1} L ${x + 1} ${y} L ${x} ${y - 1} L ${x - 1} ${y} Z` }, said), text("marker-name", x, y, name)];
    }));
  }

  units() {
    const drawn = this.table.units.filter((u) => u.place === "table").map((u) => {
      const group = svg("g", { class: `unit s${u.side}${u.acted ? " acted" : ""}`, "data-unit": u.id, tabindex: "-1", role: "button", "aria-label": told(u, this.letters[u.id], this.table) });
      u.models.forEach((model, i) => model.at && group.append(...base(u, model, i, this.letters[u.id])));
      if (u.loose.length) for (const i of u.loose) u.models[i]?.at && group.append(svg("circle", { class: "loose", cx: u.models[i].at[0], cy: u.models[i].at[1], r: u.models[i].base[1] + .25 }));
      group.append(svg("title", {}, told(u, this.letters[u.id], this.table)));
      return group;
    });
    const focus = document.activeElement?.closest?.(".board .unit")?.dataset.unit;
    this.layers.units.replaceChildren(...drawn);
    if (focus !== undefined) this.layers.units.querySelector(`[data-unit="${focus}"]`)?.focus({ preventScroll: true });
    this.mark(this.can ?? [], this.lit ?? []);
  }

  /** The letters of units, each where it can be read; where they crowd, those in question come first and others wait until they are tapped. */
  names() {
    if (!this.table || !this.view.scale) return;
    const there = this.table.units.filter((u) => u.place === "table" && u.models.some((m) => m.at)), taken = [];
    const first = (u) => (u.id === this.ringed ? 3 : this.lit?.includes(u.id) ? 2 : this.can?.includes(u.id) ? 1 : 0);
    const bases = there.flatMap((u) => u.models.filter((m) => m.at).map((m) => [...m.at, Math.max(m.base[1], m.base[2]), u.id]));
    const others = [...bases, ...this.table.markers.map((m) => [...m.at, .9, -1])];
    const order = there.map((u, i) => [first(u), -i, u]).sort((a, b) => b[0] - a[0] || b[1] - a[1]);
    this.layers.labels.replaceChildren(...order.map(([, , u]) => this.label(u, taken, others)).filter(Boolean));
  }

  /** The letter of a unit and how many it has, near its models; whoever is aboard, behind it. null where no place is free of other labels. */
  label(u, taken, others) {
    const there = u.models.filter((m) => m.at), [x, y] = middle(there.map((m) => m.at)), half = (m) => Math.max(m.base[1], m.base[2]);
    const [low, high, left, right] = [Math.min(...there.map((m) => m.at[1] - half(m))), Math.max(...there.map((m) => m.at[1] + half(m))), Math.min(...there.map((m) => m.at[0] - half(m))), Math.max(...there.map((m) => m.at[0] + half(m)))];
    const aboard = this.table.units.filter((other) => other.place === "aboard" && other.aboard === u.id).map((other) => this.letters[other.id]);
    const words = [this.letters[u.id], u.models.length > 1 && u.models.length, aboard.length > 0 && `[${aboard.join(" ")}]`, u.inside !== null && "\u2302"].filter(Boolean).join(" ");
    const size = this.size(), wide = words.length * size * LETTER / 2, tall = size * .42, gap = tall + size * .12;
    const places = [[x, high + gap], [x, low - gap], [right + wide + .2, y], [left - wide - .2, y], [right, high + gap], [left, high + gap], [right, low - gap], [left, low - gap], [x, high + 3 * gap], [x, low - 3 * gap], [x, y]];
    const covers = ([px, py]) => others.reduce((n, [qx, qy, r, of]) => n + (Math.abs(px - qx) < wide + r && Math.abs(py - qy) < tall + r ? (of === u.id ? 1 : 2) : 0), 0);
    const free = ([px, py]) => taken.every(([qx, qy, other]) => Math.abs(px - qx) > wide + other || Math.abs(py - qy) > 2 * tall);
    const best = places.filter(free).map((place, i) => [covers(place), i, place]).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0]?.[2];
    if (!best) return null;
    taken.push([...best, wide]);
    return text(`count s${u.side}`, best[0], best[1], words);
  }

  /** Lines of sight: [[from, to, clear]]. A line that is not clear is dashed, with a bar across its end. */
  sight(rays) {
    this.layers.sight.replaceChildren(...rays.flatMap(([a, b, clear]) => {
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, [nx, ny] = [(-(b[1] - a[1]) / far) * .5, ((b[0] - a[0]) / far) * .5], m = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      return [svg("line", { class: clear ? "ray" : "ray no", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }), !clear && svg("line", { class: "ray no bar", x1: m[0] - nx, y1: m[1] - ny, x2: m[0] + nx, y2: m[1] + ny })].filter(Boolean);
    }));
  }

  /** Coherency, reach and auras of a unit (null: none): one outline around all its models, with what it is. */
  rings(unit) {
    const u = this.table?.units.find((one) => one.id === unit), there = u?.models.filter((m) => m.at) ?? [];
    this.ringed = there.length ? unit : null;
    this.names();
    this.layers.reach.replaceChildren(...(there.length ? [...u.rings].sort((a, b) => b.inches - a.inches) : []).map((ring, n) => {
      const circles = there.map((m) => [...m.at, ring.inches + (ring.from === "edge" ? Math.max(m.base[1], m.base[2]) : 0)]);
      const top = there.reduce((a, b) => (b.at[1] > a.at[1] ? b : a)), [x, y] = [top.at[0], top.at[1] + ring.inches + (ring.from === "edge" ? top.base[1] : 0)];
      const high = Math.min(y, this.table.height - 1.2), wide = x + Math.sqrt(Math.max(0, ring.inches ** 2 - Math.max(0, high - top.at[1]) ** 2)) * .5;
      const name = `${ring.of.join(", ")} ${ring.inches}"`, half = Math.min(this.table.width / 2, name.length * .3 * Math.max(.95, 10 / this.view.scale));
      const at = Math.max(half, Math.min(this.table.width - half, y > high ? wide : x)); // read whole, on the table
      return svg("g", { class: `ring ${ring.kind}` }, ...outline(`ring${n}`, circles, this.table), text("ring-name", at, high + .15, name));
    }));
  }

  /** Where templates were aimed, the way they went, where they came to lie, as large as they are, and who is under them; of a log entry. */
  scatter({ spots = [], circles = [], outlines = [], under = [] } = {}) {
    this.under = under;
    this.mark(this.can ?? [], this.lit ?? []);
    const lies = spots.at(-1), cross = ([x, y]) => `M ${x - .6} ${y - .6} L ${x + .6} ${y + .6} M ${x - .6} ${y + .6} L ${x + .6} ${y - .6}`;
    this.layers.scatter.replaceChildren(...circles.map(([cx, cy, r]) => svg("circle", { class: "template lain", cx, cy, r })), ...outlines.map((outline) => svg("polygon", { class: "template lain", points: outline.map((p) => p.join(",")).join(" ") })),
      ...(lies ? [
      spots.length > 1 && svg("polyline", { class: "strayed", points: spots.map((p) => p.join(",")).join(" ") }), spots.length > 1 && svg("circle", { class: "strayed", cx: spots[0][0], cy: spots[0][1], r: .5 }), svg("path", { class: "landed", d: cross(lies) })].filter(Boolean) : []));
  }

  /** The mark of whoever is under a template: a dotted frame around each of these models (null: all). */
  beneath(unit, which) {
    const models = this.table.units.find((u) => u.id === unit)?.models.filter((m, i) => m.at && (!which || which.includes(i))) ?? [];
    return models.map((m) => { const r = Math.max(m.base[1], m.base[2]) + .3; return svg("rect", { class: "beneath", x: m.at[0] - r, y: m.at[1] - r, width: 2 * r, height: 2 * r }); });
  }

  /** What an option points at: where models of a unit would stand, a template, a place. */
  hint(unit, { models = null, at = null, outline = null, radius = null } = {}) {
    const u = this.table?.units.find((one) => one.id === unit);
    this.layers.hint.replaceChildren(...(models && u ? models.flatMap((to, i) => u.models[i] ? base(u, { base: ["round", .5, .5], ...u.models[i], wounds: 1, at: to }, i, "").slice(0, 1) : [])
      : outline?.length ? [svg("polygon", { class: "template", points: outline.map((p) => p.join(",")).join(" ") })]
      : at ? [svg("circle", { class: radius ? "template" : "pointed", cx: at[0], cy: at[1], r: radius ?? 1.1 }), ...(radius ? [svg("path", { class: "template", d: `M ${at[0] - .5} ${at[1]} h 1 M ${at[0]} ${at[1] - .5} v 1` })] : [])] : []));
  }

  /** Brings units into sight that lie beyond the edge. */
  show(units) {
    const there = this.table.units.filter((u) => units.includes(u.id)).flatMap((u) => u.models.filter((m) => m.at).map((m) => m.at)), box = this.place.getBoundingClientRect();
    if (!there.length) return;
    const [mx, my] = middle(there), [x, y] = [this.view.x + mx * this.view.scale, this.view.y - my * this.view.scale];
    if (x < 30 || y < 30 || x > box.width - 30 || y > box.height - 30) this.pan(box.width / 2 - x, box.height / 2 - y);
  }

  /** The next unit (or the one before) has the focus: those that may be picked, else all that stand here. */
  next(back = false) {
    const all = [...this.layers.units.children], can = all.filter((g) => g.classList.contains("can")), those = can.length ? can : all;
    if (!those.length) return;
    const i = those.indexOf(document.activeElement);
    those[(i + (back ? -1 : 1) + those.length) % those.length].focus();
  }

  /** Which units may be picked now, and which to light up. */
  mark(can, lit = []) {
    this.can = can;
    this.lit = lit;
    this.names();
    for (const group of this.layers.units.children) {
      const unit = Number(group.dataset.unit);
      group.classList.toggle("can", can.includes(unit));
      group.classList.toggle("lit", lit.includes(unit));
      const under = (this.under ?? []).filter(([one]) => one === unit);
      group.classList.toggle("under", under.length > 0);
      group.querySelectorAll(".beneath").forEach((mark) => mark.remove());
      if (under.length) group.append(...this.beneath(unit, under.some(([, ...models]) => !models.length) ? null : under.flatMap(([, ...models]) => models)));
    }
  }

  /** Places that options point at: [{id, at, words, n, moves}]. A tap picks, but where a unit may go or several options lie at one place. What would lie on another waits until the map is closer. */
  spots(places) {
    this.places = places;
    const at = new Map(), near = 11 / (this.view.scale || 1);
    for (const spot of places) {
      const there = [...at.keys()].find(([x, y]) => x === spot.at[0] && y === spot.at[1]);
      if (there) at.get(there).push(spot);
      else if (![...at.keys()].some(([x, y]) => Math.hypot(x - spot.at[0], y - spot.at[1]) < near)) at.set(spot.at, [spot]);
    }
    this.layers.spots.replaceChildren(...[...at.values()].map((those) => {
      const { id, at: [x, y], moves } = those[0], numbers = those.filter((spot) => spot.n < KEYS).map((spot) => spot.n + 1).join(" ");
      return svg("g", { class: `spot${moves ? " going" : ""}`, ...(moves || those.length > 1 ? {} : { "data-option": id }) }, svg("circle", { cx: x, cy: y, r: .8 }), numbers && text("spot-name", x, y, numbers), svg("title", {}, those.map((spot) => spot.words).join("; ")));
    }));
  }

  close() {
    this.watch.disconnect();
  }
}

/** The letter of each unit, for the whole battle: capitals for the first side, small ones for the second. */
export function letters(table) {
  const found = {};
  for (const side of [0, 1])
    table.units.filter((u) => u.side === side).forEach((u, i) => (found[u.id] = i < 26 ? String.fromCharCode((side ? 97 : 65) + i) : "+"));
  return found;
}

/** The last templates that these entries of the log tell of: the way they went, and all who are under them. */
export function lain(entries) {
  const shape = (e) => JSON.stringify([e.circles, e.outlines]);
  const last = entries.findLast((e) => e.spots.length || e.circles.length || e.outlines.length), same = last ? entries.filter((e) => shape(e) === shape(last)) : [];
  return last && { ...last, spots: same.findLast((e) => e.spots.length)?.spots ?? [], under: same.flatMap((e) => e.under) };
}

/** One line around several circles [x, y, radius]; `id` is the name of its mask. */
export function outline(id, circles, table) {
  const box = { x: -60, y: -60, width: table.width + 120, height: table.height + 120 };
  const drawn = (grow) => circles.map(([cx, cy, r]) => svg("circle", { cx, cy, r: r + grow }));
  return [svg("mask", { id, maskUnits: "userSpaceOnUse", ...box }, svg("g", { fill: "#fff" }, ...drawn(.13)), svg("g", { fill: "#000" }, ...drawn(0))), svg("rect", { ...box, class: "edge", mask: `url(#${id})` })];
}

export function middle(points) {
  const n = points.length || 1;
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
}

/** A base, by its shape: round, oval or a hull. Side B has a notch as well as its colour. */
export function base(unit, model, i, letter) {
  const [x, y] = model.at;
  const [shape, half, wide] = model.base;
  const [fx, fy] = model.facing ?? [0, 1];
  const turn = (Math.atan2(fy, fx) * 180) / Math.PI;
  const at = `translate(${x} ${y}) rotate(${turn})`;
  const body = shape === "round" ? svg("circle", { class: "base", r: half })
    : shape === "oval" ? svg("ellipse", { class: "base", rx: half, ry: wide })
    : svg("rect", { class: "base", x: -half, y: -wide, width: 2 * half, height: 2 * wide, rx: .15 });
  const parts = [svg("g", { transform: at, "data-unit": unit.id, "data-model": i }, body,
    unit.side === 1 && svg("rect", { class: "corner", x: -.22, y: -wide - .02, width: .44, height: .22 }),
    model.facing && svg("path", { class: "front", d: `M ${half * .55} ${-wide * .45} L ${half * .95} 0 L ${half * .55} ${wide * .45}` }))];
  parts.push(text("letter", x, y, letter));
  for (let w = 1; w < Math.min(model.wounds, 13); w++) parts.push(svg("circle", { class: "pips", cx: x - half + .3 * w, cy: y - wide * .72, r: .1 }));
  return parts;
}

function told(unit, letter, table) {
  const n = unit.models.length;
  const wounds = unit.models.map((m) => m.wounds);
  return [`${letter} ${unit.name}, ${table.sides[unit.side]}`, `${n} model${n === 1 ? "" : "s"}${unit.lost ? `, ${unit.lost} lost` : ""}`,
    Math.max(...wounds, 0) > 1 && `wounds left ${wounds.join(", ")}`, unit.foes.length && "in close combat", unit.acted && "has acted", ...unit.effects].filter(Boolean).join("; ");
}

/** Text stands upright though the table's y goes up. */
function text(kind, x, y, words) {
  return svg("text", { class: kind, x: 0, y: 0, transform: `translate(${x} ${y}) scale(1 -1)` }, words);
}
export { text };

function lines(t) {
  const found = [];
  for (let x = 6; x < t.width; x += 6) found.push(svg("line", { class: "inch", x1: x, y1: 0, x2: x, y2: t.height }));
  for (let y = 6; y < t.height; y += 6) found.push(svg("line", { class: "inch", x1: 0, y1: y, x2: t.width, y2: y }));
  return found;
}
