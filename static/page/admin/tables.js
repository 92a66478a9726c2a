// Tables: open, frozen and closed ones; frozen, thawed, closed with refunds.
import { html, nothing } from "lit";
import { called } from "../../model/books.js";
import { list, number, t } from "../../model/texts.js";
import { ago } from "../../model/when.js";
import { hashOf } from "../../view/admin/address.js";
import { box, chosen, grid, mark, practised, typed } from "../../view/admin/fields.js";
import { Section } from "./section.js";

/**
 * @typedef {{id: string, name: string, owner: string, preset: string, seats: number, bet: number,
 *   created_at: number, touched_at: number, closed_at: number | null, frozen_at: number | null,
 *   in_pots: number, practice: boolean, standing: {hand: number, playing: boolean, seated: string[]} | null}} Table
 */

class Tables extends Section {
  /** @returns {[string, string]} */
  get pages() {
    return ["tables", "after"];
  }

  render() {
    return html`${this.head(t("admin.tables"))}
      ${this.bar(html`${typed("search", this.param("search"), t("admin.hint.search"))}
        ${chosen("state", this.param("state"), ["open", "frozen", "closed"], (one) => t(`admin.table.${one}`))}`)}
      ${this.data ? this.#tables() : nothing}`;
  }

  #tables() {
    /** @type {Table[]} */
    const tables = this.data.tables;
    const columns = [
      "table",
      "owner",
      "rules",
      "seated",
      "hand_n",
      "in_pots",
      "since",
      "state",
      "deeds",
    ];
    const title = t("admin.tables");
    return box(
      "h-tables",
      title,
      html`${
        tables.length
          ? grid(
              title,
              columns,
              tables.map((one) => this.#row(one)),
            )
          : html`<p class="empty">${t("admin.none")}</p>`
      }${this.more()}`,
    );
  }

  /** @param {Table} table */
  #row(table) {
    const { id, name, standing } = table;
    const seated = standing?.seated.length ? list(standing.seated) : "–";
    const cells = [
      html`<a href=${hashOf("ledger", { table: id })}>${name}</a>${practised(table)}<small class="mono">${id}</small>`,
      called(table.owner, this.data.names),
      `${t(`rules.preset.${table.preset}`)} · ${number(table.bet)}`,
      seated,
      standing ? number(standing.hand) : "–",
      table.in_pots
        ? html`<a href=${hashOf("pots", { search: id })}>${number(table.in_pots)}</a>`
        : 0,
      ago(table.created_at),
      state(table),
      this.#deeds(table),
    ];
    return { cells, of: table.frozen_at ? "is-bad" : "" };
  }

  /** @param {Table} table */
  #deeds({ id, name, closed_at: closed, frozen_at: frozen }) {
    const deed = (/** @type {string} */ what) => html`<button class="btn btn--quiet"
      @click=${() => this.ask({ title: t(`admin.deed.${what}`, { name }), path: `tables/${id}/${what}` })}
      >${t(`admin.do.${what}`)}</button>`;
    return html`<span class="deeds">${
      this.acts && !closed ? html`${deed(frozen ? "thaw" : "freeze")}${deed("close")}` : nothing
    }<a class="btn btn--quiet" href=${hashOf("hands", { table: id })}>${t("admin.hands")}</a></span>`;
  }
}

/** @param {Table} table */
function state({ closed_at: closed, frozen_at: frozen, standing }) {
  if (closed) return t("admin.table.closed");
  if (frozen) return mark("pause", t("admin.table.frozen"), "terra");
  if (standing?.playing) return mark("play", t("admin.table.playing"), "turq");
  return t("admin.table.open");
}

customElements.define("admin-tables", Tables);
