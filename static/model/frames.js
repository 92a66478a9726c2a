// The shapes of what the table's server tells and is asked (app/protocol.py, docs/protocol.md).
// Types, and the one reader of frames: text in, a known frame or null out. tests/js reads the
// same examples as the server's tests.

/** @typedef {string[][]} Layout melds, each a list of cards */
/** @typedef {{seat: number, do: string} & Record<string, any>} Action */
/**
 * @typedef {{cut?: number, announce?: string[], declare?: string[], give?: string[],
 *   pay?: string[], lay?: Layout[], use?: Layout[], claim?: Layout[], place?: Layout[],
 *   force?: number[], ready?: true, draw?: true, retire?: true, discard?: true, pass?: true,
 *   vote?: true, leave?: true}} Options
 */
/** @typedef {{kind: string, from: number, amount: number}} Bonus */
/**
 * @typedef {{winner: number | null, how: string, pot: number, bonuses: Bonus[],
 *   unpaid: number[], side: Record<string, {winners: number[], pot: number}>, stacks: number[],
 *   carry: {pot: number, count: number, side: Record<string, number>}}} Result
 */
/**
 * @typedef {{seat: number | null, phase: string, turn: number | null, to_act: number[],
 *   hand: string[] | null, drawn: string | null, counts: number[], layouts: (Layout | null)[],
 *   deck_count: number, offered: string | null, discarder: number | null, top: string | null,
 *   pot: number, side: Record<string, {pot: number, seats: number[]}>, stacks: number[],
 *   dealer: number, announced: (string[] | null)[], retired: number[], out: number[],
 *   answer: Action | null, options: Options, discards?: string[],
 *   trial?: {seat: number, play: string, melds: Layout}, result?: Result,
 *   shown?: {winner: string[], card: string | null, side: Record<string, Record<string, string[]>>}}} View
 */
/**
 * @typedef {{name: string, stack: number, bot: boolean, away: boolean, sits_out: boolean,
 *   ready: boolean, pausing: boolean, leaving: boolean, bank: number, games: string[]}} Player
 */
/** @typedef {{pledge: string | null, entropy: string | null}} Part */
/** @typedef {{commitment: string, seats: Part[], hand: number}} DealRecord */
/** @typedef {{name: string, window: number | null}} Pace */
/** @typedef {Record<string, any> & {preset: string}} HouseRules the preset, and what differs from it */
/**
 * @typedef {{id: string, seq: number, rules: HouseRules, bet: number,
 *   stakes: Record<string, number>, pace: Pace, owner: number | null, host: number | null, watchable: boolean,
 *   most_stack: number | null, places: (Player | null)[], hand: number, playing: boolean, dealt: number[], asked_at: number,
 *   asked_seq: number, deadline: number | null, sealed: boolean,
 *   carried: {count: number, pots: Record<string, number>},
 *   proposal: {bet: number, agreed: number[]} | null, commitment: string | null,
 *   announced: boolean, fairness: DealRecord | null, void: string | null, frozen: boolean, asleep: boolean,
 *   coming: {pace: Pace | null, rules: HouseRules | null, watchable: boolean | null, close: boolean}}} Table
 */
/**
 * @typedef {{place: number | null, view: View | null, answer?: Action | null,
 *   orders?: {pass_rest: boolean, take_goal: boolean}, pledge?: string | null,
 *   added_entropy?: boolean, revealed?: DealRecord | null, falls?: Record<string, number>}} Mine
 */
/** @typedef {{event: string, seat?: number, card?: string | null} & Record<string, any>} Event */
/** @typedef {{seq: number, events: Event[]}} News */
/**
 * @typedef {{type: "view", table: string, seq: number, public: Table, present: boolean[],
 *   gone_since: (number | null)[], mine: Mine, since: number, news: News[]}} ViewFrame
 */
/**
 * @typedef {{type: "answer", id: string, code: string | null, message: string, seq: number,
 *   cards?: string[], needs?: string[]}} AnswerFrame
 */
/** @typedef {{type: string} & Record<string, any>} Frame */

const KNOWN = new Set(
  "welcome view answer answered reacted paused resumed refused replaced closed pong".split(" "),
);

/**
 * A frame of the server; null for one that this page does not know, which it passes over.
 * @param {string} text
 * @returns {Frame | null}
 */
export function frameOf(text) {
  try {
    const frame = JSON.parse(text);
    return KNOWN.has(frame?.type) ? frame : null;
  } catch {
    return null;
  }
}
