// A page that has nothing to show: what is the matter, and ways on, on the mat of the other pages.
// Enters: a title, what is said of it, the ways on. Leaves: a template.
import { html } from "lit";
import { back, card } from "./card.js";

/** @param {string} title @param {unknown} about @param {unknown} ways */
export const lost = (title, about, ways) => html`<section class="lost petate rim">
  <div class="lost__art" aria-hidden="true">${back()}${back()}${card("Js", { hidden: true })}</div>
  <h1>${title}</h1>${about}<div class="lost__ways">${ways}</div>
  <div class="hem" aria-hidden="true"></div></section>`;
