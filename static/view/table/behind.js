// What was missed, told move by move over the pot, and the way to leave it.
// Enters: the move to show. Leaves: templates. For ears the live region tells the last of it.
import { html, nothing } from "lit";
import { covered, sentenceOf } from "../../model/sentences.js";
import { t } from "../../model/texts.js";
import { icon } from "../parts.js";
import { DRAWN } from "./log.js";

/**
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
