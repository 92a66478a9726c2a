// Before the table: whoever opens its link and does not sit there sees it, and sits down or looks.
// Enters: where to draw, the table's card, who is here. Leaves: the card once somebody sits (`mine`
// is their place) or wants to watch (`mine` is null); until then the promise waits. `lost` says
// that there is no such table, with ways on.
import { html, render } from "lit";
import { t } from "../model/texts.js";
import * as rest from "../net/rest.js";
import { lost as nothingHere } from "../view/lost.js";
import { sorry } from "../view/sorry.js";
import "../view/account-sheet.js";
import "../view/join-table.js";
import "../view/top-bar.js";
import { askAccount, enterAs } from "./entering.js";
import { Polling } from "./polling.js";

/** @typedef {import("../model/people.js").TableCard} TableCard */
/** @typedef {import("../view/sorry.js").Trouble} Trouble */

/** @param {HTMLElement} root @param {TableCard} card @param {import("../model/people.js").Me | null} me */
export const join = (root, card, me) => new Joining(root, card, me).settled;

class Joining {
  /** @param {HTMLElement} root @param {TableCard} card @param {import("../model/people.js").Me | null} me */
  constructor(root, card, me) {
    this.root = root;
    this.card = card;
    this.me = me;
    /** @type {Trouble | null} */
    this.trouble = null;
    this.busy = false;
    this.polling = new Polling(() => this.#refresh());
    /** @type {Promise<TableCard>} */
    this.settled = new Promise((settle) => {
      this.settle = settle;
    });
    this.#draw();
    this.polling.start();
  }

  #draw() {
    document.title = `${this.card.name} · Desmoche`;
    render(
      html`<top-bar @account=${() => this.#account()}></top-bar>
      <join-table .card=${this.card} .me=${this.me} .trouble=${this.trouble} .busy=${this.busy}
        @take=${(/** @type {CustomEvent} */ event) => this.#take(event.detail)}
        @watch=${(/** @type {CustomEvent} */ event) => this.#watch(event.detail)}></join-table>
      <account-sheet .me=${this.me} .ask=${askAccount}
        @me=${(/** @type {CustomEvent} */ event) => this.#become(event.detail)}></account-sheet>`,
      this.root,
    );
  }

  #account() {
    /** @type {import("../view/sheet.js").Sheet | null} */
    (this.root.querySelector("account-sheet"))?.open();
  }

  /** @param {import("../model/people.js").Me | null} me */
  #become(me) {
    this.me = me;
    this.#draw();
    this.polling.now();
  }

  async #refresh() {
    try {
      const card = await rest.showTable(this.card.id);
      if (card.mine !== null && !this.busy) this.#leave(card);
      else this.card = card;
    } catch (trouble) {
      if (/** @type {rest.Failure} */ (trouble).status === 404) {
        this.polling.stop();
        lost(this.root, { code: "table_closed" });
        return;
      }
    }
    if (this.root.querySelector("join-table")) this.#draw();
  }

  /** @param {{name: string, chips: number}} wanted */
  #take({ name, chips }) {
    return this.#try(name, async () => {
      await rest.takePlace(this.card.id, { chips, request: rest.requestId() });
      return rest.showTable(this.card.id);
    });
  }

  /** @param {{name: string}} wanted */
  #watch({ name }) {
    return this.#try(name, async () => this.card);
  }

  /** @param {string} name @param {() => Promise<TableCard>} act */
  async #try(name, act) {
    Object.assign(this, { busy: true, trouble: null });
    this.#draw();
    try {
      this.me = this.me ?? (await this.#come(name));
      this.#leave(await act());
      return;
    } catch (trouble) {
      this.trouble = /** @type {Trouble} */ (trouble);
    }
    this.busy = false;
    this.#draw();
  }

  /** Who only looks on needs no name of their own. @param {string} name */
  async #come(name) {
    return name ? enterAs(null, name) : (await rest.comeAsGuest(t("join.watcher"))).me;
  }

  /** @param {TableCard} card */
  #leave(card) {
    this.polling.stop();
    render(html``, this.root);
    this.settle?.(card);
  }
}

/** @param {HTMLElement} root @param {Trouble} trouble */
export function lost(root, trouble) {
  const again = [
    "offline",
    "slow",
    "server_away",
    "storage_away",
    "too_often",
    "suspended",
  ].includes(trouble.code);
  render(
    html`<top-bar></top-bar><main class="page" id="main">${nothingHere(
      t("join.lost"),
      html`<p role="alert">${sorry(trouble)}</p>`,
      html`${
        again
          ? html`<button class="btn btn--main" @click=${() => location.reload()}
              >${t("common.again")}</button>`
          : html`<a class="btn btn--main" href="/">${t("join.lobby")}</a>`
      }
        <a class="btn btn--line" href="/create">${t("join.create")}</a>`,
    )}</main>`,
    root,
  );
}
