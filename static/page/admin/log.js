// What operators did: who, when, what, to whom, why. Only ever added to.
import { html } from "lit";
import { called } from "../../model/books.js";
import { has, t } from "../../model/texts.js";
import { when } from "../../model/when.js";
import { hashOf } from "../../view/admin/address.js";
import { box, grid, typed } from "../../view/admin/fields.js";
import { Section } from "./section.js";

const COMMAND_LINE = "command line"; // as app/audit/log.py writes it

/** "grant 100", "report 3 seen", as it is written down, in words. @param {string} action */
function actionTold(action) {
  const report = action.match(/^report (\d+) (\w+)$/);
  const told = report ?? action.match(/^(?:grant|make|role) (.+)$/);
  const verb = report
    ? `report_${report[2]}`
    : told
      ? action.split(" ")[0]
      : action.replaceAll(" ", "_");
  const what = told?.[1] ?? "";
  const role = `admin.role.${what}`;
  return has(`admin.did.${verb}`)
    ? t(`admin.did.${verb}`, { what: has(role) ? t(role) : what })
    : action;
}

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
    return html`<tr><td>${when(at)}</td><td>${operator === COMMAND_LINE ? t("admin.did.by_command") : called(operator, names)}</td><td>${actionTold(action)}</td>
      <td><a href=${hashOf("log", { subject })}>${called(subject, names)}</a></td><td class="wrap">${why}</td></tr>`;
  }
}

customElements.define("admin-log", Log);
