// Sheets that few people open at a table: loaded when somebody does.
// Enters: which one, the table's card, the store. Leaves: the sheet, open.
import { speakAll } from "../net/files.js";
import { InviteSheet } from "../view/invite-sheet.js";
import { RulesSheet } from "../view/rules-sheet.js";
import { SettingsSheet } from "../view/settings-sheet.js";

const SHEETS = { invite: InviteSheet, rules: RulesSheet, settings: SettingsSheet };

/**
 * @param {keyof typeof SHEETS} name @param {import("../model/people.js").TableCard} card
 * @param {import("../model/store.js").Store} store
 */
export async function aside(name, card, { scene }) {
  await speakAll();
  const sheet = new SHEETS[name]();
  Object.assign(sheet, { card, table: scene?.table });
  document.body.append(sheet);
  await sheet.updateComplete;
  sheet.dialog?.addEventListener("close", () => sheet.remove());
  sheet.open();
}
