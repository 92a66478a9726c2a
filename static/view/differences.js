// House rules that are not as usual, as a list of sentences: what guests see before sitting down.
import { html } from "lit";
import { told } from "../model/house-rules.js";
import { icon } from "./parts.js";
import "./more-icons.js";

/** What holds as usual. @param {string[]} sentences */
export const plainList = (sentences) => html`<ul class="diff diff--usual">
  ${sentences.map((sentence) => html`<li>${icon("check")}<span>${sentence}</span></li>`)}</ul>`;

/** @param {{rule: string, value: unknown}[]} differences */
export const differenceList = (differences) => html`<ul class="diff">
  ${differences.map(
    ({ rule, value }) => html`<li>${icon(value === false ? "minus" : "plus")}
      <span>${told(rule, value)}</span></li>`,
  )}</ul>`;
