// Laws as bars, a curve as a line, both as pictures to keep. Numbers always stand beside what is drawn.
import { el, percent, svg } from "./dom.js";

const WIDE = 640; // of a picture, in its own units

/** The chance of at least so many. */
export const atLeast = (law, n) => Object.entries(law).reduce((sum, [m, c]) => sum + (Number(m) >= n ? c : 0), 0);

/** A law as rows: number, bar, chance, at least; beside it another law as a thin line and a second number. */
export function bars(law, what, other = null) {
  const counts = [...new Set([...Object.keys(law), ...Object.keys(other ?? {})].map(Number))].sort((a, b) => a - b);
  const rows = counts.flatMap((n) => {
    const chance = law[n] ?? 0;
    return [el("span", {}, String(n)), el("span", { class: "bar" }, bar(chance, other && (other[n] ?? 0))), el("span", {}, percent(chance), other && el("small", {}, ` was ${percent(other[n] ?? 0)}`)), el("span", {}, percent(atLeast(law, n)))];
  });
  return el("div", { class: "bars" }, el("span", { class: "h what" }, what), el("span", { class: "h" }, "chance"), el("span", { class: "h" }, "at least"), ...rows);
}

function bar(chance, other) {
  return svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: 100 * chance, height: 10, fill: "var(--accent)" }),
    other !== null && other !== undefined && svg("line", { x1: 100 * other, x2: 100 * other, y1: 0, y2: 10, stroke: "var(--ink)", "stroke-width": 2, "vector-effect": "non-scaling-stroke" }));
}

/** A curve: the chance to destroy and the mean over what was changed, with its table to open. */
export function curve(told, label) {
  const points = told.points.filter((p) => !p.impossible);
  if (points.length < 2) return el("p", { class: "note" }, "There is no attack at these values.");
  const most = Math.max(...points.map((p) => p.damage), .01);
  const x = (i) => 44 + (WIDE - 60) * (i / (points.length - 1)), y = (share) => 210 - 180 * share;
  const line = (share, look) => svg("polyline", { points: points.map((p, i) => `${x(i)},${y(share(p))}`).join(" "), fill: "none", ...look });
  const ticks = points.length > 12 ? points.filter((_, i) => i % Math.ceil(points.length / 12) === 0) : points;
  const drawn = svg("svg", { viewBox: `0 0 ${WIDE} 250`, class: "curve", role: "img", "aria-label": `A curve over ${label}; the numbers stand in the table below.` },
    ...[0, .5, 1].flatMap((share) => [svg("line", { x1: 44, x2: WIDE - 16, y1: y(share), y2: y(share), stroke: "var(--line)" }), svg("text", { x: 38, y: y(share) + 5, "text-anchor": "end" }, (most * share).toFixed(most < 3 ? 2 : 1))]),
    line((p) => p.damage / most, { stroke: "var(--accent)", "stroke-width": 3 }), points.some((p) => p.slain !== p.damage) && line((p) => p.slain / most, { stroke: "var(--side0)", "stroke-width": 3, "stroke-dasharray": "7 4" }),
    ...ticks.map((p) => svg("text", { x: x(points.indexOf(p)), y: 232, "text-anchor": "middle" }, String(p.value))));
  const rows = told.points.map((p) => el("tr", {}, el("th", {}, String(p.value)), ...(p.impossible ? [el("td", { colspan: 3 }, p.impossible)] : [el("td", {}, p.slain.toFixed(2)), el("td", {}, p.damage.toFixed(2)), el("td", {}, percent(p.destroyed))])));
  return el("figure", {}, drawn, el("figcaption", { class: "note" }, `Over ${label}, on average: damage${points.some((p) => p.slain !== p.damage) ? " (whole line) and slain (dashed)" : ""}.`),
    el("details", {}, el("summary", {}, "The numbers"), el("table", {}, el("tr", {}, ...[label, "slain", "damage", "destroyed"].map((h) => el("th", {}, h))), ...rows)));
}

/** A law as a picture that can be sent: drawn anew with plain colours, saved as PNG. */
export async function picture(title, headline, law, what) {
  const counts = Object.keys(law).map(Number).sort((a, b) => a - b).filter((n) => law[n] >= .0005).slice(0, 20);
  const high = 96 + counts.length * 30, most = Math.max(...counts.map((n) => law[n]), .01);
  const text = (x, y, words, more = "") => `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;
  const rows = counts.map((n, i) => {
    const y = 84 + i * 30;
    return `<rect x="70" y="${y}" width="${(420 * law[n]) / most}" height="22" fill="#7a2e1d"/>${text(58, y + 17, String(n), 'text-anchor="end"')}${text(500, y + 17, percent(law[n]))}${text(580, y + 17, percent(atLeast(law, n)))}`;
  });
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${high}" viewBox="0 0 ${WIDE} ${high}" font-family="Georgia, serif" font-size="16" fill="#211d17"><rect width="${WIDE}" height="${high}" fill="#fffdf7"/>${text(16, 26, title, 'font-weight="700"')}${text(16, 50, headline)}${text(58, 76, what, 'text-anchor="end" font-size="12"')}${text(500, 76, "chance", 'font-size="12"')}${text(580, 76, "at least", 'font-size="12"')}${rows.join("")}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = el("canvas", { width: WIDE * 2, height: high * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDE * 2, high * 2);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = el("a", { href: URL.createObjectURL(blob), download: "odds.png" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const escaped = (words) => words.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
