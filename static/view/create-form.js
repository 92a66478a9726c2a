// The form of a new table. Enters: a draft, the trouble with its buy-in. Leaves: `choose`, after the draft was changed.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { number, t } from "../model/texts.js";
import { meld } from "./card.js";
import { icon, rich } from "./parts.js";
import { Piece } from "./piece.js";
import { sorry } from "./sorry.js";
import "./rules-form.js";

const ART = /** @type {Record<string, string[]>} */ ({
  desmoche: ["8s", "8h", "8d"],
  conquien: ["Ac", "2c", "3c"],
  conquian: ["7d", "Jd", "Qd"],
  conquian_mexican: ["Ks", "Kh", "Kc"],
  conquian_three: ["5h", "6h", "7h"],
});
const BETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

class CreateForm extends Piece {
  static properties = { draft: { attribute: false }, trouble: { attribute: false } };

  constructor() {
    super();
    this.draft = /** @type {import("../model/draft.js").Draft} */ (/** @type {unknown} */ (null));
    /** @type {import("./sorry.js").Trouble | null} with the buy-in */
    this.trouble = null;
  }

  render() {
    return html`<div class="create__form">${this.#presets()}
      <rules-form .draft=${this.draft}></rules-form>
      <div class="pair">${this.#seats()}${this.#bet()}</div>
      <div class="pair">${this.#pace()}${this.#window()}</div>
      <div class="pair">
        ${this.#either("watch", "watchable", ["no", "yes"])}
        ${this.#either("who", "public", ["private", "public"])}</div>
      <div class="pair">${this.#buyIn()}${this.#name()}</div></div>`;
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.requestUpdate();
    this.tell("choose");
  }

