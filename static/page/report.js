// A player tells operators of somebody, of a hand, or of a table. Which, stands behind #:
// the table's id and the number of the hand. A page of its own, so that the table's stays light.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import * as rest from "../net/rest.js";
import { lost } from "../view/lost.js";
import { icon } from "../view/parts.js";
import { Piece } from "../view/piece.js";
import { sorry } from "../view/sorry.js";
import "../view/account-sheet.js";
import "../view/top-bar.js";
import { askAccount } from "./entering.js";
import { begin } from "./ground.js";

const REASONS = ["cheating", "insults", "stalling", "name", "fault", "other"];
const MOST_WORDS = 300; // as the server has it

class ReportPage extends Piece {
  static properties = Object.fromEntries(
    "me names mine card called trouble busy sent".split(" ").map((name) => [name, { state: true }]),
  );

  constructor() {
    super();
    /** @type {import("../model/people.js").Me | null} */ this.me = null;
    /** @type {string[]} by seat */ this.names = [];
    /** @type {number | null} */ this.mine = null;
    this.called = ""; // as the hand was
    /** @type {import("../model/people.js").TableCard | null} once known; a closed one is not */
    this.card = null;
    /** @type {import("../view/sorry.js").Trouble | null} */ this.trouble = null;
    this.busy = false;
    this.sent = false;
    const [table = "", hand = "0"] = location.hash.slice(1).split("/");
    this.table = table;
    this.hand = Number(hand) || 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#arrive();
  }

  /** Of a hand that is over its seats can be chosen; of another only the hand is told. */
  async #arrive() {
    this.me = await rest.me().catch(() => null);
    if (!this.table) return;
    this.card = await rest.ask("GET", `/tables/${this.table}`).catch(() => null);
    if (!this.hand) return;
    const told = await rest.ask("GET", `/hands/${this.table}/${this.hand}`).catch(() => null);
    if (told) Object.assign(this, { names: told.names, mine: told.seat, called: told.title });
  }

  render() {
    return html`<top-bar page="report" @account=${this.#account}></top-bar>
      ${this.table ? this.#asking() : this.#nothing()}
      <account-sheet .me=${this.me} .ask=${askAccount} @me=${this.#become}></account-sheet>`;
  }

  #asking() {
    return html`<main id="main" class="page page--words report"><h1>${t("report.head")}</h1>
      <p class="muted">${this.#about()}</p>${this.sent ? this.#thanks() : this.#form()}</main>`;
  }

  /** Nobody was led here from a table. */
  #nothing() {
    return html`<main id="main" class="page">${lost(
      t("report.head"),
      html`<p>${t("report.no_table")}</p>`,
      html`<a class="btn btn--main" href="/">${icon("back")}${t("common.nav.tables")}</a>`,
    )}</main>`;
  }

  #about() {
    const table = this.card?.name || this.called || t("report.this_table");
    return this.hand ? t("report.about_hand", { n: this.hand, table }) : table;
  }

  #form() {
    return html`<form class="fields" @submit=${this.#send}>
      ${
        this.names.length
          ? html`<label>${t("report.who")}<select name="seat"><option value="">${t("report.nobody")}</option>${this.names.map(
              (name, seat) =>
                seat === this.mine ? nothing : html`<option value=${seat}>${name}</option>`,
            )}</select></label>`
          : nothing
      }
      <label>${t("report.reason")}<select name="reason" required><option value="">${t("report.choose")}</option>${REASONS.map(
        (reason) => html`<option value=${reason}>${t(`report.reason.${reason}`)}</option>`,
      )}</select></label>
      <label>${t("report.words")}<textarea name="words" rows="3" required maxlength=${MOST_WORDS}></textarea></label>
      <p class="trouble" role="alert">${this.trouble ? sorry(this.trouble) : ""}</p>
      <button class="btn btn--main" ?disabled=${this.busy}>${t("report.send")}</button></form>`;
  }

  #thanks() {
    return html`<p class="said" role="status">${icon("check")} ${t("report.sent")}</p>
      <p><a class="btn btn--main" href=${this.card?.path ?? "/"}>${icon("back")}${t(
        this.card ? "report.back" : "common.nav.tables",
      )}</a></p>`;
  }

  /** @param {SubmitEvent} event */
  async #send(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const seat = data.get("seat");
    this.busy = true;
    this.trouble = null;
    try {
      await rest.ask("POST", `/tables/${this.table}/reports`, {
        reason: data.get("reason"),
        words: data.get("words"),
        ...(this.hand ? { hand: this.hand } : {}),
        ...(seat ? { seat: Number(seat) } : {}),
      });
      this.sent = true;
    } catch (trouble) {
      this.trouble = /** @type {import("../view/sorry.js").Trouble} */ (trouble);
    } finally {
      this.busy = false;
    }
  }

  #account() {
    /** @type {import("../view/sheet.js").Sheet | null} */
    (this.querySelector("account-sheet"))?.open();
  }

  /** @param {CustomEvent<import("../model/people.js").Me | null>} event */
  #become({ detail }) {
    this.me = detail;
  }
}

customElements.define("report-page", ReportPage);
const page = await begin();
page.replaceChildren(document.createElement("report-page"));
