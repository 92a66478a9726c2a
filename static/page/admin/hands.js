// Finished hands of everybody, by table, player and time; one of them with all its actions.
import { html, nothing } from "lit";
import { potName } from "../../model/books.js";
import { list, number, t } from "../../model/texts.js";
import { dayAt, when } from "../../model/when.js";
import * as net from "../../net/admin.js";
import { hashOf } from "../../view/admin/address.js";
import { box, dated, grid, practised, typed } from "../../view/admin/fields.js";
import { handTold } from "../../view/admin/hand-told.js";
import { ledgerRows } from "../../view/ledger-rows.js";
import { icon } from "../../view/parts.js";
import { Section } from "./section.js";

class Hands extends Section {
  static properties = { ...Section.properties, one: { state: true } };

  constructor() {
    super();
    /** @type {any} */ this.one = null;
  }

  /** @returns {[string, string]} */
  get pages() {
    return ["hands", "after"];
  }

  asked() {
    const { since, until, ...others } = this.filters;
    return { ...others, since: since && dayAt(since), until: until && dayAt(until, true) };
  }

  async fetched() {
    const { table, hand } = this.filters;
    let one = null;
    const page = await this.page();
    if (table && hand && page.hands.length === 1) {
      const told = await net.hand(table, Number(hand));
      const rows = await net.look("ledger", { table, hand });
      one = { ...told, rows };
    }
    return { data: page, one };
  }

  render() {
    return html`${this.head(t("admin.hands"))}
      ${this.bar(html`${["table", "hand", "player"].map((name) => typed(name, this.param(name), t(`admin.hint.${name}`)))}
        ${dated("since", this.param("since"))}${dated("until", this.param("until"))}`)}
      ${this.data ? html`${this.#list()}${this.one ? this.#opened() : nothing}` : nothing}`;
  }

  #list() {
    const title = t("admin.hands");
    const columns = ["hand", "table", "ended", "players", "result", "sum"];
    return box(
      "h-hands",
      title,
      html`${
        this.data.hands.length
          ? grid(
              title,
              columns,
              this.data.hands.map((/** @type {any} */ one) => this.#row(one)),
            )
          : html`<p class="empty">${t(this.param("hand") ? "admin.hands.not_over" : "admin.none")}</p>`
      }${this.more()}`,
    );
  }

  /** @param {any} hand */
  #row({ table, called, hand, ended_at: ended, names, winner, pot, status, practice }) {
    const result =
      status === "void"
        ? t("admin.hands.void")
        : winner === null
          ? t("admin.hands.nobody")
          : t("admin.hands.won", { name: names[winner] });
    const cells = [
      html`<a href=${hashOf("hands", { table, hand })}>${number(hand)}</a>`,
      html`<a href=${hashOf("ledger", { table, hand })}>${called ?? table}</a>${practised({ practice })}`,
      when(ended),
      list(names),
      result,
      pot === null ? "–" : number(pot),
    ];
    return { cells };
  }

  #opened() {
    const { table, hand, file, rows } = this.one;
    const text = `/api/hands/${table}/${hand}/text`;
    const games = Object.keys(file.side ?? {}).map(potName);
    return html`${box(
      "h-hand",
      t("replay.hand", { n: hand }),
      html`${games.length ? html`<p class="small muted">${list(games)}</p>` : nothing}${handTold(file)}`,
      html`<span class="deeds"><a class="btn btn--quiet" href="/hands/${table}/${hand}">${icon("replay")}${t("admin.hands.replay")}</a>
        <a class="btn btn--quiet" href=${text} target="_blank" rel="noopener">${icon("receipt")}${t("admin.hands.text")}</a></span>`,
    )}${box("h-moved", t("admin.rows"), ledgerRows(rows.rows, rows.names))}`;
  }
}

customElements.define("admin-hands", Hands);
