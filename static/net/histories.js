// What is asked over REST of hands that are over (app/history/routes.py); not for the table's page.
// Enters: what a person wants. Leaves: the server's answer, or a Failure with the server's code.
import { ask } from "./rest.js";

/** @typedef {import("../model/replay.js").Replay} Replay */
/** @typedef {import("../model/replay.js").Eyes} Eyes */
/**
 * @typedef {{table: string, title: string, hand: number, status: string, ended_at: number,
 *   seat: number | null, preset: string, practice: boolean, players: string[], names: string[],
 *   winner: number | null, how: string | null, pot: number | null, net: number | null}} HandLine
 * @typedef {HandLine & {file: any, fairness: any}} Hand
 * @typedef {{brought: number, taken: number, stack: number, in_pots: number, net: number}} Share
 * @typedef {{title: string, practice: boolean, names: Record<string, string>, bots: string[], players: Record<string, Share>,
 *   payments: {from: string, to: string, chips: number}[], pots: import("../model/books.js").Pot[], over: number}} Night
 */

/** @param {URLSearchParams} asked @returns {Promise<{hands: HandLine[], next: string | null}>} */
export const hands = (asked) => ask("GET", `/hands?${asked}`);

/** @param {string} table @param {number} hand @returns {Promise<Hand>} */
export const hand = (table, hand) => ask("GET", `/hands/${table}/${hand}`);

/** @param {string} table @param {number} hand @param {Eyes} eyes @returns {Promise<Replay>} */
export const steps = (table, hand, eyes) =>
  ask("GET", `/hands/${table}/${hand}/views?eyes=${eyes}`);

/** @param {string} text a hand file @param {Eyes} eyes @returns {Promise<Replay>} */
export const stepsOfFile = (text, eyes) => ask("POST", "/replay", { text, eyes });

/** A table of practice at a moment of a hand. @param {{table: string, hand: number, actions: number, request: string}} asked how many actions stand; the same request opens one table @returns {Promise<import("../model/people.js").Seat>} */
export const playOn = (asked) => ask("POST", "/practice", asked);

/** @param {string} table @returns {Promise<Night>} */
export const settlement = (table) => ask("GET", `/tables/${table}/settlement`);
