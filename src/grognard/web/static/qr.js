// A link as a code that a phone's camera reads.
import { svg } from "./dom.js";
import { qrcode } from "./vendor/qrcode.js";

const EDGE = 4; // modules left free around it, so that a camera finds it

export function code(text) {
  const found = qrcode(0, "M");
  found.addData(text);
  found.make();
  const n = found.getModuleCount(), dots = [];
  for (let y = 0; y < n; y++) for (let x = 0; x < n; x++) if (found.isDark(y, x)) dots.push(`M${x + EDGE} ${y + EDGE}h1v1h-1z`);
  const size = n + 2 * EDGE;
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "The link as a code for a phone's camera" }, svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: dots.join(""), fill: "#000" }));
}
