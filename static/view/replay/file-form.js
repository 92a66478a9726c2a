// A hand file pasted or opened; and what to say where there is nothing to step through.
// Enters: what went wrong, what to do with a text. Leaves: templates.
import { html, nothing } from "lit";
import { has, t } from "../../model/texts.js";
import { lost } from "../lost.js";
import { openText } from "../open-text.js";
import { icon } from "../parts.js";
import { sorry } from "../sorry.js";
import { wayBack } from "../way-back.js";

/** @typedef {import("../sorry.js").Trouble & {message?: string}} Trouble */

/** @param {Trouble | null} trouble @param {boolean} busy @param {(text: string) => void} open */
export const fileForm = (trouble, busy, open) => html`<h1>${t("replay.file.h")}</h1>
  <p class="muted">${t("replay.file.about")}</p>
  ${openText({ name: "hand", label: t("replay.file.paste"), go: t("replay.file.go"), busy }, open)}
  ${trouble ? html`<div class="trouble" role="alert">${told(trouble)}</div>` : nothing}`;

/** The rulebook's code and sentence folded below ours. @param {Trouble} trouble */
const told = (trouble) =>
  html`<p>${has(`error.${trouble.code}`) ? sorry(trouble) : t("replay.file.no_fit")}</p>${
    trouble.message
      ? html`<details class="fold"><summary>${t("common.details")}${icon("next")}</summary>
        <p class="trouble__code" lang="en"><code>${trouble.code}</code> ${trouble.message}</p></details>`
      : nothing
  }`;

/** @param {import("../sorry.js").Trouble | null} trouble null while it is asked for */
export const lostHand = (trouble) =>
  trouble
    ? lost(t("replay.lost"), html`<p role="alert">${sorry(trouble)}</p>`, wayBack(trouble))
    : html`<p class="muted">${t("lobby.loading")}</p>`;
