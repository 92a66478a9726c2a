// Fields of a bar of filters, and small things of the operators' lists.
// Enters: names, values. Leaves: templates.
import { html, nothing } from "lit";
import { t } from "../../model/texts.js";
import { icon } from "../parts.js";

/** @param {string} name @param {string} value @param {string} [hint] */
export const typed = (name, value, hint = "") => html`<label>${t(`admin.field.${name}`)}
  <input name=${name} .value=${value} placeholder=${hint} autocomplete="off" spellcheck="false"></label>`;

/** @param {string} name @param {string} value a date as such a field has it */
export const dated = (name, value) => html`<label>${t(`admin.field.${name}`)}
  <input name=${name} type="date" .value=${value}></label>`;

/** @param {string} name @param {string} value @param {string[]} values @param {(value: string) => string} word */
export const chosen = (name, value, values, word) => html`<label>${t(`admin.field.${name}`)}
  <select name=${name}><option value="" ?selected=${!value}>${t("admin.all")}</option>${values.map(
    (each) => html`<option value=${each} ?selected=${each === value}>${word(each)}</option>`,
  )}</select></label>`;

/** @param {string} name @param {string} title @param {string} [kind] */
export const mark = (name, title, kind = "") =>
  html`<span class="tag ${kind && `tag--${kind}`}">${icon(name)}${title}</span>`;

/** Where the chips are the bank's, and bots are called as people were. @param {{practice: boolean}} of a hand or a table */
export const practised = ({ practice }) =>
  practice ? html` ${mark("replay", t("replay.practice"))}` : nothing;

/** @param {string} href @param {string} text */
export const loaded = (href, text) =>
  html`<a class="btn btn--line" href=${href} download>${icon("download")}${text}</a>`;

/** Columns of numbers, which end at the same place. */
const NUMBERS = new Set(
  "chips wallet at_tables in_pots hand_n sum held carried won given_back".split(" "),
);

/** @typedef {{cells: unknown[], of?: string}} Line what stands in each column; the row's classes */

/**
 * A list as a table that scrolls by itself; where it has no room each row is a card, and each cell
 * says what it is. @param {string} title @param {string[]} columns @param {Line[]} lines
 */
export const grid = (title, columns, lines) =>
  html`<div class="scroll" role="group" tabindex="0" aria-label=${title}><table class="grid grid--cards"
    ><thead><tr>${columns.map(
      (name) =>
        html`<th scope="col" class=${NUMBERS.has(name) ? "num" : ""}>${t(`admin.column.${name}`)}</th>`,
    )}</tr></thead>
    <tbody>${lines.map((line) => lineOf(columns, line))}</tbody></table></div>`;

/** @param {string[]} columns @param {Line} line */
const lineOf = (columns, { cells: [first, ...rest], of = "" }) => html`<tr class=${of}>
  <th scope="row">${first}</th>${rest.map((cell, at) => cellOf(columns[at + 1] ?? "", cell))}</tr>`;

/** @param {string} name @param {unknown} cell */
const cellOf = (name, cell) =>
  html`<td class="of-${name} ${NUMBERS.has(name) ? "num" : ""}" data-label=${t(`admin.column.${name}`)}>${cell}</td>`;

/** @param {string} id @param {unknown} title @param {unknown} body @param {unknown} [tag] */
export const box = (id, title, body, tag = "") =>
  html`<section class="card-box" aria-labelledby=${id}><header><h2 id=${id}>${title}</h2>${tag}</header>
    ${body}</section>`;
