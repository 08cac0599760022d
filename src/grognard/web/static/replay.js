// A battle told again: step by step both ways, at a speed, from a link to any moment; a file dropped here or a battle of this server.
import { Board } from "./board.js";
import { Strip } from "./strip.js";
import { keyOf } from "./carrier.js";
import { copy, download, replayLink } from "./links.js";
import { ask, base64, el, say } from "./dom.js";
import { here, where, write } from "./way.js";

const SPEEDS = [1, 2, 4, 8];
const BEAT = 900; // ms a moment at speed 1

export async function replay(main, [name], go) {
  if (!name) return bring(main, go);
  const key = keyOf(name);
  try {
    const told = await ask("replay", key ? { room: name, key } : { ref: name });
    if (!told.entries.length) return bring(main, go, "Nothing has happened in this battle yet", key && `/battle/${name}`);
    return shown(main, told, name, key);
  } catch (error) {
    return bring(main, go, error.message);
  }
}

/** The page before there is a battle: bring one, or go back to the ``table``. */
function bring(main, go, why = "", table = "") {
  const wrong = el("p", { class: "bad", role: "alert" }, why);
  async function take(file) {
    wrong.textContent = "";
    try {
      if (file.size > 8 * 1024 * 1024) throw new Error(`${file.name}: longer than 8 MB. Is it a saved battle?`);
      const told = await ask("replay", { data: base64(new Uint8Array(await file.arrayBuffer())) });
      go(`/replay/${told.ref}`);
    } catch (error) {
      wrong.textContent = `${error.message}. Nothing was kept of it: bring another file, or save the battle again and bring that.`;
    } finally {
      field.value = "";
    }
  }
  const field = el("input", { type: "file", id: "battle-file", class: "unseen", change: () => field.files[0] && take(field.files[0]) });
  main.replaceChildren(el("h1", {}, "A battle told again"), el("div", { class: "card asks", dragover: (e) => e.preventDefault(), drop: (e) => { e.preventDefault(); if (e.dataTransfer.files[0]) take(e.dataTransfer.files[0]); } },
    el("p", {}, "Drop a saved battle here: what 'grognard battle --save' or 'play' wrote, or what you downloaded from a table. It is derived again from its dice and picks, and stays ", where, "."),
    field, el("label", { for: "battle-file", class: "button" }, "Open a file…"), wrong, table && el("a", { class: "button main", href: table }, "To the table")));
}

