// The code field as a sheet, for phones, where the one on the page is far below.
import { html } from "lit";
import { t } from "../model/texts.js";
import { Sheet } from "./sheet.js";
import "./code-form.js";

export class CodeSheet extends Sheet {
  static properties = { trouble: { attribute: false }, busy: { type: Boolean } };

  constructor() {
    super();
    /** @type {import("./sorry.js").Trouble | null} */
    this.trouble = null;
    this.busy = false;
  }

  /** Whoever asks for it has a code to type. */
  open() {
    super.open();
    this.querySelector("input")?.focus();
  }

  render() {
    return this.frame(
      t("lobby.code"),
      html`<code-form id="sheet" .trouble=${this.trouble} .busy=${this.busy}></code-form>`,
    );
  }
}

customElements.define("code-sheet", CodeSheet);
