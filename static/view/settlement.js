// Who won what at a table, and who pays whom.
// Enters: a settlement as the server tells it. Leaves: templates.
import { html } from "lit";
import { number, t } from "../model/texts.js";
import { signed } from "./hand-list.js";
import { chips, DISHES, dish, icon } from "./parts.js";

/** @typedef {import("../net/histories.js").Night} Night */

/** @param {Night} night */
export function nets({ players, names }) {
  const rows = Object.entries(players).sort(([, a], [, b]) => b.net - a.net);
  const heads = ["player", "brought", "taken", "stack", "in_pots", "net"];
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${t("night.nets")}><table>
    <thead><tr>${heads.map((head) => html`<th scope="col">${t(`night.${head}`)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([player, { brought, taken, stack, in_pots, net }], at) => html`<tr>
      <th scope="row"><span>${dish(names[player] ?? "", DISHES[at % DISHES.length] ?? "", 26)}${names[player]}</span></th>
      ${[brought, taken, stack, in_pots].map((n) => html`<td>${number(n)}</td>`)}
      <td class="net ${net > 0 ? "up" : net < 0 ? "dn" : ""}">${signed(net)}</td></tr>`,
    )}</tbody></table></div>`;
}

/** @param {Night} night */
export const payments = ({ payments, names }) =>
  payments.length
    ? html`<ul class="pays" role="list">${payments.map(
        (
          one,
        ) => html`<li><b>${names[one.from]}</b>${icon("next")}<span class="sr">${t("night.pays")}</span
          ><b>${names[one.to]}</b>${chips(one.chips)}</li>`,
      )}</ul>`
    : html`<p class="muted">${t("night.even")}</p>`;
