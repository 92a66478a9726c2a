// The pot, a paper ticket, and the side pots beside it.
// Enters: the scene. Leaves: templates. Every number opens its receipt.
import { html, nothing } from "lit";
import { carriedWord } from "../../model/receipt.js";
import { nameAt } from "../../model/scene.js";
import { gameName } from "../../model/sentences.js";
import { list, t } from "../../model/texts.js";
import { chips } from "../parts.js";

/** @typedef {import("../../model/scene.js").Scene} Scene */
/** @typedef {import("../does.js").Does} Does */

/** @param {Scene} scene @param {Does} does */
export function pot(scene, does) {
  const { table, view, over } = scene;
  const main = view && !over ? view.pot : (table.carried.pots.main ?? 0);
  const word = carriedWord(table.carried.count);
  return html`<section class="pot" aria-label=${t("table.pots")}>
    <button type="button" class="ticket" @click=${() => does.show("pot")}><span class="ticket__name">${t(
      "table.pot",
    )}</span><span class="ticket__sum">${view || over ? chips(main) : "–"}</span>${
      word ? html`<span class="stamp">${t(word, { n: table.carried.count + 1 })}</span>` : nothing
    }${how(scene, main)}</button>
    ${sides(scene, does)}</section>`;
}

/** @param {Scene} scene @param {number} main */
function how({ table, over }, main) {
  const carried = table.carried.pots.main ?? 0;
  if (!carried || over) return nothing;
  return html`<span class="ticket__how">${t("table.pot.how", { carried, fresh: main - carried })}</span>`;
}

const FEW = 2; // side pots that fit beside the pot of a phone

/** Many side pots as one: the receipt names them. @param {[string, {pot: number}][]} games @param {Does} does */
function summary(games, does) {
  const sum = games.reduce((all, [, side]) => all + side.pot, 0);
  return html`<div class="laterales"><button type="button" class="lateral" @click=${() => does.show("pot")}><span>${t(
    "table.sides.n",
    { n: games.length },
  )}</span>${chips(sum)}</button></div>`;
}

/** @param {Scene} scene @param {Does} does */
function sides(scene, does) {
  const { view, over } = scene;
  const games = view && !over ? Object.entries(view.side) : [];
  if (!games.length) return nothing;
  if (games.length > FEW) return summary(games, does);
  return html`<ul class="laterales" aria-label=${t("table.sides")} role="list">${games.map(
    ([game, side]) =>
      html`<li><button type="button" class="lateral" @click=${() => does.show("pot")}><span>${gameName(game)}</span>${chips(
        side.pot,
      )}<span class="sr">${list(side.seats.map((seat) => nameAt(scene, seat)))}</span></button></li>`,
  )}</ul>`;
}
