// Cards as the server writes them: rank then suit, "8s", "Td" (docs/rulebook.md, 1).
// Enters: such a card; a hand, and the kinds of automatic wins that the server says may be declared.
// Leaves: how a card is written and spoken; which cards show such a win, for drawing them lit. Never
// here: a rule of the game. Whether a win holds, the server has said; one that holds by the hand as
// it was dealt, before the exchange, may show no more, and then nothing is lit.
import { t } from "./texts.js";

/** @param {string} card */
export const rankOf = (card) => card.slice(0, 1);

/** @param {string} card */
export const suitOf = (card) => card.slice(1, 2);

/** The index on a card. @param {string} card */
export const written = (card) => (rankOf(card) === "T" ? "10" : rankOf(card));

/** "nueve de diamantes", for ears. @param {string} card */
export const spoken = (card) =>
  t("common.card", {
    rank: t(`common.rank.${rankOf(card)}`),
    suit: t(`common.suit.${suitOf(card)}`),
  });

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
