// The row of figures above the pots. Enters: the pots, the last check. Leaves: a template.
import { html } from "lit";
import { called, stampOf } from "../../model/books.js";
import { number, t } from "../../model/texts.js";
import { ago } from "../../model/when.js";
import { chips, icon } from "../parts.js";

/** @param {string} kind @param {unknown} title @param {unknown} figure @param {unknown} detail */
const figure = (kind, title, figure, detail) =>
  html`<div class="kpi ${kind}"><span>${title}</span><b>${figure}</b><small>${detail}</small></div>`;

/** @typedef {import("../../model/books.js").AuditedPot} Pot */

/** @param {any} data @param {any} check */
export function kpis(data, check) {
  const times = (/** @type {Pot} */ pot) => (pot.bad === undefined ? pot.carries.length : 0);
  const longest = Math.max(0, ...data.pots.map(times));
  const pot = longest && data.pots.find((/** @type {Pot} */ one) => times(one) === longest);
  return html`<section class="kpis" aria-label=${t("admin.summary")}>
    ${ledger(check)}${wrong(data, check)}
    ${figure("", t("admin.kpi.held"), chips(data.held.chips), t("admin.kpi.tables", { n: data.held.tables }))}
    ${figure("", t("admin.kpi.longest"), pot ? stampOf(longest) : "–", pot ? called(pot.table, data.names) : t("admin.none"))}
    ${chain(check)}</section>`;
}

/** Green only if all that was recomputed equals what is stored. @param {any} check */
function ledger({ last, running, asked_at: asked }) {
  if (running) return figure("", t("admin.kpi.ledger"), t("admin.kpi.running"), "");
  if (!last) return figure("", t("admin.kpi.ledger"), "–", t("admin.check.never"));
  const title = t(last.ok ? "admin.kpi.even" : "admin.kpi.uneven");
  return figure(
    last.ok ? "kpi--ok" : "kpi--bad",
    t("admin.kpi.ledger"),
    html`${icon(last.ok ? "check" : "warn")}${title}`,
    ago(asked),
  );
}

/** @param {any} data @param {any} check */
function wrong(data, { last }) {
  const count = Math.max(
    last?.wrong_count ?? 0,
    data.pots.filter((/** @type {Pot} */ { bad }) => bad).length,
  );
  if (!count) return figure("", t("admin.kpi.wrong"), "0", t("admin.kpi.wrong.none"));
  return figure(
    "kpi--bad",
    t("admin.kpi.wrong"),
    html`${icon("warn")}${number(count)}`,
    html`<a href="#check">${t("admin.kpi.wrong.see")}</a>`,
  );
}

/** @param {any} check */
function chain({ last }) {
  if (!last?.root) return figure("", t("admin.kpi.chain"), "–", t("admin.check.never"));
  const root = html`<span class="mono">${last.root.slice(0, 4)}…${last.root.slice(-4)}</span>`;
  return figure("", t("admin.kpi.chain"), html`${icon("seal")}${root}`, t("admin.kpi.root"));
}
