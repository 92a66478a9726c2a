// The whole table page.
// Enters: the store, what can be done, what the page knows beside, what of it is due. Leaves: one
// template, in which the rest stays as it was. Reading
// order is the order in which things matter: centre, my options, my cards, right, top, left, pot.
import { html, noChange } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../model/texts.js";
import { isGone, panel } from "../panel/panel.js";
import { bar } from "./bar.js";
import { center } from "./center.js";
import { behind, log } from "./log.js";
import { me } from "./me.js";
import { pot } from "./pot.js";
import { result } from "./result.js";
import { seat } from "./seats.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */
/** @typedef {typeof import("./sheets.js").sheets} Sheets loaded when the first is opened */
/**
 * @typedef {{about: {name: string, practice: boolean, way: number, sound: string, theme: string}, order: string,
 *   entries: import("./log.js").Entry[], before: import("../../model/receipt.js").Before, verified: boolean | null, sheet: string, sheets: Sheets | null,
 *   behind: import("../../model/behind.js").Behind | null, polite: string, urgent: string, said: Map<number, string>}} Beside
 */

/** What a drawing is of: what is said and asked, the cards on the mat, or both. */
export const WORDS = { words: true, cards: false };
export const CARDS = { words: false, cards: true };
export const ALL = { words: true, cards: true };

/** @param {Store} store @param {Does} does @param {Beside} beside @param {typeof ALL} due */
export function table(store, does, beside, due) {
  const word = (/** @type {() => unknown} */ shown) => (due.words ? shown() : noChange);
  const card = (/** @type {() => unknown} */ shown) => (due.cards ? shown() : noChange);
  const { scene } = store;
  return html`
  <a class="skip" href="#options">${t("table.skip")}</a>
  ${word(() => bar(store, does, beside.about))}
  <main class="mesa petate ${scene && !scene.sitters.some(({ side }) => side === "top") ? "no-top" : ""}" aria-label=${t("table.table")}>${
    scene && !isGone(store)
      ? html`${card(() => center(store, does))}${word(() => panel(store, does, beside.entries))}${card(
          () => me(store, does, beside.order, beside.said.get(scene.me.place)),
        )}${card(() => seats(store, beside.said))}${word(() => pot(scene, does))}`
      : panel(store, does)
  }</main>
  ${word(() => behind(beside.behind, scene, does.catchUp))}
  ${word(() => log(beside.entries, scene, does))}
  <div id="overlay">${word(() => result(store, does, beside))}</div>
  ${word(() => beside.sheets?.(beside.sheet, store, does, beside.entries))}
  <p class="sr" role="status" aria-live="polite">${beside.polite}</p>
  <p class="sr" aria-live="assertive">${beside.urgent}</p>`;
}

/** @param {Store} store @param {Map<number, string>} said */
const seats = ({ scene }, said) => {
  if (!scene) return "";
  const others = ["right", "top", "left"].flatMap((side) =>
    scene.sitters.filter((sitter) => sitter.side === side),
  );
  return repeat(
    others,
    (sitter) => sitter.place,
    (sitter) => seat(sitter, scene, said.get(sitter.place)),
  );
};
