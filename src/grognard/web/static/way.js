// The way to the engine and between the pages: a server with addresses of its own, or a worker of this page with addresses in the fragment.
const site = document.documentElement.dataset.engine === "worker"; // as `grognard site` writes it
const way = await import(site ? "./engine.js" : "./server.js");

/** Whether nobody else can come to this table: there is no server. */
export const alone = site;
export const where = site ? "in this browser" : "on this server";
/** Asks as `fetch` does. */
export const request = way.request;
/** A line to a room, used as a WebSocket is. */
export const connect = way.connect;

/** An address of the app as a link may hold it. */
export const link = (address) => (site ? `#${address}` : address);

/** Where the page is: the path, and what is asked there. */
export function here() {
  const [path, query] = (site ? location.hash.slice(1).split("#")[0] || "/" : location.pathname + location.search).split("?");
  return { path, query: new URLSearchParams(query ?? "") };
}

/** Writes an address, in the place of the one that is there or after it. */
export function write(address, replace = true) {
  history[replace ? "replaceState" : "pushState"](null, "", link(address));
}
