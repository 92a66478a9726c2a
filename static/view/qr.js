// A text as a QR code, by itself since few pages show one.
// Enters: a text, mostly a link. Leaves: a drawing.
import { html, svg } from "lit";
import { encode } from "uqr";
import { t } from "../model/texts.js";

/** @param {string} text */
export function qr(text) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("common.qr")}
    shape-rendering="crispEdges">${svg`<path fill="#2b1b03" d=${path}></path>`}</svg>`;
}
