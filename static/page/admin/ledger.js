// The ledger, row by row, by any filter; and exactly those rows as CSV and XLSX.
import { html, nothing } from "lit";
import { POTS, potName, REASONS, reasonName } from "../../model/books.js";
import { t } from "../../model/texts.js";
import { dayAt } from "../../model/when.js";
import * as net from "../../net/admin.js";
import { hashOf } from "../../view/admin/address.js";
import { box, chosen, dated, loaded, typed } from "../../view/admin/fields.js";
import { ledgerRows } from "../../view/ledger-rows.js";
import { Section } from "./section.js";

class Ledger extends Section {
  /** @returns {[string, string]} */
  get pages() {
    return ["rows", "before"];
  }

  /** Days as times; `row` only points at one: the rows from it on, and a few before. */
  asked() {
    const { since, until, row, ...others } = this.filters;
    return {
      ...others,
      since: since && dayAt(since),
      until: until && dayAt(until, true),
      ...(row && !others.table ? { before: Number(row) + 20 } : {}),
    };
  }

  render() {
    const asked = this.asked();
    return html`${this.head(
      t("admin.ledger"),
      html`<div class="pair-of-buttons">${loaded(net.download("ledger.csv", asked), "CSV")}${loaded(net.download("ledger.xlsx", asked), "XLSX")}</div>`,
    )}
      ${this.#bar()}${this.data ? this.#rows() : nothing}`;
  }

  #bar() {
    const named = (/** @type {string} */ name) =>
      typed(name, this.param(name), t(`admin.hint.${name}`));
    return this.bar(html`${["table", "hand"].map(named)}
      ${chosen("pot", this.param("pot"), POTS, potName)}${["account", "player"].map(named)}
      ${chosen("reason", this.param("reason"), REASONS, reasonName)}
      ${dated("since", this.param("since"))}${dated("until", this.param("until"))}
      ${typed("least", this.param("least"))}${typed("most", this.param("most"))}`);
  }

  #rows() {
    const { rows, names, next } = this.data;
    const row = Number(this.param("row")) || null;
    const link = (/** @type {import("../../model/books.js").Row} */ { table, hand }) =>
      table && hashOf("ledger", { table, hand });
    const tag = html`<span class="tag">${t(next ? "admin.rows.first" : "admin.rows.all", { n: rows.length })}</span>`;
    return box(
      "h-rows",
      t("admin.rows"),
      html`${
        rows.length
          ? ledgerRows(rows, names, { link, pointed: row })
          : html`<p class="empty">${t("admin.none")}</p>`
      }${this.more()}`,
      tag,
    );
  }

  /** The row that somebody was led to is looked at. */
  updated() {
    const row = this.param("row");
    if (!row || !this.data || this.shown === this.data) return;
    this.shown = this.data;
    this.querySelector(`#row-${CSS.escape(row)}`)?.scrollIntoView({ block: "center" });
  }

  /** @type {any} */
  shown = null;
}

customElements.define("admin-ledger", Ledger);
