// How melds are called, and in which order to suggest them.
// Enters: melds and layouts as the server lists them. Leaves: names, sorted suggestions. Whether
// a meld is one is not asked here: the server's options hold only those that are.
import { rankOf, written } from "./cards.js";
import { list, t } from "./texts.js";

/** @typedef {import("./frames.js").Layout} Layout */

/** @param {readonly string[]} meld */
export const keyOf = (meld) => [...meld].sort().join(" ");

/** One key for a layout, in whatever order it is written. @param {Layout} layout */
export const layoutKey = (layout) => layout.map(keyOf).sort().join("/");

/** "Tercia de 9", "Escalera 9–J". @param {readonly string[]} meld */
export function meldName(meld) {
  const first = meld[0] ?? "";
  const last = meld.at(-1) ?? "";
  if (new Set(meld.map(rankOf)).size === 1)
    return t(meld.length === 4 ? "table.meld.four" : "table.meld.three", { rank: written(first) });
  return t("table.meld.run", { from: written(first), to: written(last) });
}

/**
 * One or two melds by name; of more, that one of which the cards are shown, and how many others.
 * @param {Layout} layout @param {readonly string[]} shown one of them
 */
export const layoutName = (layout, shown) =>
  list(
    layout.length > 2
      ? [meldName(shown), t("table.ways.more", { n: layout.length - 1 })]
      : layout.map(meldName),
  );

/** Melds of a layout that were not there before. @param {Layout} layout @param {Layout} before */
export function fresh(layout, before) {
  const old = new Set(before.map(keyOf));
  return layout.filter((meld) => !old.has(keyOf(meld)));
}

/**
 * Best first: those that lay most, then those that move least.
 * @param {Layout[]} layouts
 * @param {Layout} before
 */
export function bestFirst(layouts, before) {
  const size = (/** @type {Layout} */ layout) => layout.flat().length;
  const moves = (/** @type {Layout} */ layout) => fresh(layout, before).length;
  return [...layouts].sort((a, b) => size(b) - size(a) || moves(a) - moves(b));
}

/** Hand cards that a layout lays. @param {Layout} layout @param {readonly string[]} hand */
export const fromHand = (layout, hand) => layout.flat().filter((card) => hand.includes(card));
