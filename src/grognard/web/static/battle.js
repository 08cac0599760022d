// A seat at a table: what the room says is drawn, what the person picks is sent. Nothing is judged here.
import { Board, letters, lain } from "./board.js";
import { Carrier, keyOf } from "./carrier.js";
import { Moving } from "./moving.js";
import { Asking } from "./asking.js";
import { Log } from "./log.js";
import { Strip, details } from "./strip.js";
import { Targets } from "./targets.js";
import { Tray } from "./tray.js";
import { Since } from "./since.js";
import { Hints } from "./hints.js";
import { cards, linksOf, list, unlist } from "./links.js";
import { el, say } from "./dom.js";

const GONE = 4; // tries after which the server may be gone

export async function battle(main, [room], go) {
  const key = keyOf(room);
  if (!key) {
    main.replaceChildren(el("h1", {}, "A seat is needed"), el("p", {}, "This address names a battle, not a seat. Ask for the link of your seat, or ",
      el("a", { href: "/play" }, "start a battle of your own"), "."));
    return;
  }
  main.className = "wide";
  const status = el("div", { class: "status" }), place = el("div", { class: "board" }), asked = el("section", { class: "asking", "aria-label": "What is asked" });
  const aside = el("aside", { class: "side", "aria-label": "What has happened" });
  const lost = el("div", { class: "lost", role: "alert", hidden: true });
  const headline = el("div", { class: "head" }), tip = el("section", { class: "tip-card", "aria-label": "Hint" }), told = el("section", { class: "since", hidden: true, "aria-label": "Since your last move" });
  const strip = el("div", { class: "strip", role: "group", "aria-label": "The last dice" }), card = el("section", { class: "card preview", hidden: true, "aria-label": "Before it happens" });
  place.append(lost);
  main.replaceChildren(el("h1", { class: "unseen" }, "The table"), el("div", { class: "table" }, status, place, card, strip, tip, told, asked, aside));

  const now = { since: 0, entries: 0, room, key, hello: null, table: null, ask: null, over: null, letters: {} };
  const board = new Board(place, tapped);
  place.tabIndex = 0;
  place.setAttribute("aria-label", "The table: arrows move it, plus and minus zoom");
  const send = (type, fields) => {
    if (type === "pick") picked++;
    const id = carrier.send(type, fields);
    if (type !== "look" || targets.shown !== undefined) hints.did(type);
    return id;
  };
  const moving = new Moving(board, send, (words, bad) => asking.tell(words, bad), (value) => send("pick", { value }));
  board.moving = moving;
  const targets = new Targets(card, now, { send, board, pick: (option) => asking.pick(option), told: () => asking.odds() });
  moving.stands = (unit, positions) => targets.stand(unit, positions);
  const asking = new Asking(asked, now, { send, moving, board, targets, links, again: () => since.play(now.since), go });
  const tray = new Tray(status, (unit) => asking.unit(unit));
  status.prepend(headline);
  status.append(el("button", { class: "tolog", click: () => log.toggle() }, "Log"));
  const log = new Log(aside, explain, (pace) => carrier.repace(pace));
  const dice = new Strip(strip, (entry) => { explain(entry); hints.did("dice"); });
  const since = new Since(told, room, key, board, telling);
  const hints = new Hints(tip, room, () => ({ picked, yours: Boolean(now.ask?.yours) && !since.on, waits: Boolean(now.ask) && !now.ask.yours, move: now.ask?.move, plan: moving.plan,
    proposals: now.ask?.options.some((o) => o.purpose), targets: targets.options.length, dice: !strip.hidden }));
  let picked = 0, opened = false, missed = false, cut = false; // missed: something was told that nobody saw
  const carrier = new Carrier(room, key, hear, state, localStorage.getItem("pace") ?? "normal");

  function hear(message) {
    switch (message.type) {
      case "hello":
        now.hello = message;
        document.title = `${message.name} - Grognard`;
        if (message.sides.length) localStorage.setItem(`seat ${room}`, key);
        list(room);
        break;
      case "view":
        now.table = message.table;
        now.since = message.since;
        now.letters = letters(message.table);
        if (!since.on) board.draw(message.table);
        tray.draw(message.table, now.letters);
        head();
        break;
      case "log":
        log.take(message);
        missed ||= opened && (document.hidden || cut) && message.entries.length > 0;
        now.entries = log.entries.length;
        dice.draw(log.entries);
        if (!since.on) board.scatter(lain(message.entries));
        break;
      case "ask":
        now.ask = message;
        now.over = null;
        asking.ask(message);
        if (now.table) tray.draw(now.table, now.letters, message.yours ? message.options.flatMap((o) => o.units) : []);
        head();
        begun();
        break;
      case "over":
        now.over = message;
        now.ask = null;
        asking.over(message);
        head();
        begun();
        break;
      case "tried": moving.tried(message); asking.freshen(); break;
      case "looked": targets.looked(message); break;
      case "told": asking.told(message.lines); break;
      case "refused": if (!targets.refused(message)) asking.tell(message.why + (message.hint ? ` (${message.hint})` : ""), true); break;
      case "others": asking.others(message); break;
    }
    hints.look();
  }

  /** The first question of a page, or after the line was cut: what has happened meanwhile comes before it. */
  function begun() {
    const first = !opened;
    opened = true;
    cut = false;
    if (first || (missed && !document.hidden)) catchUp();
  }

  /** Who wants bots to play at once is told nothing again. */
  function catchUp() {
    missed = false;
    if (now.since < now.entries && localStorage.getItem("pace") !== "at once") since.play(now.since);
  }

  function back() {
    if (!document.hidden && missed) catchUp();
  }

  /** The board is the story's while it is told, then the question's again. */
  function telling(on) {
    main.querySelector(".table").classList.toggle("telling", on);
    board.moving = on ? null : moving;
    if (on) return;
    board.draw(now.table);
    if (now.ask) asking.ask(now.ask);
    hints.look();
  }

  let clock = 0;
  function state(what, more, tries = 0) {
    clearInterval(clock);
    lost.hidden = what === "open";
    cut ||= what !== "open";
    if (what === "open") return;
    if (what === "refused") return refused(more);
    let left = more;
    const line = el("span"), words = () => `${tries >= GONE ? "The server does not answer. Is it still running?" : "The connection is lost."} Trying again in ${left} s. Nothing that was acknowledged is gone.`;
    const count = () => { line.textContent = words(); left = Math.max(0, left - 1); };
    if (tries <= 1 || tries === GONE) say(words());
    lost.replaceChildren(line, el("button", { click: () => carrier.retry() }, "Try now"));
    count();
    clock = setInterval(count, 1000);
  }

  function refused(why) {
    sessionStorage.removeItem(`seat ${room}`);
    if (localStorage.getItem(`seat ${room}`) === key) localStorage.removeItem(`seat ${room}`);
    unlist(room);
    main.className = "";
    main.replaceChildren(el("h1", {}, "This link opens no seat here"), el("p", { role: "alert" }, `The server says: ${why || "this page may not sit down here"}.`),
      el("p", {}, "Ask for the link again and open it whole, with all that stands behind #. A battle lives on the server, and in the data folder, where it began."),
      el("p", {}, el("a", { class: "button", href: "/play" }, "Your battles, and new ones")));
    say("This link opens no seat here.");
  }

  async function links() {
    const found = await linksOf(room, key).catch((error) => error);
    asking.more.replaceChildren(el("h3", {}, "Links to share"), found instanceof Error ? el("p", { class: "bad" }, found.message) : cards(found));
    asking.more.scrollIntoView({ block: "nearest" });
  }

  function head() {
    const t = now.table;
    if (!t) return;
    const marks = ["●", "▪"], name = (side) => el("span", { class: `s${side}` }, el("span", { class: "named" }, `${marks[side]} ${t.sides[side]}`), el("b", {}, ` ${t.scores[side]}`));
    const short = t.sides.reduce((words, side, i) => words.replace(`${side}, `, `${marks[i]} `), t.heading); // the names stand above, with their marks
    headline.replaceChildren(name(0), name(1), el("span", { class: "when", title: t.heading }, `Round ${Math.min(t.round, t.rounds)}/${t.rounds}  `, now.over ? "over" : el("span", { "aria-label": t.heading, role: "text" }, short)));
  }

  /** An entry of the log: who had a part lights up, and all dice and reasons are shown. */
  function explain(entry) {
    board.mark(board.can ?? [], entry.units);
    board.show(entry.units);
    board.scatter(entry);
    targets.hide();
    targets.fill(el("button", { class: "shut", "aria-label": "Close", click: () => { targets.hide(); board.mark(board.can ?? [], now.ask?.about ?? []); } }, "\u00d7"), ...details(entry, now.hello.system));
    aside.classList.remove("open");
  }

  function tapped(what) {
    if (since.on) return;
    if (what.option !== undefined) return asking.pick(what.option);
    if (what.unit !== undefined) return asking.unit(what.unit, what.model);
    if (what.at) moving.asked ? moving.to(what.at) : asking.place(what.at);
  }

  function keys(event) {
    if (event.target.closest?.("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (since.on) {
      if (event.key === "Escape") since.skip();
      return;
    }
    const step = event.shiftKey ? 1 : .5;
    const arrows = { ArrowUp: [0, step], ArrowDown: [0, -step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] };
    const wasd = { w: "ArrowUp", a: "ArrowLeft", s: "ArrowDown", d: "ArrowRight" }, focused = document.activeElement?.dataset?.unit;
    if (arrows[event.key] && moving.asked?.start.length) {
      event.preventDefault();
      moving.nudge(...arrows[event.key]);
    } else if (arrows[event.key] || wasd[event.key]) {
      event.preventDefault();
      const [x, y] = arrows[event.key] ?? arrows[wasd[event.key]];
      board.pan(-80 * x, 80 * y);
    } else if (event.key === "Enter" && focused !== undefined) asking.unit(Number(focused));
    else if (event.key === "Enter" && moving.plan && !event.target.closest?.("button")) moving.go();
    else if (event.key === "Escape") { moving.drop(); targets.hide(); board.rings(null); asking.freshen(); aside.classList.remove("open"); tray.box.open = false; }
    else if (event.key === "f") board.next();
    else if (event.key === "b") board.next(true);
    else if (event.key === "o") tray.box.open = !tray.box.open;
    else if (event.key === "c") send("why");
    else if (event.key === "i") asking.rulings();
    else if (event.key === "n") moving.near();
    else if (event.key === "u") send("undo");
    else if (event.key === "r") send("redo");
    else if (event.key === "+") board.zoom(1.25);
    else if (event.key === "-") board.zoom(.8);
    else if (event.key === "0") { board.moved = false; board.fit(); }
    else if (event.key === "l") log.toggle();
    else if (event.key === "?") asking.help();
    else if (/^[1-9]$/.test(event.key)) asking.nth(Number(event.key) - 1);
  }
  addEventListener("keydown", keys);
  document.addEventListener("visibilitychange", back);
  return () => {
    removeEventListener("keydown", keys);
    document.removeEventListener("visibilitychange", back);
    clearInterval(clock);
    since.close();
    carrier.close();
    board.close();
  };
}
