// Cards that are tapped, dragged and fly: card.js's, with a name to be found by.
// Enters: cards, marks. Leaves: templates. data-card is how movement finds where a card was.
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { rankOf, spoken, suitOf } from "../../model/cards.js";
import { face } from "../card.js";

/**
 * @typedef {{classes?: string, note?: string, pressed?: boolean, tap?: () => void, drag?: boolean,
 *   says?: string, tag?: unknown}} How tag: what is drawn for the note, where its words are too long
 */

/** @param {string} card @param {How} [how] */
export const tableCard = (card, { classes = "", note = "", tag, pressed, tap, drag, says } = {}) =>
  tap
    ? html`<button type="button" class="card ${classes}" data-suit=${suitOf(card)}
        data-rank=${rankOf(card)} data-card=${card} ?data-drag=${drag}
        aria-pressed=${pressed === undefined ? nothing : pressed}
        aria-label=${[spoken(card), note, says].filter(Boolean).join(", ")} @click=${tap}
        >${face(card)}${noteOf(tag ?? note)}</button>`
    : html`<span class="card ${classes}" data-suit=${suitOf(card)} data-rank=${rankOf(card)}
        data-card=${card} role="img" aria-label=${[spoken(card), says].filter(Boolean).join(", ")}
        >${face(card)}${noteOf(note)}</span>`;

/** @param {unknown} note */
const noteOf = (note) =>
  note ? html`<span class="note" aria-hidden="true">${note}</span>` : nothing;

/** Cards over one another. @param {readonly string[]} cards @param {(card: string) => How} [each] */
export const fan = (cards, each = () => ({})) => html`<ul
  class="meld ${cards.length > 5 ? "meld--long" : ""}" role="list"
  >${repeat(
    cards,
    (card) => card,
    (card) => html`<li>${tableCard(card, each(card))}</li>`,
  )}</ul>`;

/** Cards shown in a choice: to look at, not the cards of the table themselves. @param {readonly string[]} cards @param {(card: string) => string} [mark] */
export const picture = (cards, mark = () => "") => html`<span
  class="meld ${cards.length > 5 ? "meld--long" : ""}" aria-hidden="true"
  >${cards.map(
    (card) => html`<span class="li"><span class="card ${mark(card)}" data-suit=${suitOf(card)}
    data-rank=${rankOf(card)}>${face(card)}</span></span>`,
  )}</span>`;
