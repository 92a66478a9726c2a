// The shapes of what the server tells about people and tables (app/accounts/models.py,
// app/lobby/models.py), and of what may be asked. Types alone; the tests compare them with
// /openapi.json.

/** @typedef {{chips: number, at_tables: number, refill_to: number, refill_at: number}} Wallet */
/** @typedef {{id: string, name: string, role: string, username: string | null, wallet: Wallet}} Me */
/** @typedef {{code: string, path: string}} Recovery */
/** @typedef {{table: string, code: string, path: string, place: number, stack: number}} Seat */
/** @typedef {{rule: string, value: unknown, standard: unknown}} Difference */
/** @typedef {{least: number, most: number, usual: number}} BuyIn */
/** @typedef {{name: string, bot: boolean, stack: number}} SeatedAt */
/** @typedef {{name: string, window: number | null, turn: number | null}} PaceTold */
/**
 * @typedef {{id: string, code: string, path: string, name: string, public: boolean,
 *   watchable: boolean, preset: string, rules: Record<string, unknown>, differences: Difference[],
 *   fewest: number, bet: number, stakes: Record<string, number>, buy_in: BuyIn, pace: PaceTold,
 *   places: (SeatedAt | null)[], playing: boolean, carried: number, carries: number,
 *   practice: boolean, mine: number | null, host: boolean}} TableCard
 */
/**
 * @typedef {{id: string, code: string, path: string, name: string, preset: string, bet: number,
 *   seats: number, seated: number, names: string[], bots: string[], playing: boolean,
 *   own_rules: number | null, pace: PaceTold | null, watchable: boolean | null, carried: number,
 *   carries: number, mine: boolean, leaving: boolean}} TableLine
 */
/**
 * @typedef {{refill: () => Promise<{added: number, wallet: Wallet}>,
 *   renewRecovery: () => Promise<Recovery>,
 *   logIn: (username: string, password: string) => Promise<Me>, logOut: () => Promise<unknown>,
 *   setPassword: (asked: {username: string, password: string, current?: string}) => Promise<Me>
 * }} AskAccount
 */

export {};
