// Settings of this device: each a group of radio buttons, in force at once.
import { html } from "lit";
import { CHOICES, settings, touches } from "../model/settings.js";
import { t } from "../model/texts.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("../model/settings.js").Setting} Setting */

const SHOWN = /** @type {const} */ (["language", "theme", "deck", "sound", "reactions", "keys"]);

export class SettingsSheet extends Sheet {
  #redraw = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    settings.addEventListener("change", this.#redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    settings.removeEventListener("change", this.#redraw);
  }

  render() {
    return this.frame(
      t("common.settings"),
      html`<form class="settings">${SHOWN.filter((one) => one !== "keys" || !touches()).map(group)}</form>`,
    );
  }
}

/** @param {Setting} setting */
const group = (setting) => html`<fieldset><legend>${t(`common.${setting}`)}</legend>
  <div class="seg">${CHOICES[setting].map((value) => choice(setting, value))}</div></fieldset>`;

/** @param {Setting} setting @param {string} value */
const choice = (setting, value) => html`<label><input type="radio" name=${setting} value=${value}
  .checked=${settings.get(setting) === value} @change=${() => settings.set(setting, value)}
  >${t(`common.${setting}.${value}`)}</label>`;

customElements.define("settings-sheet", SettingsSheet);
