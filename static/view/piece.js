// What all elements of ours share: they draw into the page itself, so that one set of styles and
// one tree of landmarks holds for all, and they draw anew when another language is spoken.
import { LitElement } from "lit";
import { speech } from "../model/texts.js";

export class Piece extends LitElement {
  #redraw = () => this.requestUpdate();

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    speech.addEventListener("change", this.#redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    speech.removeEventListener("change", this.#redraw);
  }

  /**
   * Tell the page that somebody wants something.
   * @param {string} name
   * @param {unknown} [detail]
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
