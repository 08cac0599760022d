// The way to the room: one socket a seat. What is not acknowledged is sent again; what was seen is not sent again.
import { connect } from "./way.js";

const FIRST = 400; // ms before the first new try
const LONGEST = 15_000;
const AGAIN = 2_500; // ms without an acknowledgement, after which a message is sent once more

/** Keys of seats stay in this browser, out of the address. A tab keeps the seat that it was opened with; others take the one that was opened first. */
export function keyOf(room) {
  const given = /[#&]k=([0-9a-f]+)/.exec(location.hash), name = `seat ${room}`;
  if (given) {
    sessionStorage.setItem(name, given[1]);
    if (!localStorage.getItem(name)) localStorage.setItem(name, given[1]);
    history.replaceState(null, "", location.pathname + location.search + location.hash.replace(given[0], "").replace(/^#$/, ""));
    return given[1];
  }
  return sessionStorage.getItem(name) ?? localStorage.getItem(name);
}

export class Carrier {
  /** `hear` takes each message; `state` hears "open", "lost" (with seconds to the next try, and how many have failed) and "refused" (with the reason). */
  constructor(room, key, hear, state, pace = "normal") {
    Object.assign(this, { room, key, hear, state, pace });
    this.version = 0;
    this.entries = 0;
    this.tries = 0;
    this.n = 0;
    this.waiting = new Map(); // id -> { message, sent }
    this.name = Math.random().toString(36).slice(2, 8); // tells this page's messages from those of another
    this.clock = setInterval(() => this.again(), 1_200);
    this.open();
  }

  open() {
    this.socket = connect(this.room);
    this.socket.onopen = () => {
      this.tries = 0;
      this.socket.send(JSON.stringify({ type: "sit", key: this.key, version: this.version, entries: this.entries, pace: this.pace }));
      this.state("open");
      for (const held of this.waiting.values()) held.sent = 0;
      this.again();
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event);
  }

  /** Tries at once, without waiting. */
  retry() {
    clearTimeout(this.timer);
    this.open();
  }

  /** From now on bots play so fast: the seat is taken anew, without a word. */
  repace(pace) {
    this.pace = pace;
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.open();
  }

  lost({ code, reason }) {
    if (this.closed) return;
    if (code === 4401 || code === 4403) {
      this.state("refused", reason);
      return;
    }
    const wait = Math.min(LONGEST, FIRST * 2 ** this.tries++) * (0.75 + Math.random() / 2);
    this.state("lost", Math.ceil(wait / 1000), this.tries);
    this.timer = setTimeout(() => this.open(), wait);
  }

  take(message) {
    if (message.version !== undefined && message.type !== "refused") this.version = message.version;
    if (message.type === "log") this.entries = message.start + message.entries.length;
    if (message.id !== undefined && ["acked", "refused", "tried", "looked", "told"].includes(message.type)) this.waiting.delete(message.id);
    this.hear(message);
  }

  /** Sends a message and gives its id; one that changes something goes with the version that it was made on. */
  send(type, fields = {}) {
    const id = `${this.name}${++this.n}`;
    const changes = ["pick", "faces", "undo", "consent", "redo"].includes(type);
    const message = { type, id, ...(changes ? { version: this.version } : {}), ...fields };
    if (type !== "try" && type !== "look") this.waiting.set(id, { message, sent: 0 });
    this.push(message);
    return id;
  }

  push(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    const held = this.waiting.get(message.id);
    if (held) held.sent = Date.now();
  }

  again() {
    for (const held of this.waiting.values()) if (Date.now() - held.sent > AGAIN) this.push(held.message);
  }

  close() {
    this.closed = true;
    clearInterval(this.clock);
    clearTimeout(this.timer);
    this.socket.close();
  }
}
