// Everything that people, the lobby and a table's door ask over REST, beside what a table's page does.
// Enters: what a person wants. Leaves: the server's answer, or a Failure with the server's code.
// Never here: how it is asked, which is rest.js's.
import { ask } from "./rest.js";

export * from "./rest.js";

/** @typedef {import("../model/people.js").Me} Me */
/** @typedef {import("../model/people.js").Wallet} Wallet */
/** @typedef {import("../model/people.js").Recovery} Recovery */
/** @typedef {import("../model/people.js").Seat} Seat */
/** @typedef {import("../model/people.js").TableCard} TableCard */
/** @typedef {import("../model/people.js").TableLine} TableLine */

let counter = 0;

/** An id by which a request that is asked again is done once. */
export const requestId = () => `${Date.now().toString(36)}-${(counter++).toString(36)}`;

// --- people ----------------------------------------------------------------------------

/** @param {string} name @returns {Promise<{me: Me, recovery: Recovery}>} */
export const comeAsGuest = (name) => ask("POST", "/guests", { name });

/** @param {string} name @returns {Promise<Me>} */
export const rename = (name) => ask("PATCH", "/me", { name });

/** @param {string} code out of a recovery link @returns {Promise<Me>} */
export const recover = (code) => ask("POST", "/recovery", { code });

/** A new recovery code; the one before is void. @returns {Promise<Recovery>} */
export const renewRecovery = () => ask("POST", "/me/recovery");

/** @param {string} username @param {string} password @returns {Promise<Me>} */
export const logIn = (username, password) => ask("POST", "/login", { username, password });

export const logOut = () => ask("POST", "/logout");

/** @param {{username: string, password: string, current?: string}} asked @returns {Promise<Me>} */
export const setPassword = (asked) => ask("PUT", "/me/password", asked);

/** @returns {Promise<{added: number, wallet: Wallet}>} */
export const refill = () => ask("POST", "/me/refill");

// --- tables ----------------------------------------------------------------------------

/** Where I sit, or which I made. @returns {Promise<TableLine[]>} */
export const myTables = async () => (await ask("GET", "/my-tables")).tables;

/** @returns {Promise<TableLine[]>} */
export const openTables = async () => (await ask("GET", "/tables")).tables;

/** @param {string} name of a table that is made for it @returns {Promise<Seat>} */
export const playNow = (name) => ask("POST", "/play", { name });

/** @param {Record<string, unknown>} asked NewTable @returns {Promise<TableCard>} */
export const openTable = (asked) => ask("POST", "/tables", asked);

/** @param {string} table an id @returns {Promise<TableCard>} */
export const showTable = (table) => ask("GET", `/tables/${table}`);

/**
 * @param {string} table
 * @param {{place?: number, chips?: number, request: string}} asked
 * @returns {Promise<Seat>}
 */
export const takePlace = (table, asked) => ask("POST", `/tables/${table}/seat`, asked);
