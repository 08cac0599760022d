// Which page the address means, and the way from one to the next without loading anything anew.
import { odds } from "./odds.js";
import { rules } from "./rules.js";
import { start } from "./start.js";
import { battle } from "./battle.js";
import { replay } from "./replay.js";
import { el, say } from "./dom.js";

const PAGES = [
  [/^\/odds\/?$/, odds, "Odds"],
  [/^\/rules(?:\/([a-z]+)(?:\/([a-z0-9-]+)(?:\/([a-z0-9-]+))?)?)?\/?$/, rules, "Rules"],
  [/^\/play\/?$/, start, "Play"],
  [/^\/battle\/([0-9a-f]+)$/, battle, "Battle"],
  [/^\/replay(?:\/([0-9a-f]+))?\/?$/, replay, "Replay"],
  [/^\/$/, start, "Grognard"],
];
let leave = () => {};

export function go(address, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  show();
}

async function show() {
  leave();
  leave = () => {};
  const main = document.getElementById("main");
  main.className = "";
  const path = location.pathname;
  for (const link of document.querySelectorAll(".top nav a"))
    if (path.startsWith(link.getAttribute("href"))) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  for (const [form, page, title] of PAGES) {
    const found = form.exec(path);
    if (found) {
      document.title = title === "Grognard" ? title : `${title} - Grognard`;
      main.replaceChildren(el("p", { class: "wait" }, "One moment…"));
      try {
        leave = (await page(main, found.slice(1), go)) ?? (() => {});
      } catch (error) {
        main.replaceChildren(el("h1", {}, "That did not work"), el("p", { class: "bad" }, String(error.message ?? error)),
          el("p", {}, "Load the page again, or go back to ", el("a", { href: "/" }, "the start"), "."));
      }
      return;
    }
  }
  main.replaceChildren(el("h1", {}, "There is no such page"), el("p", {}, el("a", { href: "/" }, "To the start")));
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0 && !link.target) {
    event.preventDefault();
    go(link.getAttribute("href"));
    document.getElementById("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
});
addEventListener("popstate", show);
show().then(() => say(""));
