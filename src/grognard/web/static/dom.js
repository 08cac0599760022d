// Elements made short; numbers as people read them; words for screen readers.
import { link, request } from "./way.js";

/** An element with attributes (functions are listeners) and children; text is text, never markup. */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (key === "href" && value?.startsWith?.("/")) node.setAttribute(key, link(value));
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A chance as people read it: what can happen is never 0 %, what can fail never 100 %. */
export function percent(chance) {
  if (chance <= 0) return "0 %";
  if (chance >= 1) return "100 %";
  if (chance < 0.0005) return "<0.1 %";
  if (chance > 0.9995) return ">99.9 %";
  return `${(100 * chance).toFixed(1)} %`;
}

/** A sentence in which no number is parted from its % sign at the end of a line. */
export function sentence(text) {
  return text.split(/([\d.<>]+ %)/).map((part, i) => (i % 2 ? el("span", { class: "whole" }, part) : part));
}

/** Words for whoever listens instead of looking; `besides` leaves what was said before. */
export function say(text, besides = false) {
  const live = document.getElementById("live");
  live.textContent = besides ? `${live.textContent} ${text}` : text;
}

/** A question to the server. Throws an Error with what is wrong, in words. */
export async function ask(what, request = {}) {
  return post("/api/ask", { type: what, ...request });
}

export async function post(path, body, headers = {}) {
  return got(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
}

/** What the server answers as plain data. Throws an Error in words. */
export async function got(path, options) {
  let answer;
  try {
    answer = await request(path, options);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const error = told.error ?? { what: `the server answers ${answer.status}` };
    throw new Error([error.where, error.what].filter(Boolean).join(": ") + (error.hint ? ` (${error.hint})` : ""));
  }
  return told;
}

/** A number of inches. */
export const inches = (n) => `${Math.round(n * 10) / 10}"`;

/** Bytes as text that goes into a question. */
export function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
