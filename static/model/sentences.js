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

/**
 * How a sentence is said: for ears as text, in the log with cards drawn in it.
 * @template T
 * @typedef {{say: (key: string, params: Record<string, any>) => T, name: (name: string) => any,
 *   card: (card: string) => any, melds: (melds: string[][]) => any}} Voice
 */

/** @type {Voice<string>} */
export const SPOKEN = {
  say: t,
  name: (name) => name,
  card: spoken,
  melds: (all) => list(all.map(meldName)),
};

/** @typedef {{event: Event, scene: Scene, voice: Voice<any>}} Telling */

const DEEDS = // what a seat does, or the table for it
  "cut announced drawn drawn_card laid discarded discarded_covered paid paid_covered retired".split(
    " ",
  );
const PLAYED = ["goal", "walkover"]; // wins that nobody declares

/** Sentences about me differ from those about others, and what the table did for me from both: "Vos
 * bajaste", "Xiomara bajó", "La mesa, por vos, bajó". @param {Telling} telling @param {string} key @param {Record<string, any>} [more] */
function told({ event: { seat, for_me }, scene, voice }, key, more = {}) {
  const done = for_me && DEEDS.includes(key);
  const mine = seat !== undefined && seat === scene.view?.seat && !done;
  const name = voice.name(done ? t("table.news.for_me") : nameAt(scene, seat));
  return voice.say(`table.news.${key}.${mine ? "me" : "other"}`, { name, ...more });
}

/** Of a card only if it may be known. @param {Telling} telling @param {string} known @param {string} hidden */
const ofCard = (telling, known, hidden) =>
  telling.event.card
    ? told(telling, known, { card: telling.voice.card(telling.event.card) })
    : told(telling, hidden);

/** @type {Record<string, (telling: Telling) => any>} */
const TELL = {
  WasCut: (telling) => told(telling, "cut", { n: telling.event.at }),
  Dealt: ({ voice }) => voice.say("table.news.dealt", {}),
  Announced: (telling) =>
    telling.event.games.length
      ? told(telling, "announced", { games: list(telling.event.games.map(gameName)) })
      : "",
  Swapped: ({ event, scene, voice }) =>
    event.card && event.for_me
      ? voice.say("table.news.swapped.for_me", {
          name: voice.name(nameAt(scene, event.receiver)),
          card: voice.card(event.card),
        })
      : event.card && event.receiver === scene.view?.seat
        ? voice.say("table.news.swapped", {
            name: voice.name(nameAt(scene, event.giver)),
            card: voice.card(event.card),
          })
        : "",
  Drawn: (telling) => ofCard(telling, "drawn_card", "drawn"),
  Laid: (telling) => told(telling, "laid", laidParts(telling)),
  Discarded: (telling) =>
    telling.event.paid
      ? ofCard(telling, "paid", "paid_covered")
      : ofCard(telling, "discarded", "discarded_covered"),
  Taken: (telling) => {
    const { event, voice } = telling;
    const card = event.card ? voice.card(event.card) : t("table.news.a_card");
    return told(telling, event.forced ? "forced" : "taken", { card });
  },
  Died: ({ event: { card }, voice }) =>
    card
      ? voice.say("table.news.died_card", { card: voice.card(card) })
      : voice.say("table.news.died", {}),
  Retired: (telling) => told(telling, "retired"),
  Judged: (telling) => told(telling, "judged"),
  Forgiven: (telling) => told(telling, "forgiven"),
  WentOut: (telling) => told(telling, telling.event.left ? "left" : "out"),
  Ended: ({ event, scene, voice }) =>
    event.winner === null
      ? voice.say("table.news.no_winner", {})
      : event.for_me && !PLAYED.includes(event.how)
        ? voice.say("table.news.won.for_me", { win: t(`table.win.${event.how}`) })
        : told({ event: { ...event, seat: event.winner }, scene, voice }, "won"),
};

/** @param {Telling} telling */
function laidParts({ event, scene, voice }) {
  const layout = /** @type {string[][] | null} */ (event.layout);
  if (!layout) return { melds: t("table.news.cards"), n: 0, goal: scene.goal };
  const fresh = [event.card, ...event.added].filter(Boolean);
  const touched = layout.filter((meld) => meld.some((card) => fresh.includes(card)));
  return { melds: voice.melds(touched), n: laid(layout), goal: scene.goal };
}

/**
 * @template [T=string]
 * @param {Event} event @param {Scene} scene @param {Voice<T>} [voice]
 * @returns {T | string} "" for what is not told
 */
export const sentenceOf = (event, scene, voice = /** @type {Voice<any>} */ (SPOKEN)) =>
  TELL[event.event]?.({ event, scene, voice }) ?? "";

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
