// The cards of my hand that show an automatic win, for drawing them lit.
// Enters: the kinds that the server says may be declared, the hand. Leaves: cards. Never here:
// whether a win holds; the server has said so. One that holds by the hand as it was dealt, before
// the exchange, may show no more, and then nothing is lit.
import { rankOf, suitOf } from "./cards.js";

const isRed = (/** @type {string} */ card) => "hd".includes(suitOf(card));

/** @type {Record<string, (hand: readonly string[]) => readonly string[]>} */
const SHOWN = {
  color: (hand) => (new Set(hand.map(isRed)).size === 1 ? hand : []),
  cuatro_cuerpos: (hand) =>
    hand.filter((card) => hand.filter((other) => rankOf(other) === rankOf(card)).length === 4),
  peladilla: (hand) => (new Set(hand.map(rankOf)).size === hand.length ? hand : []),
};

/** @param {readonly string[]} wins best first @param {readonly string[]} hand */
export const winningCards = (wins, hand) => SHOWN[wins[0] ?? ""]?.(hand) ?? [];