  #presets() {
    return html`<fieldset><legend>${t("create.preset")}</legend><div class="presets">
      ${Object.keys(this.draft.told.presets).map((preset) => this.#preset(preset))}</div></fieldset>`;
  }

  /** @param {string} preset */
  #preset(preset) {
    const rules = this.draft.told.presets[preset] ?? {};
    const [least, most] = /** @type {number[]} */ (rules.seats);
    const hand = Number(rules.hand_size); // one more on the table wins
    const seats = least === most ? number(most ?? 0) : `${least}–${most}`;
    return html`<label class="preset"><input type="radio" name="preset" value=${preset}
      .checked=${live(this.draft.preset === preset)}
      @change=${() => this.#change(() => this.draft.choosePreset(preset))}>
      <span class="preset__art" aria-hidden="true">${meld(ART[preset] ?? [], { hidden: true })}</span>
      <b>${t(`rules.preset.${preset}`)}</b><span class="preset__about"
        >${t(`rules.preset.${preset}.about`)}</span>
      <span class="preset__facts"><span class="tag">${icon("people")}${seats}</span>
        <span class="tag">${t("create.deck_of", { n: Number(rules.deck) })}</span></span>
      <span class="preset__goal"><span>${rich("create.dealt", { hand })}</span>
        <span>${rich("create.goal", { goal: hand + 1 })}</span></span>
      <span class="preset__chosen">${t("create.chosen")}</span></label>`;
  }

  #seats() {
    const { draft } = this;
    return segments(
      t("create.seats"),
      "seats",
      /** @type {number[]} */ (draft.offered("seats")),
      draft.places,
      (value) => number(value),
      (value) => this.#change(() => (draft.places = value)),
    );
  }

  #bet() {
    const { draft } = this;
    const step = (/** @type {number} */ by) => () =>
      this.#change(() => (draft.bet = BETS[BETS.indexOf(draft.bet) + by] ?? draft.bet));
    const about = { seats: draft.places, pot: draft.bet * draft.places };
    return html`<fieldset><legend>${t("create.bet")}</legend><div class="stepper">
      <button type="button" class="btn" aria-label=${t("create.less")} @click=${step(-1)}
        ?disabled=${draft.bet === BETS[0]}>${icon("minus")}</button>
      <output aria-live="polite">${number(draft.bet)}</output>
      <button type="button" class="btn" aria-label=${t("create.more")} @click=${step(1)}
        ?disabled=${draft.bet === BETS.at(-1)}>${icon("plus")}</button>
      <p>${rich("create.bet.about", about)}</p></div></fieldset>`;
  }

  #pace() {
    const { draft } = this;
    return html`<fieldset><legend>${t("create.pace")}</legend><div class="options">
      ${Object.keys(draft.told.paces).map((pace) =>
        option("pace", `create.pace.${pace}`, draft.pace === pace, () =>
          this.#change(() => (draft.pace = pace)),
        ),
      )}</div></fieldset>`;
  }

  #window() {
    const { draft } = this;
    if (draft.pace === "untimed") return nothing;
    return segments(
      t("create.window"),
      "window",
      draft.told.windows,
      draft.window,
      (value) => t("create.seconds", { n: value }),
      (value) => this.#change(() => (draft.chosenWindow = value)),
    );
  }

  /** @param {string} name @param {"watchable" | "public"} what @param {string[]} values no, yes */
  #either(name, what, values) {
    const { draft } = this;
    return html`<fieldset><legend>${t(`create.${name}`)}</legend><div class="options">
      ${values.map((value, on) =>
        option(name, `create.${name}.${value}`, draft[what] === Boolean(on), () =>
          this.#change(() => (draft[what] = Boolean(on))),
        ),
      )}</div></fieldset>`;
  }

  #buyIn() {
    const { draft } = this;
    const usual = draft.usualBuyIn;
    const wrong = this.trouble && (this.trouble.field?.split(".")[1] ?? "least"); // none is named: more than one can bring
    // Heard at each key: were it heard when the field is left, by a press on a button, what is said
    // below it would go, and the button move away from under the finger.
    const field = (
      /** @type {"least" | "most"} */ bound,
    ) => html`<label>${t(`create.buy_in.${bound}`)}
      <input type="number" inputmode="numeric" .value=${live(String(usual[bound] || ""))}
        aria-invalid=${bound === wrong ? "true" : nothing}
        aria-describedby="buy-in-trouble"
        @input=${(/** @type {Event} */ event) => {
          const value = Number(/** @type {HTMLInputElement} */ (event.target).value);
          this.#change(() => (draft.buyIn = { ...usual, [bound]: value }));
        }}></label>`;
    return html`<fieldset><legend>${t("create.buy_in")}</legend>
      <div class="bounds">${field("least")}${field("most")}</div>
      <p class="trouble" id="buy-in-trouble" role="alert">${this.trouble ? sorry(this.trouble) : ""}</p></fieldset>`;
  }

  #name() {
    const { draft } = this;
    return html`<fieldset><legend>${t("create.name")}</legend><input class="whole" maxlength="40"
      aria-label=${t("create.name")} placeholder=${t("create.name.hint")} autocomplete="off"
      .value=${live(draft.name)} @input=${(/** @type {Event} */ event) =>
        this.#change(() => (draft.name = /** @type {HTMLInputElement} */ (event.target).value))}
      ></fieldset>`;
  }
}

/** @param {string} name @param {string} key @param {boolean} checked @param {() => void} choose */
const option = (name, key, checked, choose) => html`<label class="option">
  <input type="radio" name=${name} .checked=${live(checked)} @change=${choose}>
  <span><b>${t(key)}</b><small>${t(`${key}.about`)}</small></span></label>`;

/**
 * @param {string} legend @param {string} name @param {number[]} values @param {number | null} held
 * @param {(value: number) => string} say @param {(value: number) => void} choose
 */
const segments = (legend, name, values, held, say, choose) => html`<fieldset>
  <legend>${legend}</legend><div class="seg">${values.map(
    (value) => html`<label><input type="radio" name=${name} .checked=${live(value === held)}
      @change=${() => choose(value)}>${say(value)}</label>`,
  )}</div></fieldset>`;

customElements.define("create-form", CreateForm);
