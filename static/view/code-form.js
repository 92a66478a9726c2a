// A field for a table's code. Enters: the trouble with the last one. Leaves: `code` {code}.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import { Piece } from "./piece.js";
import { sorry } from "./sorry.js";

class CodeForm extends Piece {
  static properties = {
    trouble: { attribute: false },
    busy: { type: Boolean },
    empty: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./sorry.js").Trouble | null} */
    this.trouble = null;
    this.busy = false;
    this.empty = false;
  }

  render() {
    const said = this.empty ? t("lobby.join.empty") : this.trouble ? sorry(this.trouble) : "";
    return html`<form class="join" @submit=${this.#go}>
      <label for="${this.id}-code">${t("lobby.join")}</label>
      <div><input id="${this.id}-code" name="code" placeholder="KWTXBR" maxlength="20"
        autocapitalize="characters" autocomplete="off" spellcheck="false" enterkeyhint="go"
        aria-invalid=${said ? "true" : nothing} aria-describedby="${this.id}-hint">
        <button class="btn" ?disabled=${this.busy}>${t("lobby.join.go")}</button></div>
      <p class="small muted" id="${this.id}-hint">${t("lobby.join.hint")}</p>
      <p class="trouble" role="alert">${said}</p></form>`;
  }

  /** @param {SubmitEvent} event */
  #go(event) {
    event.preventDefault();
    if (this.busy) return;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const code = String(data.get("code")).trim();
    this.empty = code === "";
    if (code) this.tell("code", { code });
  }
}

customElements.define("code-form", CodeForm);
