// Open and carried pots: what is in them, since when, and where each chip came from.
import { html, nothing } from "lit";
import { called, POTS, potName, stampOf } from "../../model/books.js";
import { misfit } from "../../model/findings.js";
import { number, t } from "../../model/texts.js";
import { ago } from "../../model/when.js";
import * as net from "../../net/admin.js";
import { hashOf } from "../../view/admin/address.js";
import { box, chosen, grid, loaded, mark, typed } from "../../view/admin/fields.js";
import { kpis } from "../../view/admin/kpis.js";
import { ledgerRows } from "../../view/ledger-rows.js";
import { icon } from "../../view/parts.js";
import { potLines } from "../../view/pot-receipt.js";
import { Section } from "./section.js";

/** @typedef {import("../../model/books.js").AuditedPot} Pot */
/** @typedef {import("../../model/books.js").BadPot} BadPot */

class Pots extends Section {
  static properties = { ...Section.properties, rows: { state: true }, check: { state: true } };

  constructor() {
    super();
    /** @type {any} */ this.rows = null;
    /** @type {any} */ this.check = null;
  }

  /** @returns {[string, string]} */
  get pages() {
    return ["pots", "after"];
  }

  /** The list; `account` only says which pot of it is shown. */
  asked() {
    const { account: _, ...others } = this.filters;
    return others;
  }

  async fetched() {
    const [data, check] = await Promise.all([this.page(), net.look("check")]);
    const shown = await this.#found(data);
    const rows = shown ? await net.look("ledger", this.#entries(shown)) : null;
    return { data, check, rows };
  }

  /** The pot that is shown; one that the list has further on is put before it. @param {any} data */
  async #found(data) {
    const { account } = this.filters;
    if (account && this.#chosen(data)?.account !== account) {
      const one = await net.look(this.name, { account });
      data.pots = [...one.pots, ...data.pots];
      data.names = { ...data.names, ...one.names };
    }
    return this.#chosen(data);
  }

  render() {
    return html`${this.head(
      t("admin.pots.title"),
      html`<div class="pair-of-buttons">${loaded(net.download("pots.csv", this.asked()), "CSV")}${loaded(net.download("pots.xlsx", this.asked()), "XLSX")}</div>`,
    )}
      ${
        this.data
          ? html`${kpis(this.data, this.check)}${this.#bar()}<div class="admin__cols">
        <div class="admin__l">${this.#list()}${this.#ledger()}</div>
        <div class="admin__r">${this.#lineage()}</div></div>`
          : nothing
      }`;
  }

  #bar() {
    return this.bar(html`${typed("search", this.param("search"), t("admin.hint.search"))}
      ${chosen("pot", this.param("pot"), POTS, potName)}
      ${chosen("state", this.param("state"), ["open", "carried", "bad"], (one) => t(`admin.pot.${one}`))}`);
  }

  #list() {
    const shown = /** @type {Pot[]} */ (this.data.pots);
    const columns = ["table", "pot", "chips", "hands", "carry", "since", "state", "even"];
    const rows = shown.map((pot) => this.#row(pot));
    const tag = html`<span class="tag">${t("admin.of", { n: shown.length, all: this.data.held.pots })}</span>`;
    return box(
      "h-pots",
      html`${t("admin.pots.list")} ${tag}`,
      html`${
        rows.length
          ? grid(t("admin.pots.list"), columns, rows)
          : html`<p class="empty">${t("admin.none")}</p>`
      }${this.more()}`,
    );
  }

  /** @param {Pot} pot */
  #row(pot) {
    const open = this.#chosen(this.data) === pot;
    const link = hashOf("pots", { ...this.filters, account: pot.account });
    const hands = pot.bad === undefined ? pot.coins.map(({ hand }) => hand) : [];
    const stamp = pot.bad === undefined ? stampOf(pot.carries.length) : "";
    const cells = [
      html`<a href=${link} aria-current=${open ? "true" : nothing}>${called(pot.table, this.data.names)}</a>`,
      potName(pot.account.split("/").at(-1) ?? ""),
      number(pot.chips),
      hands.length ? range(Math.min(...hands), Math.max(...hands)) : "–",
      stamp ? html`<span class="stamp">${stamp}</span>` : "–",
      pot.bad === undefined ? ago(pot.since) : "–",
      t(`admin.pot.${stateOf(pot)}`),
      pot.bad ? mark("cross", t("admin.uneven"), "terra") : mark("check", t("admin.even"), "turq"),
    ];
    return { cells, of: `${open ? "is-sel" : ""} ${pot.bad ? "is-bad" : ""}` };
  }

  /** The pot that the address names, else the first. @param {any} data @returns {Pot | null} */
  #chosen(data) {
    const account = this.param("account");
    return (
      data.pots.find((/** @type {Pot} */ pot) => pot.account === account) ?? data.pots[0] ?? null
    );
  }

  /** @param {Pot} pot */
  #entries({ account, table }) {
    return { table, pot: account.split("/").at(-1) };
  }

  #ledger() {
    const pot = this.#chosen(this.data);
    if (!pot || !this.rows) return nothing;
    const link = hashOf("ledger", this.#entries(pot));
    return box(
      "h-rows",
      t("admin.pots.rows", { name: called(pot.table, this.data.names) }),
      ledgerRows(this.rows.rows.slice(0, 20), this.rows.names, {
        pointed: (pot.bad === undefined ? null : pot.row) ?? null,
      }),
      html`<a class="btn btn--quiet" href=${link}>${t("admin.pots.all_rows")}</a>`,
    );
  }

  #lineage() {
    const pot = this.#chosen(this.data);
    if (!pot) return nothing;
    const name = potName(pot.account.split("/").at(-1) ?? "");
    const tag = html`<span class="tag">${name} · ${number(pot.chips)}</span>`;
    return html`${box("h-lineage", t("admin.pots.lineage"), pot.bad === undefined ? potLines(pot, this.data.names, pot.table) : this.#bad(pot), tag)}
      <a class="btn btn--line" href="#chart">${icon("signal")}${t("admin.chart")}</a>`;
  }

  /** @param {BadPot} pot */
  #bad(pot) {
    const ledger = hashOf("ledger", { table: pot.table, hand: pot.hand, row: pot.row });
    return html`<p class="check check--bad">${icon("warn")}<span><b>${t("admin.pots.uneven")}</b>${misfit(pot.bad, this.data.names)}</span></p>
      <p class="pair-of-buttons"><a class="btn btn--line" href=${ledger}>${t("admin.check.to_row")}</a>
      <a class="btn btn--line" href="#check">${t("admin.check")}</a></p>`;
  }
}

/** @param {Pot} pot */
const stateOf = (pot) => (pot.bad === undefined ? pot.state : "bad");

/** @param {number} first @param {number} last */
const range = (first, last) =>
  first === last ? number(first) : `${number(first)}–${number(last)}`;

customElements.define("admin-pots", Pots);
