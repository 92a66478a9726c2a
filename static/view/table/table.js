// The whole table page.
// Enters: the store, what can be done, what the page knows beside. Leaves: one template. Reading
// order is the order in which things matter: centre, my options, my cards, right, top, left, pot.
import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../model/texts.js";
import { isGone, panel } from "../panel/panel.js";
import { bar } from "./bar.js";
import { behind } from "./behind.js";
import { center } from "./center.js";
import { log } from "./log.js";
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

/** @param {Store} store @param {Does} does @param {Beside} beside */
export const table = (store, does, beside) => html`
  <a class="skip" href="#options">${t("table.skip")}</a>
  ${bar(store, does, beside.about)}
  <main class="mesa petate" aria-label=${t("table.table")}>${
    store.scene && !isGone(store)
      ? html`${center(store, does)}${panel(store, does, beside.entries)}${me(store, does, beside.order, beside.said.get(store.scene.me.place))}${seats(store, beside.said)}${pot(store.scene, does)}`
      : panel(store, does)
  }</main>
  ${behind(beside.behind, store.scene, does.catchUp)}
  ${log(beside.entries, store.scene, does)}
  <div id="overlay">${result(store, does, beside)}</div>
  ${beside.sheets?.(beside.sheet, store, does, beside.entries)}
  <p class="sr" role="status" aria-live="polite">${beside.polite}</p>
  <p class="sr" aria-live="assertive">${beside.urgent}</p>`;

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
