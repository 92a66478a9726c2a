// How the game is played, as a page that can be linked to.
import { html } from "lit";
import { t } from "../model/texts.js";
import { speakMore } from "../net/files.js";
import * as rest from "../net/rest.js";
import { howTo } from "../view/howto.js";
import { icon } from "../view/parts.js";
import { Piece } from "../view/piece.js";
import "../view/account-sheet.js";
import "../view/top-bar.js";
import { askAccount } from "./entering.js";
import { begin } from "./ground.js";

class HowToPage extends Piece {
  static properties = { me: { state: true } };

  constructor() {
    super();
    /** @type {import("../model/people.js").Me | null} */ this.me = null;
  }

  connectedCallback() {
    super.connectedCallback();
    rest.me().then(
      (me) => (this.me = me),
      () => null, // the rules are there without a server, too
    );
  }

  render() {
    return html`<top-bar page="howto" @account=${this.#account}></top-bar>
      <main class="page howto-page" id="main"><h1>${t("howto.heading")}</h1>${howTo()}
        <a class="btn btn--main btn--big" href="/">${icon("play")}${t("howto.play")}</a></main>
      <account-sheet .me=${this.me} .ask=${askAccount}
        @me=${(/** @type {CustomEvent} */ event) => (this.me = event.detail)}></account-sheet>`;
  }

  #account() {
    /** @type {import("../view/sheet.js").Sheet | null} */
    (this.querySelector("account-sheet"))?.open();
  }
}

customElements.define("howto-page", HowToPage);
const [page] = await Promise.all([begin(), speakMore(".howto")]);
page.replaceChildren(document.createElement("howto-page"));
