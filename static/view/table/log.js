// What happened, told: the log beside a wide table, and what was missed, move by move over the pot.
// Enters: what happened, the scene now. Leaves: templates. A covered card is named no more. For ears
// the live region tells the last of what was missed.
import { html, nothing } from "lit";
import { covered, sentenceOf } from "../../model/sentences.js";
import { t } from "../../model/texts.js";
import { inline } from "../card.js";
import { reactions } from "../panel/reactions.js";
import { icon, rich } from "../parts.js";

/** @type {import("../../model/sentences.js").Voice<unknown>} */
export const DRAWN = {
  say: rich,
  name: (name) => html`<b>${name}</b>`,
  card: inline,
  melds: (melds) => html`<span class="log__cards">${melds.flat().map(inline)}</span>`,
};

/** @typedef {{at: number, event: import("../../model/frames.js").Event}} Entry */

/** Where there is room beside the table, as css/table/32-wide-log.css has it; a phone draws no log. */
export const roomForLog = matchMedia("(min-width: 1280px) and (min-height: 600px)");

/** @param {readonly Entry[]} entries @param {import("../../model/scene.js").Scene | null} scene @param {import("../does.js").Does} does */
export const log = (entries, scene, does) =>
  roomForLog.matches ? drawn(entries, scene, does) : nothing;

/** @param {readonly Entry[]} entries @param {import("../../model/scene.js").Scene | null} scene @param {import("../does.js").Does} does */
const drawn = (entries, scene, does) => html`<aside class="side" aria-label=${t("table.log")}>
  <h2 class="side__h">${t("table.log")}</h2>
  <div class="log" tabindex="0" role="group" aria-label=${t("table.log")}>${
    entries.length ? lines(entries, scene) : html`<p class="muted">${t("table.log.none")}</p>`
  }</div>${
    scene && !scene.spectator ? html`<h3>${t("table.reactions")}</h3>${reactions(scene, does)}` : ""
  }</aside>`;

/** @param {readonly Entry[]} entries @param {import("../../model/scene.js").Scene | null} scene */
export const lines = (entries, scene) =>
  html`<ol class="told" role="list">${scene ? entries.map((entry) => line(entry, scene)) : ""}</ol>`;

/** @param {Entry} entry @param {import("../../model/scene.js").Scene} scene */
function line({ at, event }, scene) {
  const text = sentenceOf(covered(event, scene), scene, DRAWN);
  const time = new Date(at).toTimeString().slice(0, 5);
  return text ? html`<li><time>${time}</time><span>${text}</span></li>` : "";
}

/**
 * What was missed, and the way to leave it.
 * @param {import("../../model/behind.js").Behind | null} missed
 * @param {import("../../model/scene.js").Scene | null} scene
 * @param {() => void} skip
 */
export function behind(missed, scene, skip) {
  if (!missed?.now || !scene) return nothing;
  const text = sentenceOf(covered(missed.now, scene), scene, DRAWN);
  return html`<div class="behind"><p aria-hidden="true"><small>${t("table.behind")}</small><span>${text || "…"}</span></p>
    <button type="button" class="btn" @click=${skip}>${icon("next")}${t("table.behind.skip")}</button></div>`;
}
