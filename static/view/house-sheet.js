// The host's sheet of house rules, for a table that is there already: from the next hand on.
// Enters: a draft of what holds, the way to ask. Leaves: `set_rules` with all that differs from the
// preset; why not, as a sentence; else that it was taken.
import { html, nothing } from "lit";
import { same } from "../model/house-rules.js";
import { t } from "../model/texts.js";
import { sentence } from "./panel/parts.js";
import { icon } from "./parts.js";
import { Sheet } from "./sheet.js";
import "./rules-form.js";

export class HouseSheet extends Sheet {
  static properties = { refused: { state: true }, busy: { state: true }, done: { state: true } };

  constructor() {
    super();
    this.draft = /** @type {import("../model/draft.js").Draft} */ (/** @type {unknown} */ (null));
    /** @type {(frame: import("../model/frames.js").Frame) => Promise<string | null>} */
    this.ask = async () => null;
    /** @type {string | null} why the last attempt was refused */
    this.refused = null;
    this.busy = false;
    this.done = false;
    /** @type {Record<string, unknown>} what held when it was opened */
    this.held = {};
  }

  open() {
    this.held = this.draft.body.rules;
    super.open();
  }

  render() {
    if (this.done)
      return this.frame(
        t("table.house"),
        html`<p class="said" role="status">${icon("check")} ${t("table.house.done")}</p>
        <p class="go"><button type="button" class="btn btn--main btn--big" @click=${this.close}>${t("common.close")}</button></p>`,
      );
    const { rules } = this.draft.body;
    return this.frame(
      t("table.house"),
      html`<p class="small muted">${t("table.house.sub")}</p>
      <rules-form .draft=${this.draft} @choose=${this.#chosen}></rules-form>
      ${
        this.refused
          ? html`<p class="trouble" role="alert">${sentence({ code: this.refused })}</p>`
          : nothing
      }
      <p class="go"><button type="button" class="btn btn--main btn--big" @click=${this.#save}
        ?disabled=${this.busy || same(rules, this.held)}>${t("table.house.go")}</button></p>`,
    );
  }

  #chosen() {
    this.refused = null;
    this.requestUpdate();
  }

  async #save() {
    this.busy = true;
    this.refused = await this.ask({ type: "set_rules", rules: this.draft.body.rules });
    this.busy = false;
    this.done = !this.refused;
  }
}

customElements.define("house-sheet", HouseSheet);
