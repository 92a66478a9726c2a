// The operators' page: one page, a section for each thing they look at. Which one, and with which
// filters, stands behind # in the address. The server shows this page to nobody else.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import * as net from "../net/admin.js";
import * as rest from "../net/rest.js";
import { addressIn, hashOf } from "../view/admin/address.js";
import { Piece } from "../view/piece.js";
import "../view/account-sheet.js";
import "../view/admin/deed-sheet.js";
import "../view/top-bar.js";
import "./admin/accounts.js";
import "./admin/chart.js";
import "./admin/check.js";
import "./admin/hands.js";
import "./admin/ledger.js";
import "./admin/log.js";
import "./admin/pots.js";
import "./admin/reports.js";
import "./admin/tables.js";
import { askAccount } from "./entering.js";
import { begin } from "./ground.js";

/** @typedef {import("../model/people.js").Me} Me */
/** @typedef {import("./admin/section.js").Section} Section */

const SECTIONS = [
  ["pots", "admin.pots"],
  ["ledger", "admin.ledger"],
  ["check", "admin.check"],
  ["players", "admin.accounts"],
  ["tables", "admin.tables"],
  ["hands", "admin.hands"],
  ["reports", "admin.reports"],
  ["chart", "admin.chart"],
  ["log", "admin.log"],
];

class AdminPage extends Piece {
  static properties = { me: { state: true }, hash: { state: true }, said: { state: true } };

  constructor() {
    super();
    /** @type {Me | null} */ this.me = null;
    this.hash = location.hash;
    this.said = "";
    this.moved = () => {
      this.hash = location.hash;
      this.said = "";
    };
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", this.moved);
    this.#arrive();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.moved);
  }

  async #arrive() {
    this.me = await rest.me().catch(() => null);
  }

  get address() {
    const { section, params } = addressIn(this.hash);
    const known = SECTIONS.some(([name]) => name === section);
    return { section: known ? section : "pots", params };
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    const { section, params } = this.address;
    const place = this.querySelector(".admin");
    if (!place || !this.me) return;
    let shown = /** @type {Section | null} */ (place.firstElementChild);
    const other = shown?.localName !== `admin-${section}`;
    if (other) {
      shown = /** @type {Section} */ (document.createElement(`admin-${section}`));
      place.replaceChildren(shown);
    }
    if (!shown) return;
    shown.role = this.me.role;
    this.querySelector(".sections [aria-current]")?.scrollIntoView({ block: "nearest" });
    if (other || changed.has("hash")) shown.params = params;
  }

  render() {
    const { section } = this.address;
    return html`<top-bar page="admin" @account=${() => this.#sheet("account-sheet")}></top-bar>
      <nav class="filters sections" aria-label=${t("admin.nav")}>${SECTIONS.map(
        ([name = "", key = ""]) =>
          html`<a href=${hashOf(name)} aria-current=${name === section ? "page" : nothing}>${t(key)}</a>`,
      )}${this.me ? html`<span class="tag">${t(`admin.role.${this.me.role}`)} · ${this.me.name}</span>` : nothing}</nav>
      <main id="main" class="admin" @deed=${this.#ask}></main>
      <p class="said admin__said" role="status">${this.said}</p>
      <deed-sheet .act=${net.act} @done=${this.#done}></deed-sheet>
      <account-sheet .me=${this.me} .ask=${askAccount} @me=${this.#become}></account-sheet>`;
  }

  /** @param {CustomEvent<Me | null>} event */
  #become({ detail }) {
    if (detail) this.me = detail;
    else location.assign("/");
  }

  /** @param {string} name */
  #sheet(name) {
    /** @type {import("../view/sheet.js").Sheet | null} */ (this.querySelector(name))?.open();
  }

  /** @param {CustomEvent<import("../view/admin/deed-sheet.js").Deed>} event */
  #ask({ detail }) {
    /** @type {import("../view/admin/deed-sheet.js").DeedSheet | null} */
    (this.querySelector("deed-sheet"))?.about(detail);
  }

  #done() {
    this.said = t("admin.done");
    const shown = /** @type {Section | null} */ (this.querySelector(".admin")?.firstElementChild);
    shown?.load();
  }
}

customElements.define("admin-page", AdminPage);
const page = await begin();
page.replaceChildren(document.createElement("admin-page"));
