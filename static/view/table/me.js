// My own place: plate, beads, reserve, my layout and my hand.
// Enters: the store. Leaves: templates. Which cards may be tapped is what the panel asks for.
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { arranged } from "../../model/building.js";
import { winningCards } from "../../model/cards.js";
import { bestFirst, fromHand } from "../../model/melds.js";
import { laid, nameAt, sitterAt, turnOf } from "../../model/scene.js";
import { t } from "../../model/texts.js";
import { bubble } from "../panel/reactions.js";
import { DISHES, dish, icon } from "../parts.js";
import { tableCard } from "./cards.js";
import { melds, plate, ten } from "./seats.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */
/** @typedef {import("../../model/scene.js").Scene} Scene */

const EARLY = ["cut", "announce", "cambio", "declare"];

/** @param {Store} store @param {Does} does @param {string} order how the hand is sorted @param {string | undefined} word what I just said */
export function me(store, does, order, word) {
  const scene = /** @type {Scene} */ (store.scene);
  const { view } = scene;
  const draft = store.chosen.draft;
  const hand = draft ? draft.loose : handIn(store);
  const early = isPut(store) || !view || EARLY.includes(view.phase);
  const layout = scene.me.layout ?? [];
  if (!scene.me.player) return html`<section class="me" aria-label=${t("table.mine")}></section>`;
  return html`<section class="me ${hand.length > 7 ? "me--nine" : ""} ${scene.me.retired ? "me--retired" : ""}" aria-label=${t("table.mine")}>
    ${plate(scene.me, scene, scene.spectator ? undefined : t("table.you"))}
    ${early || scene.me.seat < 0 ? nothing : ten(laid(layout), scene.goal)}
    ${bank(scene)}
    ${
      hand.length > 1
        ? html`<button type="button" class="btn-icon sort" aria-label=${t(
            "table.sort",
          )} @click=${does.arrange}>${icon("sort")}</button>`
        : nothing
    }
    ${store.panel === "cambio" ? passing(scene) : nothing}
    ${early ? nothing : html`<div class="melds" aria-label=${t("table.layout")}>${melds(layout)}</div>`}
    ${handOf(store, does, arranged(hand, order))}${bubble(word)}</section>`;
}

/** A result put aside: the hand is gone. @param {Store} store */
const isPut = ({ scene, resultSeen }) => scene?.over && resultSeen === scene.table.hand;

/** @param {Store} store */
const handIn = (store) => (isPut(store) ? [] : (store.scene?.view?.hand ?? []));

/** @param {Scene} scene */
function bank({ me, table, view, over }) {
  const runs = view && turnOf(view) === me.seat; // what all answer has a clock of its own
  const left = me.player?.bank ?? 0;
  if (over || me.seat < 0 || me.out || !left || table.deadline === null) return nothing;
  return html`<span class="bank">${icon("hourglass")}<span>${t("table.bank")}</span
    ><b>${runs ? html`<i data-bank></i>` : clock(left)}</b></span>`;
}

/** @param {number} micros */
const clock = (micros) =>
  `${Math.floor(micros / 6e7)}:${String(Math.ceil(micros / 1e6) % 60).padStart(2, "0")}`;

/** Who passes to me, to whom I pass. @param {Scene} scene */
function passing(scene) {
  const { view } = scene;
  if (!view || view.seat === null) return nothing;
  const still = view.counts.map((_, seat) => seat).filter((seat) => !view.out.includes(seat));
  const at = still.indexOf(view.seat);
  const next = sitterAt(scene, still[(at + 1) % still.length]);
  const before = sitterAt(scene, still[(at + still.length - 1) % still.length]);
  if (!next?.player || !before?.player) return nothing;
  return html`<p class="melds passing"><span>${dish(before.player.name, DISHES[before.place] ?? "", 24)}
    ${before.player.name} ${icon("next")} <b>${t("table.you.low")}</b> ${icon("next")}
    ${next.player.name} ${dish(next.player.name, DISHES[next.place] ?? "", 24)}</span></p>`;
}

/** @param {Store} store @param {Does} does @param {string[]} hand */
function handOf(store, does, hand) {
  const lit = litCards(store);
  const fits = fitting(store);
  const { card, draft } = store.chosen;
  const isNew = (/** @type {string} */ one) => draft && one === draft.card;
  return html`<ul class="hand" .style=${`--n:${hand.length}`} aria-label=${t("table.hand", { n: hand.length })}
    data-drop="-1" role="list">${repeat(
      hand,
      (one) => one,
      (one) =>
        html`<li>${tableCard(one, {
          tap: () => does.tap(one),
          drag: draft !== null,
          pressed: card === one,
          ...(fits.has(one) ? { note: t("table.add") } : fallNote(store, one)),
          classes: `${card === one ? "is-picked" : lit.has(one) ? "is-lit" : ""} ${
            isNew(one) ? "is-new" : ""
          } ${fits.has(one) ? "is-fit" : ""}`,
        })}</li>`,
    )}</ul>`;
}

/** Cards that the chosen suggestion would lay, or with which I may declare. @param {Store} store */
function litCards(store) {
  const { options, hand } = store.scene?.view ?? { options: {} };
  if (options.declare) return new Set(winningCards(options.declare, hand ?? []));
  const given = store.givenDraft();
  if (!given || store.chosen.draft || !["claim", "place"].includes(store.play ?? ""))
    return new Set();
  const way = bestFirst(given.layouts, given.base)[store.chosen.way];
  return new Set(way ? fromHand(way, given.hand) : []);
}

/** On whom a card would fall if I pay it: drawn as a dish, which is seen in a fan too. @param {Store} store @param {string} card */
function fallNote({ panel, scene }, card) {
  const seat = panel === "pay" ? scene?.mine.falls?.[card] : undefined;
  if (!scene || seat === undefined) return {};
  const name = nameAt(scene, seat);
  const note =
    seat === scene.view?.seat ? t("table.falls.note.me") : t("table.falls.note", { name });
  const colour = DISHES[sitterAt(scene, seat)?.place ?? 0] ?? "";
  return { note, tag: html`${t("table.falls.tag")} ${dish(name, colour, 17)}` };
}

/** Cards that can be added to my layout before I draw. @param {Store} store */
function fitting(store) {
  const given = store.panel === "draw" && !store.chosen.draft ? store.givenDraft() : null;
  return new Set(given ? given.layouts.flatMap((layout) => fromHand(layout, given.hand)) : []);
}
