// The lobby: a name, a first hand, the tables. Also where a way back leads, /back#code.
import { html, nothing } from "lit";
import { settings } from "../model/settings.js";
import { t } from "../model/texts.js";
import * as rest from "../net/lobby.js";
import { icon, rich } from "../view/parts.js";
import { Piece } from "../view/piece.js";
import { tableList } from "../view/table-list.js";
import "../view/account-sheet.js";
import "../view/code-form.js";
import "../view/code-sheet.js";
import "../view/hero.js";
import "../view/top-bar.js";
import { askAccount, enterAs } from "./entering.js";
import { begin } from "./ground.js";
import { Polling } from "./polling.js";

/** @typedef {import("../model/people.js").Me} Me */
/** @typedef {import("../model/people.js").TableLine} TableLine */
/** @typedef {import("../view/sorry.js").Trouble} Trouble */

const FILTERS = ["all", "desmoche", "conquien", "conquian"];

class LobbyPage extends Piece {
  static properties = Object.fromEntries(
    "me tables mine filter trouble codeTrouble busy stale hello"
      .split(" ")
      .map((name) => [name, { state: true }]),
  );

  constructor() {
    super();
    /** @type {Me | null} */ this.me = null;
    /** @type {TableLine[] | null} */ this.tables = null;
    /** @type {TableLine[]} */ this.mine = [];
    this.filter = "all";
    /** @type {Trouble | null} */ this.trouble = null;
    /** @type {Trouble | null} */ this.codeTrouble = null;
    this.busy = false;
    this.stale = false;
    this.hello = "";
    this.polling = new Polling(() => this.#refresh());
  }

  connectedCallback() {
    super.connectedCallback();
    this.#arrive();
    this.polling.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.polling.stop();
  }

  render() {
    return html`<top-bar page="lobby" @account=${() => this.#sheet("account-sheet")}></top-bar>
      <main id="main" @code=${this.#findTable}>
        ${this.#mine()}
        <lobby-hero .trouble=${this.trouble} .busy=${this.busy} .second=${this.mine.some(isSeat)}
          @play=${this.#play} @want-code=${() => this.#sheet("code-sheet")}></lobby-hero>
        <p class="hello" role="status">${this.hello}</p>
        <div class="lobby__cols"><div class="lobby__tables">${this.#open()}</div>
          ${this.#invite()}</div>
      </main>
      <footer class="foot"><p><a href="/how">${t("common.nav.howto")}</a></p><p>${t("lobby.footer")}</p></footer>
      <code-sheet .trouble=${this.codeTrouble} .busy=${this.busy} @code=${this.#findTable}
        ></code-sheet>
      <account-sheet .me=${this.me} .ask=${askAccount} @me=${this.#become}></account-sheet>`;
  }

  #mine() {
    if (this.mine.length === 0) return nothing;
    return html`<section class="tables tables--mine" aria-labelledby="h-mine">
      <header class="sec"><h2 id="h-mine">${t("lobby.mine")}</h2></header>
      ${tableList(this.mine, true)}</section>`;
  }

