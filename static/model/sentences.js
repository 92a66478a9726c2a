// What happened, in a sentence: for the log and for ears.
// Enters: an event, the scene in which it is told. Leaves: text, "" for what is not told. A card
// that lies covered is not named again (rulebook R10.4): the log asks `visible` when it is shown.
import { spoken } from "./cards.js";
import { meldName } from "./melds.js";
import { laid, nameAt } from "./scene.js";
import { list, t } from "./texts.js";

/** @typedef {import("./frames.js").Event} Event */
/** @typedef {import("./scene.js").Scene} Scene */

/** @param {string} game */
export const gameName = (game) => t(`rules.side_games.${game}`);

/** Sentences about me differ from those about others: "Vos bajaste", "Xiomara bajó". @param {string} key @param {Scene} scene @param {number | undefined} seat @param {import("./texts.js").Params} [more] */
function told(key, scene, seat, more = {}) {
  const mine = seat !== undefined && seat === scene.view?.seat;
  return t(`table.news.${key}.${mine ? "me" : "other"}`, { name: nameAt(scene, seat), ...more });
}

/** @type {Record<string, (event: Event, scene: Scene) => string>} */
const TELL = {
  WasCut: (event, scene) => told("cut", scene, event.seat, { n: event.at }),
  Dealt: () => t("table.news.dealt"),
  Announced: (event, scene) =>
    event.games.length
      ? told("announced", scene, event.seat, { games: list(event.games.map(gameName)) })
      : "",
  Swapped: (event, scene) =>
    event.card && event.receiver === scene.view?.seat
      ? t("table.news.swapped", { name: nameAt(scene, event.giver), card: spoken(event.card) })
      : "",
  Drawn: (event, scene) =>
    event.card
      ? told("drawn_card", scene, event.seat, { card: spoken(event.card) })
      : told("drawn", scene, event.seat),
  Laid: (event, scene) => told("laid", scene, event.seat, laidParts(event, scene)),
  Discarded: (event, scene) =>
    event.card
      ? told(event.paid ? "paid" : "discarded", scene, event.seat, { card: spoken(event.card) })
      : told(event.paid ? "paid_covered" : "discarded_covered", scene, event.seat),
  Taken: (event, scene) =>
    told(event.forced ? "forced" : "taken", scene, event.seat, {
      card: event.card ? spoken(event.card) : t("table.news.a_card"),
    }),
  Died: () => t("table.news.died"),
  Retired: (event, scene) => told("retired", scene, event.seat),
  Judged: (event, scene) => told("judged", scene, event.seat),
  Forgiven: (event, scene) => told("forgiven", scene, event.seat),
  WentOut: (event, scene) => told(event.left ? "left" : "out", scene, event.seat),
  Ended: (event, scene) =>
    event.winner === null
      ? t("table.news.no_winner")
      : told("won", scene, /** @type {number} */ (event.winner)),
};

/** @param {Event} event @param {Scene} scene */
function laidParts(event, scene) {
  const layout = /** @type {string[][] | null} */ (event.layout);
  if (!layout) return { melds: t("table.news.cards"), n: 0, goal: scene.goal };
  const fresh = [event.card, ...event.added].filter(Boolean);
  const touched = layout.filter((meld) => meld.some((card) => fresh.includes(card)));
  return { melds: list(touched.map(meldName)), n: laid(layout), goal: scene.goal };
}

/** @param {Event} event @param {Scene} scene */
export const sentenceOf = (event, scene) => TELL[event.event]?.(event, scene) ?? "";

/** Whether a card may still be named: it lies open somewhere. @param {string} card @param {Scene} scene */
export function visible(card, { view, over }) {
  if (!view || over || view.discards) return true;
  const open = [view.top, view.offered, view.drawn, ...(view.hand ?? [])];
  return open.includes(card) || view.layouts.some((layout) => layout?.flat().includes(card));
}

/** The same event without the card that is covered by now. @param {Event} event @param {Scene} scene @returns {Event} */
export const covered = (event, scene) =>
  event.card &&
  ["Discarded", "Died", "Drawn", "Taken"].includes(event.event) &&
  !visible(event.card, scene)
    ? { ...event, card: null }
    : event;
