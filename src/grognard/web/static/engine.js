// The way to the engine in a worker of this page: the answers of a server, without one. Loaded when something is asked first.

const NEEDED = Object.entries({ WebAssembly: "WebAssembly", Worker: "workers" });
const RELOAD = "Load the page again; an up-to-date browser is needed.";
const OTHER = "Open this page in an up-to-date Firefox, Chrome, Edge or Safari. If this is one, something has switched it off, such as a lockdown mode or a setting of its keepers: allow it for this site. Or install Grognard and run “grognard serve”, whose pages need none of this.";
const missing = NEEDED.filter(([name]) => typeof globalThis[name] === "undefined").map(([, words]) => words);
const worker = missing.length ? null : new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" });
const asked = new Map(), lines = new Map();
const told = document.createElement("p"); // told here, for all pages wait for this
told.className = "loading";
told.setAttribute("role", "status");
told.textContent = "The engine is loading…";
let n = 0, failed = null;
document.querySelector("header").after(told);

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

if (missing.length) fail(`this browser has no ${missing.join(" and no ")}`, OTHER);
else {
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || "its files are not where this page is");
  };
}

function hear(data) {
  if (failed && (data.progress || data.starting)) return; // what is under way comes to nothing
  if (data.progress) told.textContent = `The engine is loading: ${megabytes(data.progress[0])} of ${megabytes(data.progress[1])} MB. The browser keeps it for the next time.`;
  else if (data.starting) told.textContent = "The engine is starting…";
  else if (data.ready) told.remove();
  else if (data.failed) fail(data.failed);
  else if (data.n !== undefined) {
    asked.get(data.n)(new Response(data.text, { status: data.status }));
    asked.delete(data.n);
  } else lines.get(data.line)?.hear(data);
}

function fail(why, then = RELOAD) {
  failed = `The engine does not start: ${why}. ${then}`;
  told.setAttribute("role", "alert");
  told.classList.add("bad");
  told.textContent = failed;
  if (!told.isConnected) document.querySelector("header").after(told);
  for (const answer of asked.values()) answer(refusal());
  asked.clear();
}

const refusal = () => new Response(JSON.stringify({ error: { what: failed } }), { status: 503 });

export function request(path, options = {}) {
  if (failed) return Promise.resolve(refusal());
  return new Promise((answer, refuse) => {
    const id = ++n;
    asked.set(id, answer);
    options.signal?.addEventListener("abort", () => { asked.set(id, () => {}); refuse(options.signal.reason); });
    worker.postMessage({ n: id, path, body: options.body ?? "", key: options.headers?.["x-seat"] ?? "" });
  });
}

/** As much of a WebSocket as a carrier uses. */
class Line {
  constructor(room) {
    this.id = ++n;
    this.readyState = WebSocket.CONNECTING;
    lines.set(this.id, this);
    if (failed) queueMicrotask(() => this.hear({ code: 4403, reason: failed }));
    else worker.postMessage({ line: this.id, room });
  }

  hear({ open, text, code, reason }) {
    if (open) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if (text !== undefined) this.onmessage?.({ data: text });
    else {
      lines.delete(this.id);
      this.readyState = WebSocket.CLOSED;
      this.onclose?.({ code, reason });
    }
  }

  send(text) {
    worker.postMessage({ line: this.id, text });
  }

  close() {
    lines.delete(this.id);
    this.readyState = WebSocket.CLOSED;
    worker?.postMessage({ line: this.id, left: true });
  }
}

export const connect = (room) => new Line(room);
