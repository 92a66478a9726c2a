// The receipt of a hand: who paid whom.
// Enters: a result, what each seat had before the hand and what it put in. Leaves: lines of the
// pot and a row for each seat, all in chips. No rule of money is known here: what the result
// doesn't say is the rest between two numbers that it says.

/** @typedef {import("./frames.js").Result} Result */
/** @typedef {{seat: number, pot: number, bonuses: Record<string, number>, side: number, net: number, stack: number, unpaid: number}} Row */
/**
 * What was known before the hand ended; `stacks` [] if the page came after.
 * `stacks` before the antes, `put` what each put in, `stakes` what of that went to side games,
 * `carried` the main pot that the hand began with, `count` how many hands it came from.
 * @typedef {{stacks: number[], put: number[], stakes: number[], carried: number, count: number}} Before
 */

export const BONUSES = ["mico", "arriba_del_palo", "color"];
/** @type {Before} */
export const NOTHING_KNOWN = { stacks: [], put: [], stakes: [], carried: 0, count: 0 };

/**
 * The winner first, then as they sit.
 * @param {Result} result
 * @param {Before} before
 * @returns {Row[]}
 */
export function rowsOf(result, before) {
  const rows = result.stacks.map((stack, seat) => {
    const net = before.stacks.length ? stack - (before.stacks[seat] ?? stack) : 0;
    const paid = bonusNet(result, seat);
    const won = seat === result.winner ? result.pot : 0;
    const ante = (before.put[seat] ?? 0) - (before.stakes[seat] ?? 0);
    return {
      seat,
      bonuses: Object.fromEntries(BONUSES.map((kind) => [kind, bonusOf(result, kind, seat)])),
      pot: won - ante,
      side: before.stacks.length ? net - (won - ante) - paid : 0,
      net,
      stack,
      unpaid: result.unpaid[seat] ?? 0,
    };
  });
  const later = (/** @type {Row} */ row) => (row.seat === result.winner ? 0 : 1);
  return rows.sort((a, b) => later(a) - later(b));
}

/** @param {Result} result @param {string} kind @param {number} seat */
function bonusOf({ bonuses, winner }, kind, seat) {
  const owed = bonuses.filter((bonus) => bonus.kind === kind);
  if (seat === winner) return sum(owed.map((bonus) => bonus.amount));
  return -sum(owed.filter((bonus) => bonus.from === seat).map((bonus) => bonus.amount));
}

/** What a seat got or paid of all bonuses, without what could not be paid. @param {Result} result @param {number} seat */
function bonusNet(result, seat) {
  const owed = sum(BONUSES.map((kind) => bonusOf(result, kind, seat)));
  return owed + (seat === result.winner ? -sum(result.unpaid) : (result.unpaid[seat] ?? 0));
}

/** What the winner took out of the main pot and from the others. @param {Result} result */
export const collected = (result) =>
  result.winner === null ? 0 : result.pot + bonusNet(result, result.winner);

/** How often each bonus was owed, and what they came to. @param {Result} result @returns {{kind: string, times: number, sum: number}[]} */
export const bonusSums = ({ bonuses }) =>
  BONUSES.map((kind) => {
    const owed = bonuses.filter((bonus) => bonus.kind === kind);
    return { kind, times: owed.length, sum: sum(owed.map((bonus) => bonus.amount)) };
  }).filter(({ times }) => times > 0);

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** Doble, triple, … by carry count. @param {number} count */
export const carriedWord = (count) =>
  count < 1 ? "" : count < 4 ? `table.carry.${count}` : "table.carry.more";
