// How the game is played, in a few words and cards, after docs/rulebook.md.
// Enters: nothing. Leaves: a template, for a page of its own and for a sheet at the table.
import { html } from "lit";
import { t } from "../model/texts.js";
import { card, meld } from "./card.js";
import { rich } from "./parts.js";

/** @param {readonly string[]} cards */
const shown = (cards) => html`<div class="howto__cards">${meld(cards)}</div>`;

const moved = () => html`<div class="howto__cards howto__cards--moved">${meld(["5s", "6s", "7s"])}
  ${meld(["8s", "8h", "8d"])}</div>`;

/** @type {Record<string, {steps?: boolean, lines: [string, (() => unknown)?][]}>} by part: its lines, each with what is drawn under it */
const PARTS = {
  deal: { lines: [["1"]] },
  melds: {
    lines: [
      ["1", () => shown(["Qs", "Qh", "Qc"])],
      ["2", () => shown(["5s", "6s", "7s", "8s"])],
    ],
  },
  turn: { steps: true, lines: [["1"], ["2"], ["3"]] },
  offer: {
    lines: [
      ["1", () => html`<div class="howto__cards howto__cards--one">${card("9d")}</div>`],
      ["2"],
    ],
  },
  move: { lines: [["1", moved]] },
  falls: { lines: [["1"]] },
  before: { lines: [["1"], ["2"], ["3"]] },
  wins: { lines: [["1"], ["2"], ["3"], ["4"]] },
  side: {
    lines: [
      ["about"],
      ["oro"],
      ["corazon"],
      ["flor"],
      ["corazon_negro"],
      ["par_rojo"],
      ["par_negro"],
      ["dos_par_rojo"],
      ["dos_par_negro"],
      ["tres_cuerpos"],
      ["escalera"],
    ],
  },
  end: { lines: [["1"], ["2"], ["3"]] },
  others: { lines: [["1"], ["2"]] },
};

/** @param {string} part */
function section(part) {
  const { steps = false, lines = [] } = PARTS[part] ?? {};
  const texts = lines.map(([line, drawn]) => {
    const text = rich(`howto.${part}.${line}`);
    return steps ? html`<li>${text}</li>` : html`<p>${text}</p>${drawn?.()}`;
  });
  return html`<section class="howto__part"><h2>${t(`howto.${part}`)}</h2>
    ${steps ? html`<ol>${texts}</ol>` : texts}</section>`;
}

export const howTo = () => html`<div class="howto"><p class="howto__lead">${t("howto.lead")}</p>
  ${Object.keys(PARTS).map(section)}</div>`;
