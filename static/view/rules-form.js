// House rules to turn, each as a sentence: for whoever opens a table, and for its host later.
// Enters: a draft. Leaves: `choose`, after the draft was changed.
import { html, nothing } from "lit";
import { t } from "../model/texts.js";
import { icon } from "./parts.js";
import { Piece } from "./piece.js";
import { ruleField } from "./rule-field.js";
import "./more-icons.js";

/** What most hosts turn; the others stand behind a button. */
const FIRST = [
  "play_everything",
  "ace_high_runs",
  "cambio",
  "second_draw",
  "force_back",
  "match_carry",
  "forcing",
  "no_winner",
  "side_games",
];

class RulesForm extends Piece {
  static properties = {
    draft: { attribute: false, hasChanged: () => true }, // one and the same, changed inside
    all: { state: true },
  };

  constructor() {
    super();
    this.draft = /** @type {import("../model/draft.js").Draft} */ (/** @type {unknown} */ (null));
    this.all = false;
  }

  render() {
    const { draft } = this;
    const first = FIRST.filter((rule) => draft.rules.includes(rule));
    const others = draft.rules.filter((rule) => !first.includes(rule));
    const own = draft.differences.length;
    const field = (/** @type {string} */ rule) =>
      ruleField(draft, rule, (name, value) => this.#change(() => draft.set(name, value)));
    return html`<section aria-labelledby="h-rules"><h2 id="h-rules">${t("create.rules")}
      <small>${own ? t("create.rules.own", { n: own }) : t("create.rules.none")}</small></h2>
      <div class="rules">${first.map(field)}</div>
      <div class="rules rules--more" ?hidden=${!this.all}>${others.map(field)}</div>
      <div class="rules__more"><button type="button" class="btn btn--quiet"
        aria-expanded=${this.all ? "true" : "false"} @click=${() => (this.all = !this.all)}
        >${icon("down")}${
          this.all ? t("create.rules.less") : t("create.rules.more", { n: others.length })
        }</button>
        ${own ? this.#reset() : nothing}</div></section>`;
  }

  #reset() {
    return html`<button type="button" class="btn btn--quiet"
      @click=${() => this.#change(() => this.draft.forget())}
      >${icon("undo")}${t("create.rules.reset")}</button>`;
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.requestUpdate();
    this.tell("choose");
  }
}

customElements.define("rules-form", RulesForm);
