// The bar on top of lobby, create and join: the way to the other pages, language, theme,
// settings, account. Enters: which page this is. Leaves: `account` when somebody wants theirs.
import { html, nothing } from "lit";
import { CHOICES, settings } from "../model/settings.js";
import { t } from "../model/texts.js";
import { icon, logo } from "./parts.js";
import { Piece } from "./piece.js";
import "./settings-sheet.js";
import "./more-icons.js";

const SHORT = /** @type {Record<string, string>} */ ({ es: "ES", en: "EN", th: "ไทย" });

class TopBar extends Piece {
  static properties = { page: {} };
  #changed = () => this.requestUpdate();

  constructor() {
    super();
    this.page = "";
  }

  connectedCallback() {
    super.connectedCallback();
    settings.addEventListener("change", this.#changed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    settings.removeEventListener("change", this.#changed);
  }

  render() {
    return html`<a class="skip" href="#main">${t("common.skip")}</a>
      <header class="top">
        <a class="logo" href="/">${logo}Desmoche</a>
        <nav aria-label=${t("common.nav")}>
          ${this.#link("lobby", "/", "common.nav.tables")}
          ${this.#link("create", "/create", "common.nav.create")}
          ${this.#link("hands", "/hands", "common.nav.hands")}
          ${this.#link("howto", "/how", "common.nav.howto")}
        </nav>
        <div class="top__tools">${this.#language()}${this.#theme()}
          <button class="btn-icon" aria-label=${t("common.settings")} @click=${this.#settings}>
            ${icon("sliders")}</button>
          <button class="btn-icon" aria-label=${t("common.account")}
            @click=${() => this.tell("account")}>${icon("person")}</button>
        </div>
      </header>
      <settings-sheet></settings-sheet>`;
  }

  /** @param {string} page @param {string} href @param {string} key */
  #link(page, href, key) {
    const current = this.page === page ? "page" : nothing;
    return html`<a href=${href} aria-current=${current}>${t(key)}</a>`;
  }

  #language() {
    const now = settings.get("language");
    return html`<label class="btn-icon pick-one"><b aria-hidden="true">${SHORT[now]}</b>
      <select aria-label=${t("common.language")} @change=${choose}>
        ${CHOICES.language.map(
          (each) => html`<option value=${each} lang=${each} ?selected=${each === now}
            >${t(`common.language.${each}`)}</option>`,
        )}
      </select></label>`;
  }

  #theme() {
    const other = settings.get("theme") === "light" ? "dark" : "light";
    return html`<button class="btn-icon" @click=${() => settings.set("theme", other)}
      aria-label="${t("common.theme")}: ${t(`common.theme.${other}`)}"
      >${icon(other === "light" ? "sun" : "moon")}</button>`;
  }

  #settings() {
    /** @type {import("./settings-sheet.js").SettingsSheet | null} */
    (this.querySelector("settings-sheet"))?.open();
  }
}

/** @param {Event} event */
function choose(event) {
  settings.set("language", /** @type {HTMLSelectElement} */ (event.target).value);
}

customElements.define("top-bar", TopBar);
