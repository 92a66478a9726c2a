// Something to be done, and why: the reason goes into the log. Enters: a deed, `act` that does it.
// Leaves: `done` once it is.
import { html, nothing } from "lit";
import { t } from "../../model/texts.js";
import { Sheet } from "../sheet.js";
import { sorry } from "../sorry.js";

/** @typedef {{title: string, path: string, chips?: boolean, body?: Record<string, unknown>}} Deed */

const MOST_GRANT = 1_000_000; // as the server has it
const MOST_WHY = 300;

export class DeedSheet extends Sheet {
  static properties = {
    act: { attribute: false },
    deed: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.act = /** @type {(path: string, body: Record<string, unknown>) => Promise<unknown>} */ (
      /** @type {unknown} */ (null)
    );
    /** @type {Deed | null} */
    this.deed = null;
    /** @type {import("../sorry.js").Trouble | null} */
    this.trouble = null;
    this.busy = false;
    this.request = "";
  }

  /** @param {Deed} deed */
  async about(deed) {
    this.request = crypto.randomUUID?.() ?? String(Date.now());
    Object.assign(this, { deed, trouble: null });
    await this.updateComplete;
    this.querySelector("form")?.reset();
    this.open();
  }

  render() {
    return this.frame(
      this.deed?.title ?? "",
      html`<form class="fields" @submit=${this.#do}>
        ${
          this.deed?.chips
            ? html`<label>${t("admin.field.chips")}<input name="chips" type="number" min="1" max=${MOST_GRANT} step="1" required></label>`
            : nothing
        }
        <label>${t("admin.field.why")}<input name="why" required maxlength=${MOST_WHY} autocomplete="off"></label>
        <p class="small muted">${t("admin.why.about")}</p>
        <p class="trouble" role="alert">${this.trouble ? sorry(this.trouble, "admin.") : ""}</p>
        <p class="pair-of-buttons"><button type="button" class="btn btn--line" @click=${this.close}>${t("common.cancel")}</button>
        <button class="btn btn--main" ?disabled=${this.busy}>${t("admin.do")}</button></p></form>`,
    );
  }

  /** @param {SubmitEvent} event */
  async #do(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const { path = "", chips, body } = this.deed ?? {};
    const grant = chips ? { chips: Number(data.get("chips")), request: this.request } : {};
    this.busy = true;
    this.trouble = null;
    try {
      await this.act(path, { ...body, ...grant, why: String(data.get("why")) });
      this.close();
      this.tell("done");
    } catch (trouble) {
      this.trouble = /** @type {import("../sorry.js").Trouble} */ (trouble);
    } finally {
      this.busy = false;
    }
  }
}

customElements.define("deed-sheet", DeedSheet);