function shown(main, told, name, key) {
  const { entries } = told;
  main.className = "wide";
  const place = el("div", { class: "board" }), strip = el("div", { class: "strip", role: "group", "aria-label": "Dice" }), list = el("ol", { class: "log" });
  const aside = el("aside", { class: "side", "aria-label": "What happened" }, list), status = el("div", { class: "status" });
  const line = el("p", { class: "now", "aria-live": "polite" });
  const bar = el("input", { type: "range", min: 0, max: entries.length - 1, value: 0, "aria-label": "Moment", list: "rounds", input: () => show(Number(bar.value)) });
  const play = el("button", { class: "main", click: () => turn() }, "Play");
  const speed = el("select", { "aria-label": "Speed", change: () => localStorage.setItem("speed", speed.value) }, ...SPEEDS.map((n) => el("option", { value: n, selected: String(n) === (localStorage.getItem("speed") ?? "2") }, `${n} x`)));
  const step = (words, by, label) => el("button", { "aria-label": label, title: label, click: () => { stop(); by(); } }, words);
  const rounds = el("div", { class: "rounds row" }, ...told.rounds.map(([number, n]) => el("button", { click: () => { stop(); show(n); } }, number ? `Round ${number}` : "Set up")));
  const marks = el("select", { "aria-label": "Go to", change: (e) => { if (e.target.value !== "") { stop(); show(Number(e.target.value)); } } }, el("option", { value: "" }, "go to…"), ...told.marks.map((m) => el("option", { value: m.n }, `${m.kind === "lost" ? "lost: " : ""}${m.words}`)));
  const end = el("div", { class: "ended", hidden: true }, ...told.ending.map((words) => el("p", {}, words)), el("div", { class: "row" }, el("button", { click: () => show(0) }, "From the start"), el("a", { class: "button", href: "/replay" }, "Another file"), el("a", { class: "button", href: "/play" }, "A battle of your own")));
  const controls = el("section", { class: "asking controls", "aria-label": "Controls" }, line, bar, el("datalist", { id: "rounds" }, ...told.rounds.map(([, n]) => el("option", { value: n }))),
    el("div", { class: "row" }, step("|◀", () => show(0), "To the start"), step("◀", () => show(at - 1), "One back"), play, step("▶", () => show(at + 1), "One on"), step("▶|", () => show(entries.length - 1), "To the end"), speed, marks,
      key && el("a", { class: "button", href: `/battle/${name}` }, "To the table"), el("button", { click: async () => copy(key ? await replayLink(name, key, at) : location.href) }, "Copy the link"), key && el("button", { click: () => download(name, key, told.name) }, "Download"), el("button", { class: "tolog", click: () => aside.classList.toggle("open") }, "Log")), rounds, end);
  main.replaceChildren(el("h1", { class: "unseen" }, told.name), el("div", { class: "table" }, status, place, strip, controls, aside));
  const board = new Board(place, () => {}), dice = new Strip(strip, (entry) => board.mark([], entry.units));
  let at = -1, timer = 0, asking = 0, headed = -1;
  for (const entry of entries) {
    if (entry.round !== headed && entry.round > 0) list.append(el("li", { class: "round" }, `Round ${entry.round}`));
    headed = entry.round;
    list.append(el("li", { class: entry.dice ? "dice" : "", "data-n": entry.n }, el("button", { click: () => { stop(); show(entry.n); } }, entry.text)));
  }

  async function show(n) {
    n = Math.max(0, Math.min(entries.length - 1, n));
    at = n;
    const mine = ++asking;
    const { table } = await ask("moment", { ref: told.ref, n });
    if (mine !== asking) return;
    const entry = entries[n];
    board.draw(table);
    board.mark([], entry.units);
    board.scatter(entry);
    dice.draw(entries.slice(Math.max(0, n - 20), n + 1));
    bar.value = n;
    end.hidden = n < entries.length - 1;
    line.textContent = entry.text;
    status.replaceChildren(...[0, 1].map((side) => el("span", { class: `s${side}` }, `${side ? "▪" : "●"} ${table.sides[side]} ${table.scores[side]}`)), el("span", {}, entry.round ? `Round ${entry.round}` : "Setting up"), el("span", {}, entry.heading), el("span", {}, `${n + 1} of ${entries.length}`));
    list.querySelector(".here")?.classList.remove("here");
    const item = list.querySelector(`[data-n="${n}"]`);
    item?.classList.add("here");
    if (item) aside.scrollTop = item.offsetTop - aside.clientHeight / 2;
    write(`/replay/${name}?at=${n}`);
  }
  function turn() {
    if (timer) return stop();
    if (at >= entries.length - 1) at = -1;
    play.textContent = "Pause";
    const beat = async () => {
      await show(at + 1);
      if (!timer) return;
      if (at >= entries.length - 1) return stop();
      timer = setTimeout(beat, BEAT / Number(speed.value));
    };
    timer = setTimeout(beat, 0);
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }
  function keys(event) {
    if (event.target.closest?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = { ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), Home: () => show(0), End: () => show(entries.length - 1), " ": () => turn() }[event.key];
    if (!act || (event.key === " " && event.target.closest?.("button"))) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    act();
  }
  addEventListener("keydown", keys);
  document.title = `${told.name} - Grognard`;
  if (!told.same) say("The dice and picks of this file come out otherwise than it says.");
  show(Number(here().query.get("at") ?? 0));
  return () => { removeEventListener("keydown", keys); stop(); board.close(); };
}
