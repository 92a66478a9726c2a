// Who watched and sits down under no name of their own yet says how they are called.
// Enters: `enter`, what to do with the name. Leaves: that, done; or why not, beside the field.

import { html } from "lit";
import { t } from "../model/texts.js";
import { Sheet } from "./sheet.js";
import "./nick-field.js";

/** @typedef {import("./nick-field.js").NickField} NickField */

export class NameSheet extends Sheet {
  constructor() {
    super();
    /** @type {(name: string) => Promise<void>} */
    this.enter = async () => {};
  }

  render() {
    return this.frame(
      t("table.sit"),
      html`<form class="number" @submit=${this.#submit} novalidate><nick-field></nick-field>
        <button class="btn btn--main btn--big">${t("join.sit")}</button></form>`,
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const nick = /** @type {NickField} */ (this.querySelector("nick-field"));
    if (!nick.check()) return;
    try {
      await this.enter(nick.value);
    } catch (trouble) {
      nick.trouble = /** @type {import("./sorry.js").Trouble} */ (trouble);
    }
  }
}

customElements.define("name-sheet", NameSheet);
