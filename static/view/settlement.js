// Who won what at a table, and who pays whom.
// Enters: a settlement as the server tells it. Leaves: templates.
import { html, nothing } from "lit";
import { number, t } from "../model/texts.js";
import { signed } from "./hand-list.js";
import { chips, DISHES, dish, icon, rich } from "./parts.js";
import "./more-icons.js";

/** @typedef {import("../net/histories.js").Night} Night */

/** A name, with a sign for bots. @param {string} player @param {Night} night */
const called = (player, { names, bots }) =>
  html`${names[player]}${bots.includes(player) ? html` <span class="bot" role="img" aria-label="bot" title="bot">${icon("bot")}</span>` : nothing}`;

/** @param {Night} night @param {string} me my id; "" if I did not sit there */
export function nets(night, me) {
  const { players, names, pots } = night;
  const seats = seatsOf(pots);
  const rows = Object.entries(players).sort(([, a], [, b]) => b.net - a.net);
  const heads = ["player", "net", "brought", "taken", "stack", "in_pots"];
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${t("night.nets")}><table>
    <thead><tr>${heads.map((head) => html`<th scope="col">${t(`night.${head}`)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([player, { brought, taken, stack, in_pots, net }]) => html`<tr>
      <th scope="row"><span>${dish(names[player] ?? "", DISHES[seats.get(player) ?? 0] ?? "", 26)}<span>${player === me ? t("night.you") : called(player, night)}</span></span></th>
      <td class="net ${net > 0 ? "up" : net < 0 ? "dn" : ""}">${signed(net)}</td>
      ${[brought, taken, stack, in_pots].map((n) => html`<td>${number(n)}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

/** Where players sat, in the newest hand that is told: their colour, as at the table. @param {Night["pots"]} pots */
function seatsOf(pots) {
  const coins = pots.flatMap((pot) => pot.coins).sort((a, b) => a.hand - b.hand);
  return new Map(coins.map(({ player, seat }) => [player, seat ?? 0]));
}

/** @param {Night} night @param {string} me my id; "" if I did not sit there */
export const payments = (night, me) =>
  night.payments.length
    ? html`<ul class="pays" role="list">${night.payments.map(
        ({ from, to, chips: n }) =>
          html`<li>${rich(from === me ? "night.gives.i" : to === me ? "night.gives.me" : "night.gives", { from: html`<b>${called(from, night)}</b>`, to: html`<b>${called(to, night)}</b>`, chips: chips(n) })}</li>`,
      )}</ul>`
    : html`<p class="muted">${t("night.even")}</p>`;
