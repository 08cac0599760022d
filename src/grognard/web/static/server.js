// The way to a server: its answers by HTTP, its rooms by one WebSocket a seat.
export const request = (path, options) => fetch(path, options);

export function connect(room) {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${room}`);
}
