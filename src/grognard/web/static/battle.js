// A seat at a table: what the room says is drawn, what the person picks is sent. Nothing is judged here.
import { Board, letters } from "./board.js";
import { Carrier, keyOf } from "./carrier.js";
import { Moving } from "./moving.js";
import { Asking } from "./asking.js";
import { Log } from "./log.js";
import { Strip } from "./strip.js";
import { el, say } from "./dom.js";

export async function battle(main, [room], go) {
  const key = keyOf(room);
  if (!key) {
    main.replaceChildren(el("h1", {}, "A seat is needed"), el("p", {}, "This address names a battle, not a seat. Ask for the link of your seat, or ",
      el("a", { href: "/play" }, "start a battle of your own"), "."));
    return;
  }
  main.className = "wide";
  const status = el("div", { class: "status" }), place = el("div", { class: "board" }), strip = el("div", { class: "strip", role: "group", "aria-label": "Dice that fell last" }), asked = el("section", { class: "asking", "aria-label": "What is asked" });
  const aside = el("aside", { class: "side", "aria-label": "What has happened" });
  const lost = el("div", { class: "lost", role: "alert", hidden: true });
  place.append(lost);
  main.replaceChildren(el("div", { class: "table" }, status, place, strip, asked, aside));

  const now = { hello: null, table: null, ask: null, over: null, letters: {} };
  const board = new Board(place, tapped);
  place.tabIndex = 0;
  place.setAttribute("aria-label", "The table: arrows move it, plus and minus zoom");
  const send = (type, fields) => carrier.send(type, fields);
  const moving = new Moving(board, send, (words, bad) => asking.tell(words, bad), (value) => send("pick", { value }));
  board.moving = moving;
  const asking = new Asking(asked, now, { send, moving, board });
  const light = (units) => {
    board.mark(board.can ?? [], units);
    const unit = now.table?.units.find((u) => u.id === units[0] && u.place === "table");
    if (unit) board.show(unit);
  };
  const log = new Log(aside, light, now, (pace) => carrier.paced(pace));
  const dice = new Strip(strip, light);
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
        log.tray(message.table);
        head();
        asking.freshen();
        break;
      case "log": log.take(message); dice.take(message); break;
      case "ask":
        now.ask = message;
        now.over = null;
        asking.ask(message);
        head();
        break;
      case "over":
        now.over = message;
        now.ask = null;
        asking.over(message);
        head();
        break;
      case "tried": moving.tried(message); asking.freshen(); break;
      case "looked": asking.looked(message); break;
      case "told": asking.told(message.lines); break;
      case "refused": asking.tell(message.why + (message.hint ? ` (${message.hint})` : ""), true); break;
      case "others": asking.others(message); break;
    }
  }

  function state(what, seconds) {
    lost.hidden = what === "open";
    lost.textContent = what === "refused" ? "This link opens no seat here." : `The connection is lost; trying again in ${seconds} s. Nothing that was acknowledged is gone.`;
    if (what !== "open") say(lost.textContent);
  }

  function head() {
    const t = now.table;
    if (!t) return;
    const name = (side) => el("span", { class: `s${side}` }, `${side ? "▪" : "●"} ${t.sides[side]} ${t.scores[side]}`);
    status.replaceChildren(name(0), name(1), el("span", {}, `Round ${Math.min(t.round, t.rounds)} of ${t.rounds}`), el("span", {}, t.heading),
      el("button", { class: "tolog", click: () => aside.classList.toggle("open") }, "Log"));
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
    if (arrows[event.key] && moving.asked?.start.length) {
      event.preventDefault();
      moving.nudge(...arrows[event.key]);
    } else if (arrows[event.key] && place.contains(event.target)) {
      event.preventDefault();
      board.pan(-60 * Math.sign(arrows[event.key][0]), 60 * Math.sign(arrows[event.key][1]));
    } else if (event.key === "Enter" && moving.plan && !event.target.closest?.("button")) moving.go();
    else if (event.key === "Escape") { moving.drop(); asking.freshen(); aside.classList.remove("open"); }
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
