// What was computed of a deal, check by check, and what it comes to.
// Enters: checks of model/proof.js. Leaves: templates.
import { html } from "lit";
import { written } from "../model/cards.js";
import { t } from "../model/texts.js";
import { inline } from "./card.js";
import { icon, rich } from "./parts.js";

/** @typedef {import("../model/proof.js").Check} Check */

/** @param {Check[]} checks */
export function checkList(checks) {
  const wrong = checks.filter(({ ok }) => !ok);
  const all = wrong.length ? "verify.red" : "verify.green";
  return html`<p class="verdict ${wrong.length ? "is-red" : "is-green"}">${icon(
    wrong.length ? "warn" : "seal",
  )}<b>${t(all, { n: wrong.length })}</b></p>
    <details class="fold" ?open=${wrong.length > 0}><summary>${t("verify.steps")}${icon("next")}</summary>
      <ul class="checks" role="list">${checks.map(row)}</ul></details>`;
}

/** @param {Check} check */
const row = ({
  check,
  ok,
  says,
  parts,
}) => html`<li class=${ok ? "is-green" : "is-red"} data-check=${check}
    >${icon(ok ? "check" : "cross")}<span><b>${t(`verify.check.${check}`)}</b><span class="sr"> ${t(
      ok ? "verify.holds" : "verify.fails",
    )}</span> <span>${rich(`verify.says.${says}`, drawn(parts))}</span></span></li>`;

/** Cards as cards. @param {Record<string, string | number>} parts */
const drawn = (parts) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) =>
      ["card", "right"].includes(name) && typeof part === "string" && written(part)
        ? [name, inline(part)]
        : [name, part],
    ),
  );
