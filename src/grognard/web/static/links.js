// The links of a battle: to play a side, to watch, to watch it again; each to copy, and as a code for a phone.
import { el, got, say } from "./dom.js";
import { code } from "./qr.js";
import { request } from "./way.js";

const WHOSE = { watch: "Onlookers see what both players may know.", umpire: "The umpire types the dice of both sides, and sees what both players may know. He may let the players type too." };

const LISTED = 12; // battles that a person finds again on the start page

/** The battles that were begun or opened in this browser, newest first. */
export const listed = () => JSON.parse(localStorage.getItem("battles") ?? "[]");
export const list = (room) => localStorage.setItem("battles", JSON.stringify([room, ...listed().filter((one) => one !== room)].slice(0, LISTED)));
export const unlist = (room) => localStorage.setItem("battles", JSON.stringify(listed().filter((one) => one !== room)));

/** The links that were given out when the battle began here: [[seat, link]]; [] of a battle that began elsewhere. */
export const kept = (room) => JSON.parse(localStorage.getItem(`links ${room}`) ?? "[]");

export function keep(room, keys) {
  const others = Object.entries(keys).filter(([seat]) => seat !== "me").map(([seat, key]) => [seat, `${location.origin}/battle/${room}#k=${key}`]);
  localStorage.setItem(`links ${room}`, JSON.stringify(others));
  if (keys.me) {
    localStorage.setItem(`seat ${room}`, keys.me);
    list(room);
  }
  return others;
}

/** All links of a battle: those kept here, else the one that any seat may give away. */
export async function linksOf(room, key) {
  const found = kept(room);
  if (found.length) return found;
  const { watch } = await got(`/api/battles/${room}/watch`, { headers: { "x-seat": key } });
  return [["watch", `${location.origin}/battle/${room}#k=${watch}`]];
}

/** The battle told again, for whoever may watch. */
export async function replayLink(room, key, n = 0) {
  const watch = (await linksOf(room, key)).find(([seat]) => seat === "watch")[1];
  return `${watch.replace("/battle/", "/replay/").replace("#", `?at=${n}#`)}`;
}

export const copy = (link) => navigator.clipboard?.writeText(link).then(() => say("The link is copied."));

export function cards(links) {
  const whose = (seat) => WHOSE[seat] ?? `${seat[0].toUpperCase()}${seat.slice(1)}: whoever has this link plays that side.`;
  return el("div", { class: "cards" }, ...links.map(([seat, link]) => el("article", { class: "card" }, el("p", {}, whose(seat)), code(link),
    el("p", { class: "row" }, el("input", { readonly: true, value: link, "aria-label": `link of ${seat}`, focus: (e) => e.target.select() }), el("button", { type: "button", click: () => copy(link) }, "Copy")))));
}

/** What a seat may keep of a battle, as a file. */
export async function download(room, key, name) {
  const answer = await request(`/api/battles/${room}/file`, { headers: { "x-seat": key } });
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    return say(told.error?.what ?? "The file cannot be had.");
  }
  el("a", { href: URL.createObjectURL(await answer.blob()), download: `${name}.json` }).click();
}
