// The bar and the account sheet of pages that are drawn whole: hands, replay, night, verify.
// Enters: what draws the page anew. Leaves: templates of both; `me` is who is here, once known.
import { html } from "lit";
import * as rest from "../net/rest.js";
import "../view/account-sheet.js";
import "../view/top-bar.js";
import { askAccount } from "./entering.js";

/** @param {() => void} draw @param {() => void} [arrived] somebody has signed in where nobody was */
export function accountBar(draw, arrived = () => {}) {
  /** @type {import("../model/people.js").Me | null} */
  let me = null;
  const become = (/** @type {import("../model/people.js").Me | null} */ one) => {
    me = one;
    draw();
  };
  const open = async () => {
    become(await rest.me().catch(() => me));
    /** @type {import("../view/sheet.js").Sheet | null} */
    (document.querySelector("account-sheet"))?.open();
  };
  return {
    /** @param {string} page */
    top: (page) => html`<top-bar page=${page} @account=${open}></top-bar>`,
    sheet: () => html`<account-sheet .me=${me} .ask=${askAccount}
      @me=${(/** @type {CustomEvent} */ { detail }) => {
        const came = detail && !me;
        become(detail);
        if (came) arrived();
      }}></account-sheet>`,
  };
}
