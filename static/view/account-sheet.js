// Somebody's account: chips, the way back by a link, a password if they like, signing in and out.
// Enters: who is here, and `ask`, what may be asked of the server. Leaves: `me` with whoever is
// here then. Never here: a request of its own.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import { chips, icon, rich } from "./parts.js";
import { Sheet } from "./sheet.js";
import { sorry } from "./sorry.js";
import "./share.js";

/** @typedef {import("../model/people.js").Me} Me */
/** @typedef {import("../model/people.js").AskAccount} AskAccount */

export class AccountSheet extends Sheet {
  static properties = {
    me: { attribute: false },
    ask: { attribute: false },
    trouble: { state: true },
    said: { state: true },
    at: { state: true },
    link: { state: true },
    sure: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Me | null} */
    this.me = null;
    this.ask = /** @type {AskAccount} */ (/** @type {unknown} */ (null));
    /** @type {import("./sorry.js").Trouble | null} */
    this.trouble = null;
    this.said = "";
    /** @type {"purse" | "link" | "password" | "leave"} where it is said: at what was pressed */
    this.at = "purse";
    this.link = "";
    this.sure = false;
    this.busy = false;
  }

  open() {
    Object.assign(this, { trouble: null, said: "", link: "", sure: false });
    super.open();
  }

  render() {
    return this.frame(
      this.me ? this.me.name : t("common.account"),
      this.me ? this.#inside(this.me) : this.#outside(),
    );
  }

  updated() {
    const told = [...this.querySelectorAll(".trouble, .said")].find((one) => one.textContent);
    told?.scrollIntoView({ block: "nearest" });
  }

  /** What came of what was pressed there. @param {typeof this.at} place */
  #told(place) {
    const here = this.at === place;
    return html`<p class="trouble" role="alert">${here && this.trouble ? sorry(this.trouble) : ""}</p>
      <p class="said" role="status">${here ? this.said : ""}</p>`;
  }

  #outside() {
    return html`<p class="muted">${t("account.visitor")}</p>${this.#password("log_in")}`;
  }

  /** @param {Me} me */
  #inside(me) {
    return html`<p class="muted">${
      me.username
        ? rich("account.as", { name: me.name, username: me.username })
        : t("account.guest")
    }</p>
      <div class="purse"><dl><div><dt>${t("account.wallet")}</dt><dd>${chips(me.wallet.chips)}</dd></div>
        <div><dt>${t("account.at_tables")}</dt><dd>${chips(me.wallet.at_tables)}</dd></div></dl>
        <button class="btn" ?disabled=${this.busy} @click=${this.#refill}
          >${t("account.refill")}</button></div>${this.#told("purse")}
      <a class="btn" href="/hands">${t("common.nav.hands")}</a>
      ${me.role === "player" ? nothing : html`<a class="btn" href="/admin">${t("account.admin")}</a>`}
      <section><h3>${t("account.link")}</h3><p class="small muted">${t("account.link.about")}</p>
        ${
          this.link
            ? html`<share-link .link=${this.link} .label=${t("account.link.here")}></share-link>`
            : html`<button class="btn" ?disabled=${this.busy} @click=${this.#renew}
                >${icon("link")}${t("account.link.show")}</button>`
        }${this.#told("link")}</section>
      <details class="fold"><summary>${t(me.username ? "account.password.change" : "account.password")}${icon("next")}</summary>
        ${this.#password(me.username ? "change" : "set")}</details>
      ${this.#leave(me)}${this.#told("leave")}`;
  }

  /** @param {Me} me */
  #leave(me) {
    if (!this.sure || me.username) {
      return html`<button class="btn btn--danger" ?disabled=${this.busy} @click=${this.#logOut}
        >${icon("leave")}${t("account.log_out")}</button>`;
    }
    return html`<p>${t("account.log_out.sure")}</p><div class="pair-of-buttons">
      <button class="btn btn--line" @click=${() => (this.sure = false)}>${t("common.cancel")}</button>
      <button class="btn btn--danger" ?disabled=${this.busy} @click=${this.#logOut}
        >${t("account.log_out.yes")}</button></div>`;
  }

  /** @param {"log_in" | "set" | "change"} what */
  #password(what) {
    const fresh = what !== "log_in";
    const label = what === "log_in" ? "account.log_in" : `account.password.${what}`;
    return html`<form class="fields" @submit=${fresh ? this.#setPassword : this.#logIn}>
      ${field("username", "account.username", "username", "text", this.me?.username ?? "")}
      ${what === "change" ? field("current", "account.current", "current-password") : nothing}
      ${
        fresh
          ? field("password", "account.new_password", "new-password")
          : field("password", "account.your_password", "current-password")
      }
      ${this.#told("password")}
      <button class="btn" ?disabled=${this.busy}>${t(label)}</button></form>`;
  }

  #refill() {
    return this.#try("purse", async () => {
      const { added, wallet } = await this.ask.refill();
      this.said = added ? t("account.refilled", { n: added }) : t("account.not_refilled");
      if (this.me) this.tell("me", { ...this.me, wallet });
    });
  }

  #renew() {
    return this.#try("link", async () => {
      const { path } = await this.ask.renewRecovery();
      this.link = new URL(path, location.href).href;
    });
  }

  /** @param {SubmitEvent} event */
  #logIn(event) {
    const { username, password } = typed(event);
    return this.#try("password", async () => {
      this.tell("me", await this.ask.logIn(username ?? "", password ?? ""));
      this.close();
    });
  }

  /** @param {SubmitEvent} event */
  #setPassword(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { username = "", password = "", current } = typed(event);
    return this.#try("password", async () => {
      const asked = { username, password, ...(current ? { current } : {}) };
      this.tell("me", await this.ask.setPassword(asked));
      this.said = t("account.password.done");
      form.reset();
    });
  }

  #logOut() {
    if (!this.me?.username && !this.sure) {
      this.sure = true;
      return null;
    }
    return this.#try("leave", async () => {
      await this.ask.logOut();
      this.tell("me", null);
      this.close();
    });
  }

  /** @param {typeof this.at} at @param {() => Promise<void>} act */
  async #try(at, act) {
    Object.assign(this, { busy: true, at, trouble: null, said: "" });
    try {
      await act();
    } catch (trouble) {
      this.trouble = /** @type {import("./sorry.js").Trouble} */ (trouble);
    } finally {
      this.busy = false;
    }
  }
}

/** @param {string} name @param {string} key @param {string} fill @param {string} [type] @param {string} [value] */
const field = (name, key, fill, type = "password", value = "") => html`<label>${t(key)}
  <input name=${name} type=${type} autocomplete=${fill} autocapitalize="none" spellcheck="false"
    required value=${value}></label>`;

/** @param {SubmitEvent} event @returns {Record<string, string>} */
function typed(event) {
  event.preventDefault();
  const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
  return Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
}

customElements.define("account-sheet", AccountSheet);
