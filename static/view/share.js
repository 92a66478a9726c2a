// A link to hand on: the share sheet where the browser has one, else copying; and
// where a page without HTTPS may not even copy, the link itself, selected.
// Enters: a link, a text to go with it. Leaves: nothing.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import { icon } from "./parts.js";
import { Piece } from "./piece.js";
import "./more-icons.js";

class ShareLink extends Piece {
  static properties = { link: {}, text: {}, label: {}, copied: { state: true } };

  constructor() {
    super();
    this.link = "";
    this.text = "";
    this.label = "";
    this.copied = false;
  }

  render() {
    const canShare = this.text && typeof navigator.share === "function";
    return html`<div class="share">
      <label class="share__link"><span>${this.label}</span>
        <input readonly .value=${this.link} @focus=${select}></label>
      <div class="share__go">
        ${canShare ? this.#button("btn--turq", "share", "common.share", this.#share) : nothing}
        ${this.#button(
          canShare ? "btn--line" : "btn--turq",
          this.copied ? "check" : "copy",
          this.copied ? "common.copied" : "common.copy",
          this.#copy,
        )}
      </div>
      <span class="sr" role="status">${this.copied ? t("common.copied") : ""}</span></div>`;
  }

  /** @param {string} kind @param {string} sign @param {string} key @param {() => void} act */
  #button(kind, sign, key, act) {
    return html`<button type="button" class="btn ${kind}" @click=${act}
      >${icon(sign)}${t(key)}</button>`;
  }

  async #share() {
    // AbortError: somebody changed their mind
    await navigator.share({ text: this.text, url: this.link }).catch(() => null);
  }

  async #copy() {
    this.copied = await copy(this.link, this.querySelector("input"));
  }
}

/**
 * Without HTTPS there is no clipboard but the one of old.
 * @param {string} text
 * @param {HTMLInputElement | null} shown where the text stands
 */
async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    shown?.select();
    return document.execCommand("copy");
  }
}

/** @param {Event} event */
const select = (event) => /** @type {HTMLInputElement} */ (event.target).select();

customElements.define("share-link", ShareLink);
