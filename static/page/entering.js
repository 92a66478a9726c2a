// From a nickname to a player: what lobby, create and join have in common.
// Enters: a name, who is here. Leaves: whoever is here then; of who came only to look on, that
// they have no name of their own yet.
import { settings } from "../model/settings.js";
import * as rest from "../net/rest.js";
import { comeAsGuest, rename } from "../net/rest.js";

/** @typedef {import("../model/people.js").Me} Me */

/**
 * Come in under a name, or take another one.
 * @param {Me | null} me @param {string} name @returns {Promise<Me>}
 */
export async function enterAs(me, name) {
  const wanted = name.trim();
  settings.set("name", wanted);
  if (!me) return (await comeAsGuest(wanted)).me;
  return wanted && wanted !== me.name ? rename(wanted) : me;
}

/** Who only looks on needs no name. @param {string} called @returns {Promise<Me>} */
export async function enterToWatch(called) {
  settings.set("watcher", called);
  return (await comeAsGuest(called)).me;
}

/** Whether somebody has to say how they are called before they sit. @param {Me | null} me */
export const isNameless = (me) => !me || me.name === settings.get("watcher");

/** What the account sheet may ask. @type {import("../model/people.js").AskAccount} */
export const askAccount = {
  refill: rest.refill,
  renewRecovery: rest.renewRecovery,
  logIn: rest.logIn,
  logOut: rest.logOut,
  setPassword: rest.setPassword,
};
