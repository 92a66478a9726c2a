// The middle of the table: deck, bote, the card on offer, and which way play goes.
// Enters: the store. Leaves: templates.
import { html, nothing } from "lit";
import { nameAt } from "../../model/scene.js";
import { t } from "../../model/texts.js";
import { back, inline } from "../card.js";
import { icon, rich } from "../parts.js";
import { tableCard } from "./cards.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../../model/scene.js").Scene} Scene */
/** @typedef {import("../../model/frames.js").View} View */

const RING =
  "M50 2.5H14A11.5 11.5 0 0 0 2.5 14v110A11.5 11.5 0 0 0 14 135.5h72A11.5 11.5 0 0 0 97.5 124V14A11.5 11.5 0 0 0 86 2.5z";
const ring = html`<svg class="ring" viewBox="0 0 100 138" aria-hidden="true"><path class="track"
  d=${RING}></path><path class="run" pathLength="100" d=${RING} data-ring></path></svg>`;
const flow = html`<svg class="flow" viewBox="0 0 200 200" preserveAspectRatio="none"
  aria-hidden="true"><path vector-effect="non-scaling-stroke" d="M100 6a94 94 0 1 0 .01 0"></path></svg
  ><span class="flow__tips" aria-hidden="true"><i></i><i></i><i></i><i></i></span>`;

/** @param {number | null} count null between hands @param {(() => void) | null} [tap] */
function deck(count, tap = null) {
  const inside = html`${back()}${back()}${back()}${
    count === null
      ? nothing
      : html`<b class="deck__n"><span class="sr">${t("table.deck")} </span>${count}</b>`
  }`;
  return tap
    ? html`<button type="button" class="deck" data-deck aria-label=${t("table.draw.deck", { n: count ?? 0 })}
        @click=${tap}>${inside}</button>`
    : html`<span class="deck" data-deck>${inside}</span>`;
}

/** @param {string | null} top */
const bote = (top) =>
  top
    ? html`<span class="bote">${tableCard(top, { classes: "is-dead" })}<small>${t("table.bote")}</small></span>`
    : nothing;

/** @param {Store} store @param {import("../does.js").Does} does */
export function center(store, does) {
  const scene = /** @type {Scene} */ (store.scene);
  return html`<section class="center" aria-label=${t("table.center")}>${flow}${inside(scene, store, does)}</section>`;
}

/** @param {Scene} scene @param {Store} store @param {import("../does.js").Does} does */
function inside(scene, store, does) {
  const { view } = scene;
  if (!view || scene.over) return html`<div class="piles">${deck(null)}</div>`;
  if (view.offered) return offered(view, scene);
  if (view.phase === "cambio") return exchange(store, scene);
  if (view.drawn && view.turn !== view.seat)
    return html`<div class="piles">${deck(view.deck_count)}${tableCard(view.drawn, { classes: "is-new" })}</div>${says(scene)}`;
  const draws = store.panel === "draw" ? () => does.act("draw") : null;
  return html`<div class="piles">${deck(view.deck_count, draws)}${
    store.panel === "pay"
      ? html`<span class="slot"><span>${t("table.pay.here")}</span></span>`
      : bote(view.top)
  }</div>${says(scene)}`;
}

/** @param {View} view @param {Scene} scene */
const offered = (view, scene) => html`<div class="offered">${deck(view.deck_count)}<div
    class="offered__card">${tableCard(/** @type {string} */ (view.offered), {
      says: t("table.offered"),
    })}${view.phase === "offer" ? ring : nothing}</div></div>
  <p class="center__by">${view.discarder === view.seat ? t("table.by.me") : rich("table.by", { name: nameAt(scene, view.discarder) })}</p>`;

/** What goes on, in a few words. @param {Scene} scene */
function says(scene) {
  const view = /** @type {View} */ (scene.view);
  const name = html`<b>${nameAt(scene, view.turn)}</b>`;
  if (["announce", "declare"].includes(view.phase))
    return html`<p class="center__by">${rich("table.left", { n: view.to_act.length })}</p>`;
  if (view.phase === "cut" && !scene.asked)
    return html`<p class="center__by">${rich("table.cuts", { name: nameAt(scene, view.to_act[0]) })}</p>`;
  if (view.phase === "judge")
    return html`<p class="center__by">${rich("table.judging", { name })}</p>`;
  if (view.turn === view.seat && view.phase === "draw" && view.top)
    return html`<p class="center__by">${rich("table.nobody", { card: inline(view.top) })}</p>`;
  if (view.turn === null || view.turn === view.seat) return nothing;
  return html`<p class="center__by">${rich(`table.doing.${view.phase}`, { name })}</p>`;
}

/** Four cards in a ring. @param {Store} store @param {Scene} scene */
function exchange(store, scene) {
  const view = /** @type {View} */ (scene.view);
  const mine = view.answer?.do === "give" ? view.answer.card : store.chosen.card;
  const chosen = (/** @type {import("../../model/scene.js").Sitter} */ { seat }) =>
    seat >= 0 && !view.to_act.includes(seat);
  return html`<div class="cambio" aria-hidden="true">${scene.sitters
    .filter((sitter) => sitter.seat >= 0)
    .map(
      (sitter) =>
        html`<span class="c-${sitter.side}">${
          sitter.side === "me" && mine ? tableCard(mine) : chosen(sitter) ? back() : nothing
        }</span>`,
    )}
    <span class="c-turn">${icon("turn")}</span></div>`;
}
