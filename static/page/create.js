// A new table: its game, its rules, then its link.
import { html, nothing } from "lit";
import { Draft, usualOf } from "../model/draft.js";
import { paceText, toldShort } from "../model/house-rules.js";
import { t } from "../model/texts.js";
import { Wish } from "../model/wish.js";
import * as rest from "../net/rest.js";
import { differenceList, plainList } from "../view/differences.js";
import { invitation } from "../view/invitation.js";
import { icon, rich } from "../view/parts.js";
import { Piece } from "../view/piece.js";
import { sorry } from "../view/sorry.js";
import "../view/account-sheet.js";
import "../view/create-form.js";
import "../view/nick-field.js";
import "../view/top-bar.js";
import { askAccount, enterAs } from "./entering.js";
import { begin } from "./ground.js";

/** @typedef {import("../view/sorry.js").Trouble} Trouble */

class CreatePage extends Piece {
  static properties = Object.fromEntries(
    "me draft made trouble busy".split(" ").map((name) => [name, { state: true }]),
  );

  constructor() {
    super();
    /** @type {import("../model/people.js").Me | null} */ this.me = null;
    /** @type {Draft | null} */ this.draft = null;
    /** @type {import("../model/people.js").TableCard | null} */ this.made = null;
    /** @type {Trouble | null} */ this.trouble = null;
    this.busy = false;
    this.wish = new Wish(rest.requestId);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#arrive();
  }

  render() {
    return html`<top-bar page="create" @account=${this.#account}></top-bar>
      ${this.made ? this.#done(this.made) : this.#form()}
      <account-sheet .me=${this.me} .ask=${askAccount}
        @me=${(/** @type {CustomEvent} */ event) => (this.me = event.detail)}></account-sheet>`;
  }

  #form() {
    return html`<main id="main"><form class="create" @submit=${this.#open} novalidate>
      <div class="create__head"><a class="crumb" href="/" aria-label=${t("common.nav.tables")}
        >${icon("back")}${t("common.nav.tables")}</a><h1>${t("create.heading")}</h1></div>
      ${
        this.draft
          ? html`<div class="create__form">${this.#nick()}<create-form .draft=${this.draft}
              .trouble=${this.#of("buy_in")} @choose=${this.#changed}></create-form></div>${this.#summary(this.draft)}`
          : html`<p class="trouble" role="alert">${this.trouble ? sorry(this.trouble) : ""}</p>`
      }</form></main>`;
  }

  /** @param {Draft} draft */
  #summary(draft) {
    const own = draft.differences.length;
    const preset = t(`rules.preset.${draft.preset}`);
    const title = own
      ? t("create.summary.own", { preset, n: own })
      : t("create.summary.normal", { preset });
    const pace = paceText({ name: draft.pace, window: draft.window });
    return html`<aside class="summary" aria-label=${t("create.summary")}>
      <div class="hem" aria-hidden="true"></div>
      <div class="summary__full"><h2>${title}</h2>${own ? differenceList(draft.differences) : plainList(usualOf(draft, toldShort))}
        <p class="small muted">${t(own ? "create.summary.guests" : "create.summary.usual")}</p>
        <p class="small muted">${rich("create.summary.facts", { seats: draft.places, bet: draft.bet, pace })}</p>
      </div>
      <p class="trouble" role="alert">${this.trouble && !this.#named() && !this.#of("buy_in") ? sorry(this.trouble) : ""}</p>
      <div class="summary__bar"><div><b>${preset}</b>
        <p>${own ? t("create.rules.own", { n: own }) : t("create.rules.none")}</p></div>
        <button class="btn btn--main btn--big" ?disabled=${this.busy}
          >${t(this.busy ? "create.busy" : "create.go")}</button></div></aside>`;
  }

  /** @param {import("../model/people.js").TableCard} card */
  #done(card) {
    return html`<main class="created" id="main"><h1 tabindex="-1">${t("create.done")}</h1>
      <p>${t("create.done.about")}</p>
      ${invitation(card)}
      <p class="trouble" role="alert">${this.trouble ? sorry(this.trouble) : ""}</p>
      <button class="btn btn--main btn--big" ?disabled=${this.busy} @click=${() => this.#sit(card)}
        >${t("create.done.sit")}</button></main>`;
  }

  #nick() {
    return this.me ? nothing : html`<nick-field .trouble=${this.#named()}></nick-field>`;
  }

  #named() {
    return this.trouble?.code === "bad_field" && !this.me ? this.#of("name") : null;
  }

  /** The trouble, if it is with this field or one within it. @param {string} field */
  #of(field) {
    const { trouble } = this;
    const where = trouble?.code === "beyond_reach" ? "buy_in" : trouble?.field;
    return where?.split(".")[0] === field ? trouble : null;
  }

  /** What was wrong may be right now. */
  #changed() {
    if (this.#of("buy_in")) this.trouble = null;
    this.requestUpdate();
  }

  #account() {
    /** @type {import("../view/sheet.js").Sheet | null} */
    (this.querySelector("account-sheet"))?.open();
  }

  async #arrive() {
    try {
      const [told, me] = await Promise.all([rest.rules(), rest.me()]);
      this.draft = new Draft(told);
      this.me = me;
    } catch (trouble) {
      this.trouble = /** @type {Trouble} */ (trouble);
    }
  }

  /** @param {SubmitEvent} event */
  #open(event) {
    event.preventDefault();
    const { draft } = this;
    const nick = /** @type {import("../view/nick-field.js").NickField | null} */ (
      this.querySelector("nick-field")
    );
    if (!draft || this.busy || (nick && !nick.check())) return;
    this.#try(async () => {
      if (nick) this.me = await enterAs(null, nick.value);
      const name = t("common.table_of", { name: this.me?.name ?? "" });
      this.made = await rest.openTable(this.wish.of({ name, ...draft.body }));
      this.wish.granted();
      await this.updateComplete;
      scrollTo(0, 0);
      this.querySelector("h1")?.focus();
    });
  }

  /** @param {import("../model/people.js").TableCard} card */
  #sit(card) {
    this.#try(async () => {
      location.assign((await rest.takePlace(card.id, { request: rest.requestId() })).path);
    });
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    Object.assign(this, { busy: true, trouble: null });
    try {
      await act();
    } catch (trouble) {
      this.trouble = /** @type {Trouble} */ (trouble);
      await this.#point();
    } finally {
      this.busy = false;
    }
  }

  /** To the field that is marked. */
  async #point() {
    await this.updateComplete;
    await /** @type {Piece | null} */ (this.querySelector("create-form"))?.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("[aria-invalid=true]"))?.focus();
  }
}

customElements.define("create-page", CreatePage);
const page = await begin();
page.replaceChildren(document.createElement("create-page"));
