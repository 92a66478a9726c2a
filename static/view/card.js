// One card, as css/cards.css sizes it from --w, its width.
// Enters: cards as the server writes them. Leaves: templates. Never here: what a card may do.
import { html, nothing } from "lit";
import { rankOf, spoken, suitOf, written } from "../model/cards.js";
import { FACES, SUITS } from "./art.js";

/** @param {string} suit "s", "h", "d" or "c" */
export const pip = (suit) => html`<svg
    class="pip" data-suit=${suit} viewBox="0 0 24 24" aria-hidden="true"
  ><path d=${SUITS[suit] ?? ""}></path></svg>`;

/**
 * What is printed on a card, for an element of class card with data-suit and data-rank, which
 * says its name itself.
 * @param {string} card
 */
export function face(card) {
  const figure = FACES[rankOf(card)];
  const art = figure
    ? html`<svg class="face" viewBox="0 -8 100 128" aria-hidden="true">${figure}</svg>`
    : html`<svg class="big" viewBox="0 0 24 24" aria-hidden="true">
        <path d=${SUITS[suitOf(card)] ?? ""}></path></svg>`;
  return html`<span class="idx" aria-hidden="true"><b>${written(card)}</b>${pip(suitOf(card))}</span
    >${art}`;
}

/**
 * A card to look at.
 * @param {string} card
 * @param {{classes?: string, hidden?: boolean}} [how] hidden: decoration, not read aloud
 */
export const card = (card, { classes = "", hidden = false } = {}) => html`<span
    class="card ${classes}" data-suit=${suitOf(card)} data-rank=${rankOf(card)}
    role=${hidden ? nothing : "img"} aria-hidden=${hidden ? "true" : nothing}
    aria-label=${hidden ? nothing : spoken(card)}
  >${face(card)}</span>`;

/** A card's back. @param {string} [classes] */
export const back = (classes = "") => html`<span
    class="card card--back ${classes}" aria-hidden="true"></span>`;

/**
 * Cards that lie over one another.
 * @param {readonly string[]} cards
 * @param {{hidden?: boolean}} [how]
 */
export const meld = (cards, { hidden = false } = {}) => html`<ul
    class="meld ${cards.length > 5 ? "meld--long" : ""}"
    role=${hidden ? "presentation" : "list"} aria-hidden=${hidden ? "true" : nothing}
    aria-label=${hidden ? nothing : cards.map(spoken).join(", ")}
  >${cards.map((one) => html`<li>${card(one, { hidden })}</li>`)}</ul>`;

/** A card within a sentence. @param {string} card */
export const inline = (card) => html`<span class="inline-card" data-suit=${suitOf(card)}
    ><span aria-hidden="true">${written(card)}${pip(suitOf(card))}</span
    ><span class="sr">${spoken(card)}</span></span>`;
