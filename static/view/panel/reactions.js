// A few things that everybody may say to the table; nobody writes anything.
// Enters: what a press does. Leaves: templates.
import { html, nothing } from "lit";
import { t } from "../../model/texts.js";

export const WORDS = ["dame", "sal", "apurate", "jaja", "bien"];

/** @param {import("../../model/scene.js").Scene} scene @param {import("../does.js").Does} does */
export const reactions = (scene, does) =>
  scene.spectator
    ? nothing
    : html`<div class="reacts" role="group" aria-label=${t("table.reactions")}>${WORDS.map(
        (word) =>
          html`<button type="button" class="react" @click=${() => does.ask({ type: "react", word })}>${t(`table.react.${word}`)}</button>`,
      )}</div>`;

/** What somebody says, at their seat. @param {string | undefined} word */
export const bubble = (word) =>
  word ? html`<p class="say" aria-hidden="true">${t(`table.react.${word}`)}</p>` : nothing;
