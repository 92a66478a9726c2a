// House rules as the server tells them (/api/presets), in words.
// Enters: names and values of rules. Leaves: sentences. Never here: what a rule does, or which go
// together; the server offers values and judges them.
import { has, list, t } from "./texts.js";

/**
 * @typedef {{kind: "one" | "some" | "span", values: unknown[], words: string}} Domain
 * @typedef {{presets: Record<string, Record<string, unknown>>, domains: Record<string, Domain>,
 *   offered: Record<string, Record<string, unknown[]>>,
 *   only_with: Record<string, {rule: string, values: unknown[]}>,
 *   windows: number[], paces: Record<string, number | null>, usual_pace: Record<string, string>,
 *   bets: {least: number, usual: number, most: number}}} RulesTold
 */

/** "la obliga otro": a value by itself. @param {string} rule @param {unknown} value @returns {string} */
export function valueText(rule, value) {
  if (Array.isArray(value)) {
    return value.length ? list(value.map((each) => valueText(rule, each))) : t("rules.none");
  }
  if (typeof value === "boolean") return t(value ? "rules.yes" : "rules.no");
  return has(`rules.${rule}.${value}`) ? t(`rules.${rule}.${value}`) : String(value);
}

/** A rule and what it is here, as a sentence. @param {string} rule @param {unknown} value */
export function told(rule, value) {
  if (typeof value === "boolean") return t(`rules.${rule}.${value}`);
  return t("rules.told", { rule: t(`rules.${rule}`), value: valueText(rule, value) });
}

const MANY = 4; // values of a list that are told by name; more are told as their number

/** As `told`, but a long list by its number. @param {string} rule @param {unknown} value */
export const toldShort = (rule, value) =>
  Array.isArray(value) && value.length > MANY
    ? t("rules.told", { rule: t(`rules.${rule}`), value: String(value.length) })
    : told(rule, value);

/** @param {{name: string, window: number | null}} pace */
export const paceText = (pace) => t(`common.pace.${pace.name}`, { n: pace.window ?? 0 });

/** @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What was changed: each rule that is another than before, and what it is now.
 * @param {RulesTold} told
 * @param {import("./frames.js").HouseRules} before @param {import("./frames.js").HouseRules} after
 */
export function changesOf(told, before, after) {
  const usual = told.presets[after.preset] ?? {};
  const held = (/** @type {Record<string, unknown>} */ rules, /** @type {string} */ rule) =>
    rule in rules ? rules[rule] : usual[rule];
  return [...new Set(Object.keys({ ...before, ...after }))]
    .filter((rule) => !same(held(before, rule), held(after, rule)))
    .map((rule) => ({ rule, value: held(after, rule) }));
}
