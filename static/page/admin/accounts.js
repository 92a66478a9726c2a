// Accounts: who they are, what they have; suspended, let in again, given chips that were missing.
import { html, nothing } from "lit";
import { number, t } from "../../model/texts.js";
import { day, when } from "../../model/when.js";
import { hashOf } from "../../view/admin/address.js";
import { box, grid, mark, typed } from "../../view/admin/fields.js";
import { Section } from "./section.js";

/**
 * @typedef {{id: string, name: string, role: string, username: string | null, created_at: number,
 *   suspended_at: number | null, suspended_why: string | null, wallet: number, at_tables: number}} Person
 */

class Accounts extends Section {
  /** @returns {[string, string]} */
  get pages() {
    return ["people", "after"];
  }

  render() {
    return html`${this.head(t("admin.accounts"))}
      ${this.bar(html`${typed("search", this.param("search"), t("admin.hint.person"))}
        <label class="check-one"><input type="checkbox" name="suspended" value="true"
          .checked=${this.param("suspended") === "true"}>${t("admin.accounts.suspended_only")}</label>`)}
      ${this.data ? this.#people() : nothing}`;
  }

  #people() {
    /** @type {Person[]} */
    const people = this.data.people;
    const columns = ["person", "role", "wallet", "at_tables", "since", "state", "deeds"];
    const title = t("admin.accounts");
    return box(
      "h-people",
      title,
      html`${
        people.length
          ? grid(
              title,
              columns,
              people.map((one) => this.#row(one)),
            )
          : html`<p class="empty">${t("admin.none")}</p>`
      }${this.more()}`,
    );
  }

  /** @param {Person} person */
  #row(person) {
    const { id, name, username, role, suspended_at: since, suspended_why: why } = person;
    const cells = [
      html`<a href=${hashOf("ledger", { player: id })}>${name}</a><small class="mono">${username ?? id}</small>`,
      t(`admin.role.${role}`),
      html`<a href=${hashOf("ledger", { account: `wallet/${id}` })}>${number(person.wallet)}</a>`,
      number(person.at_tables),
      day(person.created_at),
      since
        ? html`<span>${mark("lock", t("admin.suspended"), "terra")}<small>${when(since)} · ${why}</small></span>`
        : t("admin.free"),
      this.#deeds(person),
    ];
    return { cells, of: since ? "is-bad" : "" };
  }

  /** @param {Person} person */
  #deeds({ id, name, role, suspended_at: since }) {
    const path = `players/${encodeURIComponent(id)}`;
    const deed = (
      /** @type {string} */ what,
      /** @type {string} */ end,
      chips = false,
    ) => html`<button
      class="btn btn--quiet" @click=${() => this.ask({ title: t(`admin.deed.${what}`, { name }), path: `${path}/${end}`, chips })}
      >${t(`admin.do.${what}`)}</button>`;
    const log = html`<a class="btn btn--quiet" href=${hashOf("log", { subject: id })}>${t("admin.log.of")}</a>`;
    if (!this.acts) return log;
    return html`<span class="deeds">${deed("grant", "grants", true)}
      ${role === "player" ? deed("suspend", "suspension") : nothing}${since ? deed("lift", "suspension/end") : nothing}${log}</span>`;
  }
}

customElements.define("admin-players", Accounts);
