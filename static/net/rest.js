// What is asked over REST (docs/people.md, /openapi.json), and of that what the table's page asks;
// everything else is in lobby.js, which that page need not load.
// Enters: what a person wants. Leaves: the server's answer, or a Failure with the server's code.
// Never here: a sentence for people, they are view/sorry.js's; the browser itself says with each
// request that our own page makes it, so nothing needs to be added against other sites.
import { BUILD } from "./files.js";

/** @typedef {import("../model/people.js").Me} Me */
/** @typedef {import("../model/people.js").TableCard} TableCard */

const PATIENCE = 15_000; // milliseconds; a phone in a lift gets its answer or is told

/** An answer that is no success. `code` is the server's, or "offline", "slow". */
export class Failure extends Error {
  /**
   * @param {number} status HTTP's; 0 if there was no answer
   * @param {string} code
   * @param {string} message the server's own sentence, in English
   * @param {number | null} [after] seconds until it may be tried again
   * @param {string | null} [field] which field of the body is wrong
   */
  constructor(status, code, message, after = null, field = null) {
    super(message);
    this.field = field;
    this.status = status;
    this.code = code;
    this.after = after;
  }
}

/** Tells `stale` once the server serves pages of another build than this one. */
export const server = new EventTarget();

/**
 * @param {string} method
 * @param {string} path below /api
 * @param {unknown} [body]
 * @returns {Promise<any>} the JSON; null where there is none
 */
export async function ask(method, path, body) {
  const answer = await send(method, `/api${path}`, body);
  const build = answer.headers.get("desmoche-build");
  if (build && build !== BUILD) server.dispatchEvent(new Event("stale"));
  const told = answer.status === 204 ? null : await answer.json().catch(() => undefined);
  if (answer.ok && told !== undefined) return told;
  if (answer.ok) throw new Failure(0, "offline", ""); // it broke off: half an answer is none
  const after = Number(answer.headers.get("retry-after"));
  const code = told?.code ?? (answer.status >= 500 ? "server_away" : "unknown");
  throw new Failure(answer.status, code, told?.message ?? "", after || null, told?.field);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 */
async function send(method, path, body) {
  const late = AbortSignal.timeout(PATIENCE);
  /** @type {RequestInit} */
  const request = { method, signal: late };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { "content-type": "application/json" };
  }
  try {
    return await fetch(path, request);
  } catch {
    throw new Failure(0, late.aborted ? "slow" : "offline", "");
  }
}

/** Who I am here; null for a visitor. @returns {Promise<Me | null>} */
export const me = async () => (await ask("GET", "/session")).me;

/** @returns {Promise<import("../model/house-rules.js").RulesTold>} */
export const rules = () => ask("GET", "/presets");

/** @param {string} code @returns {Promise<TableCard>} */
export const findTable = (code) => ask("GET", `/codes/${encodeURIComponent(code)}`);

/** @param {string} table @param {number} count @returns {Promise<{names: string[]}>} */
export const addBots = (table, count) => ask("POST", `/tables/${table}/bots`, { count });

/** @param {string} table @returns {Promise<{after_hand: boolean}>} */
export const leavePlace = (table) => ask("DELETE", `/tables/${table}/seat`);

/** @param {string} table @returns {Promise<{after_hand: boolean}>} */
export const closeTable = (table) => ask("DELETE", `/tables/${table}`);
