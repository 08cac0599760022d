// The engine inside a worker: Pyodide and the package from this site's own folder; battles are kept in this browser (IndexedDB).
import { loadPyodide } from "../engine/pyodide.mjs";

const FOLDER = "/battles";
const engine = new URL("../engine/", import.meta.url);
const lines = new Map(); // id -> the Python end of a line
const plain = self.fetch.bind(self);
let total = 0, got = 0, pyodide, held = null;

/** Counts what is loaded, so that the page can tell how far it is. */
self.fetch = async (...request) => {
  const answer = await plain(...request);
  if (!answer.ok) postMessage({ failed: `${answer.url.split("/").at(-1)} cannot be had (${answer.status})` }); // Pyodide would wait for it for ever
  if (!answer.ok || !answer.body) return answer;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(part, out) {
      got += part.byteLength;
      postMessage({ progress: [Math.min(got, total), total] });
      out.enqueue(part);
    },
  }));
  return new Response(counted, { status: answer.status, headers: answer.headers });
};

async function file(name) {
  const answer = await fetch(new URL(name, engine));
  if (!answer.ok) throw new Error(`${name} cannot be had (${answer.status})`);
  return answer;
}

const last = (error) => String(error.message ?? error).trim().split("\n").at(-1);
const synced = (from) => new Promise((done, wrong) => pyodide.FS.syncfs(from, (error) => (error ? wrong(error) : done())));

async function start() {
  const answer = await fetch(new URL("engine.json", engine));
  const listed = await answer.json();
  total = listed.bytes;
  const packages = Promise.all([...listed.unpack.map(async ([name, kind]) => [await (await file(name)).arrayBuffer(), kind])]);
  pyodide = await loadPyodide({ indexURL: engine.href });
  postMessage({ starting: true });
  for (const [bytes, kind] of await packages) pyodide.unpackArchive(bytes, kind);
  pyodide.FS.mkdir(FOLDER);
  const made = pyodide.pyimport("grognard.web.worker").Engine(() => (held ? synced(false) : undefined));
  postMessage({ ready: true });
  return made;
}

/** Battles belong to one tab at a time: it has the lock, and what it writes is kept. Whether this is the tab. */
async function keeps() {
  if (held) {
    await held;
    return true;
  }
  if (navigator.locks && !(await locked())) return false;
  held = (async () => {
    pyodide.FS.mount(pyodide.FS.filesystems.IDBFS, {}, FOLDER);
    await synced(true);
    (await ready).open(FOLDER);
    await synced(false);
  })();
  await held;
  return true;
}

const locked = () => new Promise((answer) => {
  const waits = { signal: AbortSignal.timeout(2_000) }; // the page before this one may just be leaving
  navigator.locks.request(`grognard ${engine.pathname}`, waits, () => { answer(true); return new Promise(() => {}); }).catch(() => answer(false));
});

const ELSEWHERE = "Another tab of this site has the battles open: play on there, or close it and load this page again";
// what is kept in this browser is asked for: battles, and lists that were brought
const aboutKept = ({ path, body }) => path !== "/api/ask" || (body.startsWith('{"type":"replay"') && "room" in JSON.parse(body)) || body.startsWith('{"type":"list"') || body.includes('list-');
const ready = start();
ready.catch((error) => postMessage({ failed: last(error) })); // and with it all that is asked
let turn = Promise.resolve(); // the lock is asked for once at a time

const mine = () => (turn = turn.catch(() => false).then(keeps));

async function asked({ n, path, body, key }) {
  const made = await ready;
  try {
    if (aboutKept({ path, body }) && !(await mine()))
      return postMessage({ n, status: 422, text: JSON.stringify({ error: { what: ELSEWHERE } }) });
    const found = await made.request(path, body, key);
    const [status, text] = found.toJs();
    found.destroy();
    postMessage({ n, status, text });
  } catch (error) {
    postMessage({ n, status: 500, text: JSON.stringify({ error: { what: `this brings out a fault: ${last(error)}` } }) });
  }
}

async function line(data) {
  const { line: id, room, text, left } = data, made = await ready;
  if (room !== undefined) {
    try {
      if (!(await mine())) return postMessage({ line: id, code: 4403, reason: ELSEWHERE });
    } catch (error) {
      return postMessage({ line: id, code: 4403, reason: `The battles of this browser cannot be read: ${last(error)}` });
    }
    lines.set(id, made.connect(room, (said) => postMessage({ line: id, text: said }), (code) => { lines.delete(id); postMessage({ line: id, code, reason: "" }); }));
    postMessage({ line: id, open: true });
  } else if (left) lines.get(id)?.bring(null);
  else lines.get(id)?.bring(text);
}

self.onmessage = ({ data }) => ready.then(() => (data.n !== undefined ? asked(data) : line(data)), () => undefined); // that it has not started is told already
