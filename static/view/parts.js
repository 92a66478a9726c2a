// Small things that every page shows: icons, chips, a player's dish, text with parts in it.
// Enters: values. Leaves: templates. Styles that are computed are set as a property (.style=),
// since the content security policy forbids the attribute.
import { html } from "lit";
import { number, pattern } from "../model/texts.js";
import { ICONS } from "./icons.js";

/** @param {string} name one of ICONS */
export const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"
    >${ICONS[name]}</svg>`;

/** Chips are cacao beans, the money of the Nicaraos: play money by nature. */
const bean = html`<svg class="chip" viewBox="0 0 16 16" aria-hidden="true"
  ><g transform="rotate(38 8 8)"><ellipse cx="8" cy="8" rx="4.9" ry="7.4" fill="currentColor"/><path
    fill="none" stroke="#3a1d06" stroke-opacity=".75" stroke-width="1.5" stroke-linecap="round"
    d="M8 2.3c-2 2.6 1.6 4.6 0 7.4-.8 1.4-.7 2.7-.2 4"/></g></svg>`;

/** So many chips. @param {number} amount */
export const chips = (amount) => html`<span class="chips">${bean}${number(amount)}</span>`;

/** The paint of a dish, by place at the table. */
export const DISHES = ["#1f5fa8", "#b4481f", "#0f7a76", "#6a3f8f"];

const RIM =
  "20,0.8 23.1,4.4 27.3,2.3 28.8,6.8 33.6,6.4 33.2,11.2 37.7,12.7 35.6,16.9 39.2,20 35.6,23.1 " +
  "37.7,27.3 33.2,28.8 33.6,33.6 28.8,33.2 27.3,37.7 23.1,35.6 20,39.2 16.9,35.6 12.7,37.7 " +
  "11.2,33.2 6.4,33.6 6.8,28.8 2.3,27.3 4.4,23.1 0.8,20 4.4,16.9 2.3,12.7 6.8,11.2 6.4,6.4 " +
  "11.2,6.8 12.7,2.3 16.9,4.4";

/**
 * A dish of painted clay for each player: a zigzag rim, as on the hem.
 * @param {string} name
 * @param {string} colour one of DISHES
 * @param {number} [size] in pixels; 0: as the style says
 */
export const dish = (name, colour, size = 40) => html`<span
    class="dish" .style=${`--dish:${colour}${size ? `;--d:${size}px` : ""}`} aria-hidden="true"
  ><svg viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="var(--dish)"></circle
    ><polygon fill="#fff1d6" points=${RIM}></polygon
    ><circle cx="20" cy="20" r="14.4" fill="var(--dish)"></circle><circle cx="20" cy="20" r="12.3"
      fill="none" stroke="#fff1d6" stroke-opacity=".45" stroke-width=".9"></circle></svg
  ><b>${initial(name)}</b></span>`;

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first character as people count them. @param {string} name */
export function initial(name) {
  const first = letters.segment(name)[Symbol.iterator]().next().value;
  return first ? first.segment.toLocaleUpperCase() : "";
}

/**
 * A sentence with templates in the places of its parameters, and **strong** words.
 * @param {string} key
 * @param {Record<string, unknown>} [parts] those that are numbers also choose the plural, as n
 */
export function rich(key, parts = {}) {
  const n = typeof parts.n === "number" ? parts.n : 0;
  return pattern(key, { n })
    .split(/(\*\*.+?\*\*)/)
    .map((piece) => {
      const strong = piece.startsWith("**") && piece.endsWith("**") && piece.length > 4;
      const filled = fill(strong ? piece.slice(2, -2) : piece, parts);
      return strong ? html`<b>${filled}</b>` : filled;
    });
}

/**
 * @param {string} text
 * @param {Record<string, unknown>} parts
 */
function fill(text, parts) {
  return text.split(/\{(\w+)\}/).map((piece, at) => {
    if (at % 2 === 0) return piece;
    const part = parts[piece];
    return typeof part === "number" ? number(part) : part;
  });
}

export const logo = html`<svg viewBox="0 0 32 32" aria-hidden="true"
  ><g stroke="#0d1830" stroke-width="1.2"><rect x="2" y="9" width="12" height="18" rx="2.5"
    fill="#56cfc3"/><rect x="7.5" y="9" width="12" height="18" rx="2.5" fill="#fff6e2"/><rect
    x="13" y="9" width="12" height="18" rx="2.5" fill="#e8764c"/><rect x="18.5" y="3" width="12"
    height="18" rx="2.5" fill="#f4b740" transform="rotate(14 24 12)"/></g></svg>`;
