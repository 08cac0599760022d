// A seat at a table: what the room says is drawn, what the person picks is sent. Nothing is judged here.
import { Board, letters } from "./board.js";
import { Carrier, keyOf } from "./carrier.js";
import { Moving } from "./moving.js";
import { Asking } from "./asking.js";
import { Log } from "./log.js";
import { Strip, details } from "./strip.js";
import { Targets } from "./targets.js";
import { Tray } from "./tray.js";
import { el, say } from "./dom.js";

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
  const strip = el("div", { class: "strip", role: "group", "aria-label": "The last dice" }), card = el("section", { class: "card preview", hidden: true, "aria-label": "Before it happens" });
  place.append(lost);
  main.replaceChildren(el("h1", { class: "unseen" }, "The table"), el("div", { class: "table" }, status, place, card, strip, asked, aside));

  const now = { hello: null, table: null, ask: null, over: null, letters: {} };
  const board = new Board(place, tapped);
  place.tabIndex = 0;
  place.setAttribute("aria-label", "The table: arrows move it, plus and minus zoom");
  const send = (type, fields) => carrier.send(type, fields);
  const moving = new Moving(board, send, (words, bad) => asking.tell(words, bad), (value) => send("pick", { value }));
  board.moving = moving;
  const targets = new Targets(card, now, { send, board, pick: (option) => asking.pick(option), told: () => asking.odds() });
  moving.stands = (unit, positions) => targets.stand(unit, positions);
  const asking = new Asking(asked, now, { send, moving, board, targets });
  const tray = new Tray(place, (unit) => asking.unit(unit));
  const log = new Log(aside, explain, (pace) => carrier.repace(pace));
  const dice = new Strip(strip, explain);
  const carrier = new Carrier(room, key, hear, state, localStorage.getItem("pace") ?? "normal");

  function hear(message) {
    switch (message.type) {
      case "hello":
        now.hello = message;
        document.title = `${message.name} - Grognard`;
        break;
      case "view":
        now.table = message.table;
        now.letters = letters(message.table);
        board.draw(message.table);
        tray.draw(message.table, now.letters);
        head();
        asking.freshen();
        break;
      case "log":
        log.take(message);
        dice.draw(log.entries);
        board.scatter(message.entries.findLast((e) => e.spots.length)?.spots ?? []);
        break;
      case "ask":
        now.ask = message;
        now.over = null;
        asking.ask(message);
        if (now.table) tray.draw(now.table, now.letters, message.yours ? message.options.flatMap((o) => o.units) : []);
        head();
        break;
      case "over":
        now.over = message;
        now.ask = null;
        asking.over(message);
        head();
        break;
      case "tried": moving.tried(message); asking.freshen(); break;
      case "looked": targets.looked(message); break;
      case "told": asking.told(message.lines); break;
      case "refused": if (!targets.refused(message)) asking.tell(message.why + (message.hint ? ` (${message.hint})` : ""), true); break;
      case "others": asking.others(message); break;
    }
  }

  function state(what, more) {
    lost.hidden = what === "open";
    lost.textContent = what === "refused" ? more || "This link opens no seat here." : `The connection is lost; trying again in ${more} s. Nothing that was acknowledged is gone.`;
    if (what !== "open") say(lost.textContent);
  }

  function head() {
    const t = now.table;
    if (!t) return;
    const name = (side) => el("span", { class: `s${side}` }, `${side ? "▪" : "●"} ${t.sides[side]} ${t.scores[side]}`);
    status.replaceChildren(name(0), name(1), el("span", {}, `Round ${Math.min(t.round, t.rounds)} of ${t.rounds}`), el("span", {}, t.heading),
      el("button", { class: "tolog", click: () => aside.classList.toggle("open") }, "Log"));
  }

  /** An entry of the log: who had a part lights up, and all dice and reasons are shown. */
  function explain(entry) {
    board.mark(board.can ?? [], entry.units);
    board.show(entry.units);
    board.scatter(entry.spots);
    targets.hide();
    targets.fill(el("button", { class: "shut", "aria-label": "Close", click: () => { targets.hide(); board.mark(board.can ?? [], now.ask?.about ?? []); } }, "\u00d7"), ...details(entry, now.hello.system));
    aside.classList.remove("open");
  }

  function tapped(what) {
    if (what.option !== undefined) return asking.pick(what.option);
    if (what.unit !== undefined) return asking.unit(what.unit);
    if (what.at) moving.asked ? moving.to(what.at) : asking.place(what.at);
  }

  function keys(event) {
    if (event.target.closest?.("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
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
    else if (event.key === "l") aside.classList.toggle("open");
    else if (event.key === "?") asking.help();
    else if (/^[1-9]$/.test(event.key)) asking.nth(Number(event.key) - 1);
  }
  addEventListener("keydown", keys);
  return () => {
    removeEventListener("keydown", keys);
    carrier.close();
    board.close();
  };
}
