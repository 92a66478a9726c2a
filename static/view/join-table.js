// A table before one sits down: who is there, how it is played, with how many chips.
// Enters: the table's card, who is here (null: a visitor, who is asked for a nickname), the
// trouble with the last attempt. Leaves: `take` {name, chips}, `watch` {name}: "" if none was given.
import { html, nothing } from "lit";
import { paceText } from "../model/house-rules.js";
import { t } from "../model/texts.js";
import { allow, refuse } from "./bubble.js";
import { differenceList } from "./differences.js";
import { chips, DISHES, dish, icon, rich } from "./parts.js";
import { Piece } from "./piece.js";
import { sorry } from "./sorry.js";
import "./nick-field.js";

/** @typedef {import("../model/people.js").TableCard} TableCard */

class JoinTable extends Piece {
  static properties = {
    card: { attribute: false },
    me: { attribute: false },
    trouble: { attribute: false },
    busy: { type: Boolean },
  };

  constructor() {
    super();
    this.card = /** @type {TableCard} */ (/** @type {unknown} */ (null));
    /** @type {import("../model/people.js").Me | null} */
    this.me = null;
    /** @type {import("./sorry.js").Trouble | null} */
    this.trouble = null;
    this.busy = false;
  }

  render() {
    const { card } = this;
    const next = card.playing && !this.#full;
    return html`<main class="joining" id="main">
      <section class="joining__head petate rim"><p>${t(this.#full ? "join.invited.full" : "join.invited")}</p><h1>${card.name}</h1>
        <p class="joining__facts">${t(`rules.preset.${card.preset}`)} · ${paceText(card.pace)} ·
          ${t("common.bet")} ${chips(card.bet)}</p>
        ${card.carried ? html`<p>${rich("join.carried", { n: card.carried })}</p>` : nothing}
        <div class="hem" aria-hidden="true"></div></section>
      <div class="joining__in">
        <section class="joining__who" aria-labelledby="join-who"><h2 id="join-who">${t("join.who")}</h2>
          <ul class="places">${card.places.map(place)}</ul>
          ${next ? html`<p class="small muted">${t("join.playing")}</p>` : nothing}
        </section>
        <section class="joining__rules" aria-labelledby="join-rules"><h2 id="join-rules">${t("join.rules")}</h2>
          ${this.#rules()}</section>
        ${this.#form()}
      </div></main>`;
  }

  #rules() {
    const { preset, differences } = this.card;
    const name = t(`rules.preset.${preset}`);
    if (differences.length === 0)
      return html`<p>${rich("join.rules.normal", { preset: name })}</p>`;
    return html`<p>${rich("join.rules.own", { preset: name })}</p>${differenceList(differences)}`;
  }

  /** Bots give up their places to people. */
  get #full() {
    return this.card.places.every((each) => each && !each.bot);
  }

  #form() {
    const full = this.#full;
    const { watchable } = this.card;
    return html`<form class="joining__go" @submit=${this.#take}>
      <div class="joining__chips">${
        full ? html`<p class="joining__full">${t("join.full")}</p>` : this.#chips()
      }</div>
      ${full && !watchable ? nothing : this.#bar(full)}
      <a class="joining__else btn btn--quiet" href="/">${t("join.lobby")}</a></form>`;
  }

  /** A name and the ways in: on phones a bar at the foot of the window. @param {boolean} full */
  #bar(full) {
    return html`<div class="joining__bar"><div class="hem" aria-hidden="true"></div>
      <p class="trouble" role="alert">${this.trouble ? sorry(this.trouble) : ""}</p>
      ${this.me ? nothing : html`<nick-field></nick-field>`}
      <div class="joining__ways">${this.card.watchable ? this.#watch() : nothing}
        ${full ? nothing : this.#sit()}</div></div>`;
  }

  #chips() {
    const { least, most } = this.card.buy_in;
    const wallet = this.me?.wallet.chips;
    const span =
      wallet === undefined
        ? t("join.chips.span", { least, most })
        : t("join.chips.span.mine", { least, most, wallet });
    return html`<label class="field">${t("join.chips")}
        <input name="chips" type="number" inputmode="numeric" required min=${least} max=${most}
          @invalid=${refuse(span)} @input=${allow} value=${this.#usual()} aria-describedby="join-span"></label>
      <p class="small muted" id="join-span">${span}</p>`;
  }

  /** What the server would take by itself. */
  #usual() {
    const { least, usual } = this.card.buy_in;
    return Math.max(least, Math.min(usual, this.me?.wallet.chips ?? usual));
  }

  #sit() {
    return html`<button class="btn btn--main btn--big" ?disabled=${this.busy}
      >${t(this.busy ? "join.sit.busy" : "join.sit")}</button>`;
  }

  #watch() {
    return html`<button type="button" class="btn btn--line" ?disabled=${this.busy}
      @click=${this.#look}
      >${icon("eye")}${t("join.watch")}</button>`;
  }

  /** @param {SubmitEvent} event */
  #take(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.#enter("take", { chips: Number(data.get("chips")) });
  }

  #look() {
    const nick = this.#nick;
    if (!nick || nick.value.trim()) this.#enter("watch", {});
    else if (!this.busy) this.tell("watch", { name: "" });
  }

  get #nick() {
    return /** @type {import("./nick-field.js").NickField | null} */ (
      this.querySelector("nick-field")
    );
  }

  /** Whoever has no name yet gives one. @param {string} how @param {object} more */
  #enter(how, more) {
    const nick = this.#nick;
    if (!this.busy && (!nick || nick.check())) this.tell(how, { name: nick?.value ?? "", ...more });
  }
}

/** @param {import("../model/people.js").SeatedAt | null} seated @param {number} at */
const place = (seated, at) => html`<li class=${seated ? "" : "is-free"}>
  ${seated ? dish(seated.name, DISHES[at] ?? "", 36) : html`<i class="dish-free"></i>`}
  <span><b>${seated ? seated.name : t("join.free")}</b>
    <small>${seated?.bot ? t("join.bot") : seated ? chips(seated.stack) : ""}</small></span></li>`;

customElements.define("join-table", JoinTable);
