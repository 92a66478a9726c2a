// The house rules of a table as a sheet: what the host has changed, those that hold, and those that
// come with the next hand.
// Enters: what everyone is told of the table, the rules before a change. Leaves: a sheet.
import { html, nothing } from "lit";
import { draftOf, usualOf } from "../model/draft.js";
import { changesOf, paceText, told } from "../model/house-rules.js";
import { t } from "../model/texts.js";
import { differenceList, plainList } from "./differences.js";
import { chips, rich } from "./parts.js";
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
        ? html`${this.#changes(table)}<section><h3>${t("table.rules.now")}</h3>${this.#rules(table.rules)}
            <p class="muted">${t("common.bet")} ${chips(table.bet)} · ${paceText(paceOf(table.pace))}</p></section>${
              table.coming.rules
                ? html`<section><h3>${t("table.coming")}</h3>${this.#rules(table.coming.rules)}</section>`
                : nothing
            }`
        : nothing,
    );
  }

  /** What is other than usual, and what it is otherwise: nobody need know the usual by heart. @param {HouseRules} rules */
  #rules(rules) {
    if (!this.told) return nothing;
    const draft = draftOf(this.told, rules);
    const preset = t(`rules.preset.${rules.preset}`);
    const { differences } = draft;
    return html`<p>${rich(`join.rules.${differences.length ? "own" : "normal"}`, { preset })}</p>${
      differences.length ? differenceList(differences) : nothing
    }${plainList(usualOf(draft, told))}`;
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

/** @param {{name: string, window: number | null}} pace its window in microseconds */
const paceOf = ({ name, window }) => ({ name, window: window === null ? null : window / 1e6 });

customElements.define("rules-sheet", RulesSheet);
