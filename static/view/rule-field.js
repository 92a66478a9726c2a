// One house rule to choose: a switch, a few words, a number, or several of a list; flagged with
// what is normal where it differs.
// Enters: a draft, a rule. Leaves: `choose` with the value, through the function given.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { same, valueText } from "../model/house-rules.js";
import { has, t } from "../model/texts.js";
import { rich } from "./parts.js";

/** @typedef {import("../model/draft.js").Draft} Draft */
/** @typedef {(rule: string, value: unknown) => void} Choose */

const MOST_IN_A_ROW = 4; // choices side by side; more are a list to pick from

/** @param {Draft} draft @param {string} rule @param {Choose} choose */
export function ruleField(draft, rule, choose) {
  const values = draft.offered(rule);
  if (draft.told.domains[rule]?.kind === "some") return several(draft, rule, values, choose);
  if (typeof values[0] === "boolean") return onOff(draft, rule, choose);
  return oneOf(draft, rule, values, choose);
}

/** @param {Draft} draft @param {string} rule @param {Choose} choose */
const onOff = (draft, rule, choose) => html`<label class="rule ${mark(draft, rule)}">
  <span>${t(`rules.${rule}.true`)}${normal(draft, rule)}</span>
  <span class="switch"><input type="checkbox" role="switch" .checked=${live(Boolean(draft.value(rule)))}
    @change=${(/** @type {Event} */ event) => choose(rule, target(event).checked)}><i class="knob"></i></span>
  </label>`;

/** @param {Draft} draft @param {string} rule @param {unknown[]} values @param {Choose} choose */
function oneOf(draft, rule, values, choose) {
  return html`<fieldset class="rule rule--wide ${mark(draft, rule)}"><legend>${t(`rules.${rule}`)}
    ${normal(draft, rule)}</legend>
    <div class="seg ${values.length > MOST_IN_A_ROW ? "seg--many" : ""}">${values.map(
      (value) => html`<label><input type="radio" name=${rule}
        .checked=${live(same(value, draft.value(rule)))} @change=${() => choose(rule, value)}
        >${valueText(rule, value)}</label>`,
    )}</div></fieldset>`;
}

/** @param {Draft} draft @param {string} rule @param {unknown[]} values @param {Choose} choose */
function several(draft, rule, values, choose) {
  const held = /** @type {unknown[]} */ (draft.value(rule));
  const turn = (/** @type {unknown} */ value, /** @type {boolean} */ on) =>
    choose(
      rule,
      values.filter((each) => (each === value ? on : held.includes(each))),
    );
  return html`<fieldset class="rule rule--wide ${mark(draft, rule)}"><legend>${t(`rules.${rule}`)}
    ${rule === "side_games" ? html`<small>${t("create.sides")}</small>` : nothing} ${normal(draft, rule)}</legend>
    <div class="pick">${values.map(
      (
        value,
      ) => html`<label><input type="checkbox" aria-describedby=${glossed(value) ? `about-${value}` : nothing} .checked=${live(held.includes(value))}
        @change=${(/** @type {Event} */ event) => turn(value, target(event).checked)}
        ><span>${valueText(rule, value)}${gloss(value)}</span></label>`,
    )}</div></fieldset>`;
}

/** Side games have Spanish names everywhere, and a word of what they are. @param {unknown} value */
const glossed = (value) => has(`rules.side_games.${value}.about`);

/** @param {unknown} value */
const gloss = (value) =>
  glossed(value)
    ? html` <small id="about-${value}" aria-hidden="true">${t(`rules.side_games.${value}.about`)}</small>`
    : nothing;

/** @param {Draft} draft @param {string} rule */
const mark = (draft, rule) => (rule in draft.changed ? "is-diff" : "");

/** What is normal, said only where it is not. @param {Draft} draft @param {string} rule */
function normal(draft, rule) {
  if (!(rule in draft.changed)) return nothing;
  const usual = draft.standard(rule);
  const all = Array.isArray(usual) && usual.length > MOST_IN_A_ROW;
  const value = all ? t("rules.all") : valueText(rule, usual);
  return html`<small>${rich("create.normal", { value })}</small>`;
}

/** @param {Event} event */
const target = (event) => /** @type {HTMLInputElement} */ (event.target);
