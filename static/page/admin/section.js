// What all sections of the operators' page share: they load what their filters ask for, tell what
// went wrong, and keep the filters in the address, so that each view can be linked to.
// Enters: `params` out of the address, `role`. Leaves: `deed` when something is to be done.
import { html, nothing } from "lit";
import { t } from "../../model/texts.js";
import * as net from "../../net/admin.js";
import { hashOf } from "../../view/admin/address.js";
import { icon } from "../../view/parts.js";
import { Piece } from "../../view/piece.js";
import { sorry } from "../../view/sorry.js";
import { Latest } from "../latest.js";
import "../../view/more-icons.js";

/** @typedef {import("../../view/sorry.js").Trouble} Trouble */
/** @typedef {{data: any} & Record<string, unknown>} Shown fields of a section */
/** @typedef {{title: string, path: string, chips?: boolean, body?: Record<string, unknown>}} Deed */

export class Section extends Piece {
  static properties = {
    params: { attribute: false },
    role: {},
    data: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.params = new URLSearchParams();
    this.role = "";
    /** @type {any} */
    this.data = null;
    /** @type {Trouble | null} */
    this.trouble = null;
    this.busy = false;
    this.latest = new Latest();
  }

  /** @returns {string} its name in the address */
  get name() {
    return this.localName.replace("admin-", "");
  }

  /** What it shows, out of what the address asks for. @returns {Promise<Shown>} */
  async fetched() {
    return { data: await this.page() };
  }

  /** How its answers go on: a list's name, and the filter that names where. @returns {[string, string]} */
  get pages() {
    return ["", ""];
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("params")) this.load();
  }

  async load() {
    await this.attempt(() => this.fetched());
  }

  /** Ask, and show the answer unless something else is asked meanwhile.
   * @param {() => Promise<Shown>} ask */
  async attempt(ask) {
    this.busy = true;
    this.trouble = null;
    const settle = (/** @type {Partial<Section>} */ told) =>
      Object.assign(this, told, { busy: false });
    await this.latest.ask(ask, settle, (trouble) =>
      settle({ trouble: /** @type {Trouble} */ (trouble) }),
    );
  }

  /** @param {string} name */
  param(name) {
    return this.params.get(name) ?? "";
  }

  /** All filters of the address. */
  get filters() {
    return Object.fromEntries(this.params);
  }

  get acts() {
    return this.role === "operator";
  }

  /** @param {Record<string, string>} filters */
  go(filters) {
    location.hash = hashOf(this.name, filters);
  }

  /** @param {SubmitEvent} event */
  filter(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    this.go(Object.fromEntries(typed.filter(([, value]) => value)));
  }

  /** @param {Deed} deed */
  ask(deed) {
    this.tell("deed", deed);
  }

  /** @param {unknown} title @param {unknown} [tools] */
  head(title, tools = nothing) {
    return html`<div class="admin__head"><h1>${title}</h1>${tools}</div>
      <p class="trouble" role="alert">${this.trouble ? this.sorry(this.trouble) : ""}</p>`;
  }

  /** Operators' own troubles have texts of their own. @param {Trouble} trouble */
  sorry(trouble) {
    return sorry(trouble, "admin.");
  }

  /** @param {unknown} fields */
  bar(fields) {
    return html`<form class="fbar" aria-label=${t("admin.filters")} @submit=${this.filter}>${fields}
      <button class="btn">${t("admin.search")}</button></form>`;
  }

  /** The button for what comes after what is shown. */
  more() {
    const [list, place] = this.pages;
    if (!this.data?.next || !list) return nothing;
    return html`<button class="btn btn--line more" ?disabled=${this.busy}
      @click=${() => this.attempt(() => this.#goOn(list, place))}>${icon("down")}${t("admin.more")}</button>`;
  }

  /** @param {string} list @param {string} place @returns {Promise<Shown>} */
  async #goOn(list, place) {
    const before = this.data;
    const page = await this.page({ [place]: before.next });
    const names = { ...before.names, ...page.names };
    // One that was put before its turn, since it is shown, comes again on its own page.
    const there = new Set(before[list].map((/** @type {unknown} */ one) => JSON.stringify(one)));
    const more = page[list].filter((/** @type {unknown} */ one) => !there.has(JSON.stringify(one)));
    return { data: { ...page, names, [list]: [...before[list], ...more] } };
  }

  /** One page of what is asked for. @param {net.Filters} from @returns {Promise<any>} */
  page(from = {}) {
    return net.look(this.name, { ...this.asked(), ...from });
  }

  /** What the server is asked, out of the address. @returns {net.Filters} */
  asked() {
    return this.filters;
  }
}
