// The house rules of a table as a sheet: what the host has changed, those that hold, and those that
// come with the next hand.
// Enters: what everyone is told of the table, the rules before a change. Leaves: a sheet.
import { html, nothing } from "lit";
import { changesOf } from "../model/house-rules.js";
import { t } from "../model/texts.js";
import { differenceList } from "./differences.js";
import { rich } from "./parts.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("../model/frames.js").HouseRules} HouseRules */

export class RulesSheet extends Sheet {
  static properties = { table: { attribute: false }, told: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../model/frames.js").Table | null} */
    this.table = null;
    /** @type {HouseRules | null} those that held before, if they were changed just now */
    this.old = null;
    /** @type {import("../model/house-rules.js").RulesTold | null} */
    this.told = null;
  }

  render() {
    const { table } = this;
    return this.frame(
      t("table.rules"),
      table
        ? html`${this.#changes(table)}<h3>${t("table.rules.now")}</h3>${rulesOf(table.rules)}${
            table.coming.rules
              ? html`<section><h3>${t("table.coming")}</h3>${rulesOf(table.coming.rules)}</section>`
              : nothing
          }`
        : nothing,
    );
  }

  /** What is other than it was, or will be. @param {import("../model/frames.js").Table} table */
  #changes({ rules, coming }) {
    const before = coming.rules ? rules : this.old;
    if (!before || !this.told) return nothing;
    const changes = changesOf(this.told, before, coming.rules ?? rules);
    if (!changes.length) return nothing;
    return html`<section class="changed"><h3>${t("table.changed")}</h3>${differenceList(changes)}</section>`;
  }
}

/** @param {HouseRules} rules */
function rulesOf({ preset, seats: _, ...own }) {
  const name = t(`rules.preset.${preset}`);
  const differences = Object.entries(own).map(([rule, value]) => ({ rule, value }));
  return differences.length
    ? html`<p>${rich("join.rules.own", { preset: name })}</p>${differenceList(differences)}`
    : html`<p>${rich("join.rules.normal", { preset: name })}</p>`;
}

customElements.define("rules-sheet", RulesSheet);
