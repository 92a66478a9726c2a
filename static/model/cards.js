// Cards as the server writes them: rank then suit, "8s", "Td" (docs/rulebook.md, 1).
// Enters: such a card. Leaves: how it is written and spoken. Never here: a rule of the game.
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
