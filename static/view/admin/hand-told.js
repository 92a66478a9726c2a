// A finished hand told action by action, its deal first. Enters: a hand file. Leaves: a template.
// Never here: a hand that is being played; the server gives none of it.
import { html, nothing } from "lit";
import { potName } from "../../model/books.js";
import { list, number, t } from "../../model/texts.js";
import { inline } from "../card.js";

/** @param {{seats: string[], stacks: number[], actions: Record<string, any>[]}} file */
export const handTold = ({ seats, stacks, actions }) =>
  html`<p class="where">${seats.map((name, seat) => html`<span class="tag">${t("receipt.coin", { seat: String(seat + 1), told: `${name} ${number(stacks[seat] ?? 0)}` })}</span>`)}</p>
    <ol class="actions-told">${actions.map((action) => html`<li>${told(action, seats)}</li>`)}</ol>`;

/** @param {Record<string, any>} action @param {string[]} seats */
function told({ seat, do: done, ...more }, seats) {
  const who = seat === null || seat === undefined ? t("admin.clock") : seats[seat];
  return html`<b>${who}</b> ${t(`admin.act.${done}`)} ${detail(more, seats)}`;
}

/** @param {Record<string, any>} more @param {string[]} seats */
function detail({ card, melds, games, at, target, forgive, win }, seats) {
  if (card) return inline(card);
  if (melds)
    return melds.map(
      (/** @type {string[]} */ one) => html`<span class="meld-told">${one.map(inline)}</span>`,
    );
  if (games) return games.length ? list(games.map(potName)) : t("admin.act.nothing");
  if (at !== undefined && at !== null) return number(at);
  if (target !== undefined) return seats[target];
  if (forgive !== undefined) return t(forgive ? "admin.act.forgiven" : "admin.act.not_forgiven");
  return win ?? nothing;
}
