// What players reported: new, seen, decided; each with its note.
import { html, nothing } from "lit";
import { called } from "../../model/books.js";
import { t } from "../../model/texts.js";
import { ago } from "../../model/when.js";
import { hashOf } from "../../view/admin/address.js";
import { chosen, mark } from "../../view/admin/fields.js";
import { icon } from "../../view/parts.js";
import { Section } from "./section.js";
import "../../view/more-icons.js";

const STATES = ["new", "seen", "decided"];

class Reports extends Section {
  /** @returns {[string, string]} */
  get pages() {
    return ["reports", "before"];
  }

  render() {
    const waiting = this.data
      ? html`<span class="tag">${t("admin.reports.waiting", { n: this.data.waiting })}</span>`
      : nothing;
    return html`${this.head(t("admin.reports"), waiting)}
      ${this.bar(chosen("state", this.param("state"), STATES, (one) => t(`admin.report.${one}`)))}
      ${this.data ? this.#list() : nothing}`;
  }

  #list() {
    if (!this.data.reports.length) return html`<p class="empty">${t("admin.reports.none")}</p>`;
    return html`<ol class="findings" role="list">${this.data.reports.map((/** @type {any} */ one) => this.#report(one))}</ol>${this.more()}`;
  }

  /** @param {any} report */
  #report({
    id,
    at,
    reporter,
    table_id: table,
    player_id: player,
    hand,
    reason,
    words,
    state,
    note,
    operator,
  }) {
    const names = this.data.names;
    const about = player
      ? called(player, names)
      : hand
        ? t("replay.hand", { n: hand })
        : called(table, names);
    return html`<li class="card-box"><header><h2>${t(`admin.reason.${reason}`)}: ${about}</h2>
        ${mark(state === "decided" ? "check" : state === "seen" ? "eye" : "chat", t(`admin.report.${state}`), state === "new" ? "terra" : "turq")}</header>
      <p class="says">${words}</p>
      <p class="where"><span>${t("admin.reports.by", { name: called(reporter, names), ago: ago(at) })}</span></p>
      ${note ? html`<p class="says muted">${called(operator, names)}: ${note}</p>` : nothing}
      <p class="deeds"><a class="btn btn--quiet" href=${hashOf("tables", { search: table })}>${called(table, names)}</a>
        ${hand ? html`<a class="btn btn--quiet" href=${hashOf("hands", { table, hand })}>${icon("replay")}${t("replay.hand", { n: hand })}</a>` : nothing}
        ${player ? html`<a class="btn btn--quiet" href=${hashOf("players", { search: player })}>${icon("person")}${called(player, names)}</a>` : nothing}
        ${this.#deeds(id, state)}</p></li>`;
  }

  /** @param {number} id @param {string} state */
  #deeds(id, state) {
    if (!this.acts || state === "decided") return nothing;
    const ways = state === "new" ? ["seen", "decided"] : ["decided"];
    return ways.map(
      (way) => html`<button class="btn btn--line" @click=${() =>
        this.ask({ title: t(`admin.deed.${way}`), path: `reports/${id}`, body: { state: way } })}
        >${t(`admin.do.${way}`)}</button>`,
    );
  }
}

customElements.define("admin-reports", Reports);
