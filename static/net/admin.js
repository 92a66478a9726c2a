// What operators ask over REST: `/api/admin`, and finished hands.
// Enters: a path below it, filters. Leaves: the server's answer, or a Failure.
import { ask } from "./rest.js";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Filters */

/** Filters as a query; those that are empty are left out. @param {Filters} filters */
export function query(filters) {
  const given = Object.entries(filters).filter(([, value]) => value || value === 0);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** @param {string} path @param {Filters} [filters] @returns {Promise<any>} */
export const look = (path, filters = {}) => ask("GET", `/admin/${path}${query(filters)}`);

/** @param {string} path @param {Record<string, unknown>} [body] @returns {Promise<any>} */
export const act = (path, body = {}) => ask("POST", `/admin/${path}`, body);

/** A finished hand with all its actions. @param {string} table @param {number} hand */
export const hand = (table, hand) => ask("GET", `/hands/${table}/${hand}`);

/** Where exactly the filtered rows can be downloaded. @param {string} file @param {Filters} [filters] */
export const download = (file, filters = {}) => `/api/admin/${file}${query(filters)}`;
