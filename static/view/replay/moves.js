// The steps as a list to press, in words.
// Enters: a replay, its stops, where we are. Leaves: templates.
import { html } from "lit";
import { sentencesAt } from "../../model/replay-words.js";
import { t } from "../../model/texts.js";
import { DISHES, dish } from "../parts.js";
import { DRAWN } from "../table/log.js";

/** @typedef {import("../../model/replay.js").Replay} Replay */

/**
 * @param {Replay} replay @param {number[]} stops @param {{stop: number, me: number | null}} where
 * @param {(stop: number) => void} go
 */
export const moves = (replay, stops, { stop, me }, go) => html`<ol class="moves" role="list"
  aria-label=${t("replay.moves")}>${stops.map(
    (at, n) => html`<li><button aria-current=${n === stop ? "step" : "false"} @click=${() => go(n)}
      ><span class="n">${n}</span>${dishAt(replay, at)}<span>${saidAt(replay, at, me)}</span></button></li>`,
  )}</ol>`;

/** @param {Replay} replay @param {number} at @param {number | null} me */
function saidAt(replay, at, me) {
  const said = sentencesAt(replay, at, me, DRAWN);
  return said.length ? said.map((one) => html`${one} `) : t("replay.begins");
}

/** Whose step it was. @param {Replay} replay @param {number} at */
function dishAt({ names, steps }, at) {
  const { action, events } = steps[at] ?? { action: null, events: [] };
  const seat = action?.seat ?? events.find((event) => event.seat !== undefined)?.seat;
  return seat == null ? html`<span></span>` : dish(names[seat] ?? "", DISHES[seat] ?? "", 22);
}
