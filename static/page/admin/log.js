// What operators did: who, when, what, to whom, why. Only ever added to.
import { html } from "lit";
import { called, deedName, whyTold } from "../../model/books.js";
import { t } from "../../model/texts.js";
import { when } from "../../model/when.js";
import { hashOf } from "../../view/admin/address.js";
import { box, grid, typed } from "../../view/admin/fields.js";
import { Section } from "./section.js";

const COMMAND_LINE = "command line"; // as app/audit/log.py writes it

class Log extends Section {
  /** @returns {[string, string]} */
  get pages() {
    return ["log", "before"];
  }

  render() {
    return html`${this.head(t("admin.log"))}
      ${this.bar(typed("subject", this.param("subject"), t("admin.hint.subject")))}
      ${this.data ? this.#lines() : ""}`;
  }

  #lines() {
    const title = t("admin.log");
    const columns = ["at", "operator", "action", "subject", "why"];
    const rows = this.data.log.map((/** @type {any} */ line) => this.#row(line));
    return box(
      "h-log",
      title,
      html`${
        rows.length ? grid(title, columns, rows) : html`<p class="empty">${t("admin.none")}</p>`
      }${this.more()}`,
    );
  }

  /** @param {{id: number, at: number, operator: string, action: string, subject: string, why: string}} line */
  #row({ at, operator, action, subject, why }) {
    const names = this.data.names;
    const cells = [
      when(at),
      operator === COMMAND_LINE ? t("admin.did.by_command") : called(operator, names),
      deedName(action),
      html`<a href=${hashOf("log", { subject })}>${called(subject, names)}</a>`,
      html`<span class="wrap">${whyTold(why)}</span>`,
    ];
    return { cells };
  }
}

customElements.define("admin-log", Log);
