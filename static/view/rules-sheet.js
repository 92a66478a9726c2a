// The house rules of a table as a sheet: those that hold, and those that come with the next hand.
// Enters: what everyone is told of the table. Leaves: a sheet.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import { differenceList } from "./differences.js";
import { rich } from "./parts.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("../model/frames.js").HouseRules} HouseRules */

export class RulesSheet extends Sheet {
  static properties = { table: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../model/frames.js").Table | null} */
    this.table = null;
  }

  render() {
    const { table } = this;
    return this.frame(
      t("table.rules"),
      table
        ? html`${rulesOf(table.rules)}${
            table.coming.rules
              ? html`<section><h3>${t("table.coming")}</h3>${rulesOf(table.coming.rules)}</section>`
              : nothing
          }`
        : nothing,
    );
  }
}

/** @param {HouseRules} rules */
function rulesOf({ preset, ...own }) {
  const name = t(`rules.preset.${preset}`);
  const differences = Object.entries(own).map(([rule, value]) => ({ rule, value }));
  return differences.length
    ? html`<p>${rich("join.rules.own", { preset: name })}</p>${differenceList(differences)}`
    : html`<p>${rich("join.rules.normal", { preset: name })}</p>`;
}

customElements.define("rules-sheet", RulesSheet);
