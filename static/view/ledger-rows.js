// Rows of the ledger as a table. Enters: rows, what ids are called, which one to point at, and
// whether each leads on (`link`). Leaves: a template that scrolls by itself where it is too wide.
import { html, nothing } from "lit";
import { accountName, called, reasonName } from "../model/books.js";
import { number, t } from "../model/texts.js";
import { when } from "../model/when.js";

/** @typedef {import("../model/books.js").Row} Row */
/** @typedef {import("../model/books.js").Names} Names */
/** @typedef {{link?: (row: Row) => string | null, pointed?: number | null}} How */

/** @param {Row[]} rows @param {Names} names @param {How} [how] */
export const ledgerRows = (rows, names, { link = () => null, pointed = null } = {}) =>
  html`<div class="scroll" role="group" tabindex="0" aria-label=${t("books.rows")}><table class="grid grid--rows"
    ><thead><tr>${["row", "at", "table", "reason", "from", "to"].map((name) => html`<th scope="col">${t(`books.${name}`)}</th>`)}
      <th scope="col" class="num">${t("books.chips")}</th></tr></thead>
    <tbody>${rows.map((row) => rowOf(row, names, link(row), row.row === pointed))}</tbody></table></div>`;

/** @param {Row} row @param {Names} names @param {string | null} link @param {boolean} pointed */
function rowOf(row, names, link, pointed) {
  const told = `${called(row.table, names)}${row.hand === null ? "" : ` · ${number(row.hand)}`}`;
  return html`<tr class=${pointed ? "is-bad" : ""} id="row-${row.row}" aria-current=${pointed ? "true" : nothing}>
    <td>${number(row.row)}</td><td>${when(row.at)}</td>
    <td>${link && told ? html`<a href=${link}>${told}</a>` : told}</td><td>${reasonName(row.reason)}</td>
    <td>${accountName(row.from, names)}</td><td>${accountName(row.to, names)}</td>
    <td class="num">${number(row.chips)}</td></tr>`;
}
