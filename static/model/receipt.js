// The receipt of a hand: who paid whom.
// Enters: a result, the scene it ended in. Leaves: lines of the pot and a row for each seat, all
// in chips. Nothing is reckoned that the result doesn't say: a row's sum is what its stack did.

/** @typedef {import("./frames.js").Result} Result */
/** @typedef {{kind: string, detail: string, amount: number}} Line */
/** @typedef {{seat: number, bonuses: Record<string, number>, side: number, net: number, stack: number, unpaid: number}} Row */

export const BONUSES = ["mico", "arriba_del_palo", "color"];

/**
 * @param {Result} result
 * @param {number[]} before each seat's stack before the antes; [] if it is not known
 * @returns {Row[]}
 */
export function rowsOf(result, before) {
  return result.stacks.map((stack, seat) => ({
    seat,
    bonuses: Object.fromEntries(BONUSES.map((kind) => [kind, bonusOf(result, kind, seat)])),
    side: Object.values(result.side).reduce((sum, pot) => sum + shareOf(pot, seat), 0),
    net: before.length ? stack - (before[seat] ?? stack) : 0,
    stack,
    unpaid: result.unpaid[seat] ?? 0,
  }));
}

/** @param {Result} result @param {string} kind @param {number} seat */
function bonusOf({ bonuses, winner }, kind, seat) {
  const owed = bonuses.filter((bonus) => bonus.kind === kind);
  const sum = (/** @type {typeof owed} */ some) => some.reduce((all, one) => all + one.amount, 0);
  if (seat === winner) return sum(owed);
  return -sum(owed.filter((bonus) => bonus.from === seat));
}

/** What a winner of a side pot got of it, odd chips aside. @param {{winners: number[], pot: number}} pot @param {number} seat */
const shareOf = (pot, seat) =>
  pot.winners.includes(seat) ? Math.floor(pot.pot / pot.winners.length) : 0;

/** What each bonus came to in all. @param {Result} result @returns {[string, number][]} */
export function bonusSums({ bonuses }) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const bonus of bonuses) sums.set(bonus.kind, (sums.get(bonus.kind) ?? 0) + bonus.amount);
  return [...sums];
}

/** Doble, triple, … by carry count. @param {number} count */
export const carriedWord = (count) =>
  count < 1 ? "" : count < 4 ? `table.carry.${count}` : "table.carry.more";
