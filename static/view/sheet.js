// A sheet over the page: the browser's own dialog, so focus stays in it and Escape closes it.
import { html } from "lit";
import { t } from "../model/texts.js";
import { icon } from "./parts.js";
import { Piece } from "./piece.js";

export class Sheet extends Piece {
  get dialog() {
    return this.querySelector("dialog");
  }

  open() {
    this.requestUpdate();
    this.dialog?.showModal();
  }

  close() {
    this.dialog?.close();
  }

  /** @param {string} title @param {unknown} body */
  frame(title, body) {
    return html`<dialog class="sheet" aria-labelledby="${this.localName}-title"
      @click=${this.#outside}>
      <div class="sheet__in">
        <header class="sheet__head"><h2 id="${this.localName}-title">${title}</h2>
          <button class="btn-icon" aria-label=${t("common.close")} @click=${this.close}>
            ${icon("cross")}</button></header>
        ${body}
      </div></dialog>`;
  }

  /** @param {Event} event a click beside the sheet closes it */
  #outside(event) {
    if (event.target === this.dialog) this.close();
  }
}
