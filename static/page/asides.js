// Sheets that few people open at a table: loaded when somebody does.
// Enters: which one, the table's card, the store, the way to ask. Leaves: the sheet, open.
import { draftOf } from "../model/draft.js";
import { dress, speakMore } from "../net/files.js";
import * as rest from "../net/rest.js";
import { HouseSheet } from "../view/house-sheet.js";
import { HowToSheet } from "../view/howto-sheet.js";
import { InviteSheet } from "../view/invite-sheet.js";
import { NameSheet } from "../view/name-sheet.js";
import { RulesSheet } from "../view/rules-sheet.js";
import { SettingsSheet } from "../view/settings-sheet.js";
import { enterAs, isNameless } from "./entering.js";

/**
 * @typedef {{card: import("../model/people.js").TableCard, tell: import("./does.js").Tell,
 *   store: import("../model/store.js").Store}} About
 */

/** @type {Record<string, (about: About) => Promise<import("../view/sheet.js").Sheet>>} */
const SHEETS = {
  settings: async () => new SettingsSheet(),
  invite: async ({ card }) => Object.assign(new InviteSheet(), { card }),
  async rules({ store }) {
    const { scene, oldRules } = store;
    const told = await rest.rules();
    store.rulesSeen = true;
    return Object.assign(new RulesSheet(), { table: scene?.table, old: oldRules, told });
  },
  async house({ store: { scene }, tell }) {
    const [told] = await Promise.all([rest.rules(), dress("rules")]);
    const table = /** @type {import("../model/frames.js").Table} */ (scene?.table);
    const draft = draftOf(told, table.coming.rules ?? table.rules);
    draft.places = table.places.length;
    return Object.assign(new HouseSheet(), { draft, ask: tell });
  },
  async howto() {
    await Promise.all([speakMore(".howto"), dress("howto")]);
    return new HowToSheet();
  },
};

/** A place at the table; who has no name yet is asked for it first. @param {string} table */
export async function sit(table) {
  const me = await rest.me();
  const take = async () => {
    await rest.takePlace(table, { request: rest.requestId() });
    location.reload();
  };
  if (!isNameless(me)) return take();
  await speakMore();
  const enter = async (/** @type {string} */ name) => {
    await enterAs(me, name);
    await take();
  };
  return shown(Object.assign(new NameSheet(), { enter }));
}

/** @param {keyof typeof SHEETS} name @param {About} about */
export async function aside(name, about) {
  await speakMore();
  const sheet = await SHEETS[name]?.(about);
  if (sheet) await shown(sheet);
}

/** @param {import("../view/sheet.js").Sheet} sheet */
async function shown(sheet) {
  document.body.append(sheet);
  await sheet.updateComplete;
  sheet.dialog?.addEventListener("close", () => sheet.remove());
  sheet.open();
}
