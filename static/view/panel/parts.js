// What panels are made of: a title with its clock, a row of buttons, ways to choose from.
// Enters: values. Leaves: templates. The main button is bottom right, its refusal to its left.
import { html, nothing } from "lit";
import { fresh, layoutName } from "../../model/melds.js";
import { laid, turnOf } from "../../model/scene.js";
import { has, t } from "../../model/texts.js";
import { inline } from "../card.js";
import { icon, rich } from "../parts.js";
import { picture } from "../table/cards.js";

/** @typedef {import("../../model/store.js").Store} Store */

/**
 * @param {Store} store
 * @param {unknown} title
 * @param {unknown} [sub]
 * @param {boolean} [timed] whether a clock runs that is mine
 * @param {unknown} [beside] a button beside the title
 */
export function head(store, title, sub = nothing, timed = true, beside = nothing) {
  const table = store.scene?.table;
  const runs = timed && table?.deadline != null && !table.asleep;
  const { view = null, me } = store.scene ?? {};
  const bank = runs && view && turnOf(view) === me?.seat && (me?.player?.bank ?? 0) > 0;
  return html`${runs ? html`<div class="clock" aria-hidden="true"><i data-bar></i></div>` : nothing}
    <header class="ask"><h2 id="ask">${title}</h2><p>${late(store) ?? sub}</p>${beside}${
      runs
        ? html`<b class="ask__secs"><i data-secs></i><small>${t("table.secs")}</small>${
            bank ? html`<span class="ask__bank">+ <i data-bank></i></span>` : nothing
          }</b>`
        : nothing
    }</header>
    ${refusal(store)}`;
}

/** What the table did when my time was over, in the place of what may be missed. @param {Store} store */
const late = ({ late: did, scene }) =>
  did && !scene?.over
    ? html`<b>${rich(`table.late.${did.event}`, { card: did.card ? inline(did.card) : "" })}</b>`
    : null;

/**
 * A refusal in words: the code's own sentence in the language spoken, with the cards it is about
 * and those that would put it right, where the server named them.
 * @param {import("../../model/store.js").Words} words
 */
export function sentence({ code, cards = [], needs = [] }) {
  const key = `table.refusal.${code}`;
  const told = [
    [needs.length > 0, `${key}.needs`],
    [cards.length > 0, `${key}.cards`],
    [true, key],
  ].find(([holds, text]) => holds && has(/** @type {string} */ (text)));
  return rich(String(told?.[1] ?? "table.refusal.other"), {
    cards: cards.map(inline),
    needs: needs.map(inline),
  });
}

/** @param {Store} store */
const refusal = ({ chosen }) =>
  chosen.refused
    ? html`<p class="hint hint--bad" role="alert">${icon("warn")}<span>${sentence(chosen.refused)}</span></p>`
    : nothing;

/**
 * @param {{key?: string, main?: boolean, icon?: string, off?: boolean, square?: boolean, label?: string}} how
 * @param {unknown} text
 * @param {() => void} tap
 */
export const button = (how, text, tap) => html`<button type="button"
  class="btn btn--big ${how.main ? "btn--main" : "btn--line"} ${how.square ? "btn--sq" : ""}"
  aria-keyshortcuts=${how.key ?? nothing} ?disabled=${how.off ?? false}
  aria-label=${how.label ?? nothing} @click=${tap}
  >${how.icon ? icon(how.icon) : nothing}${text}</button>`;

const LONG = 30e6; // microseconds of a pause: more is no haste, and nobody is counted down

/** Nobody else waits for the end of this pause. @param {import("../../model/frames.js").Table} table */
export const isLong = ({ asked_at, deadline }) => deadline !== null && deadline - asked_at > LONG;

export const lobbyLink = () =>
  html`<a class="btn btn--main btn--big" href="/">${t("table.lobby")}</a>`;

/** @param {unknown[]} buttons */
export const go = (...buttons) => html`<div class="go">${buttons}</div>`;

/**
 * One way to lay a card, as a radio button.
 * @param {{at: number, checked: boolean, layout: string[][], base: string[][], card: string | null, goal: number, choose: () => void}} way
 */
export function way({ at, checked, layout, base, card, goal, choose }) {
  const touched = fresh(layout, base);
  const first = touched.find((meld) => card && meld.includes(card)) ?? touched[0] ?? [];
  const name = layoutName(touched, first);
  return html`<label class="way"><input type="radio" name="way" value=${at} .checked=${checked}
      aria-keyshortcuts=${at + 1} @change=${choose}
    ><span class="way__in"><span class="way__cards">${picture(first, (one) =>
      one === card ? "is-new" : "",
    )}</span><span class="way__txt"><b>${name}</b><span>${laid(layout)}/${goal}</span
    ></span></span></label>`;
}

/**
 * A switch in a row.
 * @param {unknown} name @param {unknown} sub @param {boolean} on @param {(on: boolean) => void} set
 * @param {boolean} [off]
 */
export const toggle = (name, sub, on, set, off = false) => html`<label class="order-row"
  ><input type="checkbox" role="switch" .checked=${on} ?disabled=${off} @change=${(
    /** @type {Event} */ event,
  ) =>
    set(
      /** @type {HTMLInputElement} */ (event.target).checked,
    )}><span><b>${name}</b><small>${sub}</small></span><i class="knob"></i></label>`;
