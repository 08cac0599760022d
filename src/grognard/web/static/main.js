// Which page the address means, and the way from one to the next without loading anything anew.
import { odds } from "./odds.js";
import { rules } from "./rules.js";
import { start } from "./start.js";
import { battle } from "./battle.js";
import { replay } from "./replay.js";
import { el, say } from "./dom.js";
import { here, link, write } from "./way.js";

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
  write(address, replace);
  show();
}

async function show() {
  if (document.documentElement.dataset.started === "not") return; // the browser is too old, and has been told so
  document.documentElement.dataset.started = "yes";
  leave();
  leave = () => {};
  const main = document.getElementById("main");
  main.className = "";
  const { path } = here();
  for (const to of document.querySelectorAll(".top nav a"))
    if (link(path).startsWith(to.getAttribute("href"))) to.setAttribute("aria-current", "page");
    else to.removeAttribute("aria-current");
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
  if (event.target.closest?.(".skip")) {
    event.preventDefault();
    return document.getElementById("main").focus();
  }
  const start = link("/"), to = event.target.closest?.(`a[href^='${start}']`);
  if (to && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0 && !to.target) {
    event.preventDefault();
    go(to.getAttribute("href").slice(start.length - 1));
    document.getElementById("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
});
addEventListener("popstate", show);
show().then(() => say(""));
