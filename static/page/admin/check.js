// The ledger checked: green only if all that was recomputed equals what is stored; red names the
// row, the hand and the move, and leads there.
import { html, nothing } from "lit";
import { called } from "../../model/books.js";
import { inWords } from "../../model/findings.js";
import { number, t } from "../../model/texts.js";
import { ago, when } from "../../model/when.js";
import * as net from "../../net/admin.js";
import { hashOf } from "../../view/admin/address.js";
import { box } from "../../view/admin/fields.js";
import { icon } from "../../view/parts.js";
import { Section } from "./section.js";

const LOOKS_EVERY = 1000; // milliseconds, while a check is on its way

class Check extends Section {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  async fetched() {
    const told = await net.look("check");
    clearTimeout(this.timer);
    if (told.running) this.timer = setTimeout(() => this.isConnected && this.load(), LOOKS_EVERY);
    return { data: told };
  }

  render() {
    return html`${this.head(
      t("admin.check"),
      html`<button class="btn btn--main" ?disabled=${this.data?.running} @click=${this.#start}
        >${icon("turn")}${t("admin.check.start")}</button>`,
    )}<div aria-live="polite">${this.data ? this.#verdict() : nothing}</div>`;
  }

  #start() {
    return this.attempt(async () => {
      await net.act("check");
      return this.fetched();
    });
  }

  #verdict() {
    const { running, last, asked_at: asked } = this.data;
    if (running)
      return html`<p class="check check--wait">${icon("hourglass")}${t("admin.check.running")}</p>`;
    if (!last)
      return html`<p class="check check--wait">${icon("hourglass")}${t("admin.check.never")}</p>`;
    const made = html`<small>${t("admin.check.made", { when: when(asked), ago: ago(asked) })}</small>`;
    if (last.ok) {
      return html`<p class="check check--ok check--big">${icon("check")}<span><b>${t("admin.check.green")}</b>
        ${t("admin.check.counts", counts(last))} ${made}</span></p>${this.#root(last)}`;
    }
    const wrong = last.wrong ?? [];
    return html`<p class="check check--bad check--big">${icon("warn")}<span>
        <b>${wrong.length ? t("admin.check.red", { n: last.wrong_count }) : t("admin.check.failed")}</b>
        ${t(wrong.length ? "admin.check.first" : "admin.check.log")} ${made}</span></p>
      <ol class="findings" role="list">${wrong.map((/** @type {any} */ one) => this.#finding(one, last.names ?? {}))}</ol>`;
  }

  /** @param {any} finding @param {Record<string, string>} names */
  #finding(finding, names) {
    const { kind, table, row, entry, hand, move } = finding;
    const where = [
      table && called(table, names),
      row && t("admin.at.row", { n: row }),
      hand && t("admin.at.hand", { n: hand }),
      move !== undefined && move !== null && t("admin.at.move", { n: move }),
      entry && t("admin.at.entry", { n: entry }),
    ].filter(Boolean);
    return html`<li class="card-box"><h2>${t(`admin.finding.${kind}`)}</h2>
      <p class="where">${where.map((part) => html`<span class="tag">${part}</span>`)}</p><p class="says">${inWords(finding, names)}</p>
      <p class="pair-of-buttons">${row || hand ? html`<a class="btn btn--main" href=${hashOf("ledger", { table, hand, row })}>${icon("next")}${t("admin.check.to_row")}</a>` : nothing}
      ${hand ? html`<a class="btn btn--line" href=${hashOf("hands", { table, hand })}>${icon("replay")}${t("admin.check.to_hand", { n: hand })}</a>` : nothing}
      ${table && !hand ? html`<a class="btn btn--line" href=${hashOf("ledger", { table })}>${t("admin.check.to_table")}</a>` : nothing}</p></li>`;
  }

  /** @param {any} last */
  #root({ root }) {
    return box(
      "h-root",
      t("admin.check.root"),
      html`<p class="mono wrap">${root}</p><p class="small muted">${t("admin.check.root.about")}</p>`,
    );
  }
}

/** @param {Record<string, number>} last */
const counts = ({ tables = 0, entries = 0, rows = 0, hands = 0 }) => ({
  tables: number(tables),
  entries: number(entries),
  rows: number(rows),
  hands: number(hands),
});

customElements.define("admin-check", Check);
