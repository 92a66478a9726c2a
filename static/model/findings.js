// What is wrong with the ledger, in words. Enters: a code with its values, as the server tells
// it (app/ledger/sentences.py), and what ids are called. Leaves: a sentence.
import { potName } from "./books.js";
import { t } from "./texts.js";
import { when } from "./when.js";

/** @typedef {{code: string, values: Record<string, string | number | null>}} Told */
/** @typedef {Record<string, string>} Names */

/** A finding of a check. @param {Told} told @param {Names} names */
export function inWords({ code, values }, names) {
  const said = shown(values, names);
  if (code === "row_bad") said.why = misfit({ code: String(values.why), values }, names);
  return t(`admin.wrong.${code}`, said);
}

/** Why a row, or a pot made of rows, can't be. @param {Told} told @param {Names} names */
export const misfit = ({ code, values }, names) => t(`admin.misfit.${code}`, shown(values, names));

/** @param {Told["values"]} values @param {Names} names */
const shown = (values, names) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, inWord(name, value, names)]),
  );

/** @param {string} name @param {string | number | null} value @param {Names} names */
function inWord(name, value, names) {
  if (value === null) return "–";
  if (name.endsWith("_at")) return when(Number(value));
  if (typeof value === "number") return value;
  if (name === "pot") return potName(value);
  if (name.endsWith("_role")) return t(`admin.role.${value}`);
  return Object.hasOwn(names, value) ? String(names[value]) : value;
}
