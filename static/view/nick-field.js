// The field for a nickname, which says at once what is wrong with one.
// Enters: `value`, the name so far; `trouble`, what the server said. Leaves: `value`.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { troubleWith } from "../model/nickname.js";
import { settings } from "../model/settings.js";
import { t } from "../model/texts.js";
import { icon } from "./parts.js";
import { Piece } from "./piece.js";
import { sorry } from "./sorry.js";

export class NickField extends Piece {
  static properties = { value: {}, trouble: { attribute: false } };

  constructor() {
    super();
    this.value = settings.get("name");
    /** @type {import("./sorry.js").Trouble | null} */
    this.trouble = null;
  }

  render() {
    const long = this.value !== "" && troubleWith(this.value);
    const trouble = this.trouble ?? (long || null);
    return html`<label for="nick">${t("lobby.nick")}</label>
      <div class="nick"><input id="nick" name="name" .value=${live(this.value)} @input=${this.#typed}
        autocomplete="nickname" autocapitalize="words" spellcheck="false" enterkeyhint="go"
        aria-invalid=${trouble ? "true" : nothing} aria-describedby="nick-trouble">
        ${
          this.value.trim() && !trouble
            ? html`<span class="nick__ok">${icon("check")}${t("lobby.nick.ok")}</span>`
            : nothing
        }</div>
      <p class="trouble" id="nick-trouble" role="alert">${trouble ? sorry(trouble) : ""}</p>`;
  }

  /** Whether the name will do; else it is said why, and the field has the focus. */
  check() {
    this.trouble = troubleWith(this.value);
    if (this.trouble) this.querySelector("input")?.focus();
    return !this.trouble;
  }

  /** @param {Event} event */
  #typed(event) {
    this.value = /** @type {HTMLInputElement} */ (event.target).value;
    settings.set("name", this.value.trim()); // other pages begin with it
    this.trouble = null;
  }
}

customElements.define("nick-field", NickField);