  #open() {
    const mine = new Set(this.mine.map(({ path }) => path)); // they stand above
    const shown = (this.tables ?? []).filter(
      ({ path, preset }) =>
        !mine.has(path) && (this.filter === "all" || kind(preset) === this.filter),
    );
    return html`<section class="tables" id="tables" aria-labelledby="h-tables">
      <header class="sec"><h2 id="h-tables">${t("lobby.tables")}
        ${this.tables?.length ? html`<span class="tag">${shown.length}</span>` : nothing}</h2>
        ${this.tables?.length ? this.#filters() : nothing}</header>
      ${this.stale ? html`<p class="small muted" role="status">${t("lobby.stale_list")}</p>` : nothing}
      ${
        shown.length
          ? tableList(shown)
          : html`<p class="empty">${t(this.tables ? "lobby.none" : "lobby.loading")}</p>`
      }</section>`;
  }

  #filters() {
    return html`<div class="filters" role="group" aria-label=${t("lobby.filter")}>
      ${FILTERS.map(
        (name) => html`<button aria-pressed=${name === this.filter ? "true" : "false"}
          @click=${() => (this.filter = name)}>${t(`lobby.filter.${name}`)}</button>`,
      )}</div>`;
  }

  #invite() {
    return html`<aside class="invite" aria-labelledby="h-invite">
      <div class="invite__make"><h2 id="h-invite">${t("lobby.invite")}</h2>
      <p class="small muted">${t("lobby.invite.about")}</p>
      <a class="btn btn--turq" href="/create">${icon("lock")}${t("lobby.create")}</a>
      <code-form id="aside" .trouble=${this.codeTrouble} .busy=${this.busy}></code-form></div>
      ${this.me ? this.#keep() : nothing}</aside>`;
  }

  /** The way back of whoever has a seat to come back to. */
  #keep() {
    return html`<div class="keep">${icon("link")}<span>${rich("lobby.keep")}</span></div>
      <div class="pair-of-buttons"><button class="btn btn--line" @click=${() => this.#sheet("account-sheet")}
        >${t("lobby.keep.go")}</button>
        <a class="btn btn--line to-hands" href="/hands">${icon("replay")}${t("common.nav.hands")}</a></div>`;
  }

  /** @param {string} name */
  #sheet(name) {
    this.codeTrouble = null;
    /** @type {import("../view/sheet.js").Sheet | null} */ (this.querySelector(name))?.open();
  }

  /** @param {CustomEvent<Me | null>} event */
  #become({ detail }) {
    this.me = detail;
    if (!detail) this.mine = [];
    this.polling.now();
  }

  async #arrive() {
    try {
      this.me = location.pathname === "/back" ? await comeBack() : await rest.me();
      if (this.me && location.pathname === "/back") {
        history.replaceState(null, "", "/");
        this.hello = t("lobby.back.welcome", { name: this.me.name });
      }
      if (this.me) this.#named(this.me.name);
      this.polling.now();
    } catch (trouble) {
      this.trouble = /** @type {Trouble} */ (trouble);
    }
  }

  /** @param {string} name */
  #named(name) {
    const nick = /** @type {import("../view/nick-field.js").NickField | null} */ (
      this.querySelector("nick-field")
    );
    if (nick && !nick.value) nick.value = name;
    settings.set("name", settings.get("name") || name);
  }

  async #refresh() {
    try {
      this.tables = await rest.openTables();
      const mine = this.me ? await rest.myTables() : [];
      if (this.me) this.mine = mine; // not if they logged out while the answer was on its way
      this.stale = false;
    } catch {
      this.stale = true;
    }
  }

  /** @param {CustomEvent<{name: string}>} event */
  #play({ detail }) {
    return this.#try("trouble", async () => {
      this.me = await enterAs(this.me, detail.name);
      const name = t("common.table_of", { name: this.me.name });
      location.assign((await rest.playNow(name)).path);
    });
  }

  /** @param {CustomEvent<{code: string}>} event */
  #findTable({ detail }) {
    return this.#try("codeTrouble", async () => {
      location.assign((await rest.findTable(detail.code)).path);
    });
  }

  /** @param {"trouble" | "codeTrouble"} where @param {() => Promise<void>} act */
  async #try(where, act) {
    this.busy = true;
    this[where] = null;
    try {
      await act();
    } catch (trouble) {
      this[where] = /** @type {Trouble} */ (trouble);
      this.busy = false;
    }
  }
}

/** Somebody is waited for there. @param {TableLine} line */
const isSeat = ({ mine, leaving }) => mine && !leaving;

/** All Conquián presets are one family in the list. @param {string} preset */
const kind = (preset) => (preset.startsWith("conquian") ? "conquian" : preset);

const comeBack = () => rest.recover(decodeURIComponent(location.hash.slice(1)));

customElements.define("lobby-page", LobbyPage);
const page = await begin();
// Back from a table by the browser's own button, the page may be one that was kept: busy.
addEventListener("pageshow", (event) => event.persisted && location.reload());
page.replaceChildren(document.createElement("lobby-page"));
