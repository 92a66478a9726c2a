// Building a layout: one lane a meld, the verdict in words, undo, one button that says what comes.
// Enters: the store with its draft. Leaves: templates. Cards are tapped, dragged or sent by keys.
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { sorted } from "../../model/building.js";
import { keyOf, meldName } from "../../model/melds.js";
import { t } from "../../model/texts.js";
import { card as cardPicture } from "../card.js";
import { icon, rich } from "../parts.js";
import { tableCard } from "../table/cards.js";
import { button, go, head, sentence } from "./parts.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../../model/building.js").Draft} Draft */
/** @typedef {import("../does.js").Does} Does */

/**
 * @param {Store} store @param {Does} does
 * @param {{title: unknown, sub: unknown, refuse: unknown, confirm: string, kind: string}} how
 *   `refuse`: the button to the left, `confirm`: the key of the main button's text
 */
export function building(store, does, { title, sub, refuse, confirm, kind }) {
  const draft = /** @type {Draft} */ (store.chosen.draft);
  const goal = store.scene?.goal ?? 10;
  const n = draft.melds.flat().length;
  const { laid } = draft;
  return html`${head(store, title, sub, true, suggestions(draft, does))}
    <ol class="lanes" aria-label=${t("table.lanes")} role="list">${draft.lanes.map((cards, at) =>
      cards.length || draft.ghosts(at).length ? lane(store, does, draft, at) : nothing,
    )}
      <li class="lane lane--empty"><button type="button" data-drop=${draft.lanes.length}
        aria-keyshortcuts=${draft.lanes.length + 1} @click=${() => does.lane(draft.lanes.length)}
        >${icon("plus")}${t("table.lane.new")}<small>${t("table.lane.how")}</small></button></li></ol>
    ${draft.ordered ? html`<p class="foot"><span>${t("table.lanes.order")}</span></p>` : nothing}
    ${go(
      refuse,
      button(
        { key: "Z", square: true, label: t("table.undo"), off: draft.past.length === 0 },
        icon("undo"),
        does.undo,
      ),
      button(
        { key: "B", main: true, icon: "check", off: !laid },
        t(confirm, { n, goal }),
        () => laid && does.play(kind, laid),
      ),
    )}`;
}

const MOST_WAYS = 3; // layouts that one button goes round

/** Other layouts, best first: each press shows the next. @param {Draft} draft @param {Does} does */
function suggestions(draft, does) {
  const ways = draft.layouts.slice(0, MOST_WAYS);
  if (ways.length < 2) return nothing;
  const at = ways.indexOf(draft.match ?? []);
  const next = ways[(at + 1) % ways.length] ?? [];
  return html`<button type="button" class="react others" @click=${() => does.useLayout(next)}
    >${rich("table.way", { n: at < 0 ? "–" : at + 1, all: ways.length })}</button>`;
}

/** @param {Store} store @param {Does} does @param {Draft} draft @param {number} at */
function lane(store, does, draft, at) {
  const cards = draft.lanes[at] ?? [];
  const good = draft.isGood(at);
  const hot = cards.some((card) => draft.origin(card, at) === "new");
  return html`<li class="lane ${hot ? "lane--hot" : ""} ${good ? "" : "lane--bad"}" data-drop=${at}>
    <button type="button" class="lane__head" aria-keyshortcuts=${at + 1} @click=${() => does.lane(at)}
      ><b>${good ? meldName(sorted(cards)) : t("table.lane.n", { n: at + 1 })}</b>${verdict(store, cards, good)}</button>
    <div class="lane__cards"><ul class="meld" role="list">${repeat(
      cards,
      (card) => card,
      (card) => html`<li>${laneCard(store, does, draft, card, at)}</li>`,
    )}</ul>${ghosts(draft, at)}${key(draft, at)}</div></li>`;
}

/** The words stand in the lane they are about; where they name none, in each that is not good. @param {Store} store @param {readonly string[]} cards @param {boolean} good */
function verdict({ chosen: { words } }, cards, good) {
  if (good) return html`<span class="ok">${icon("check")}${t("table.lane.ok")}</span>`;
  const mine =
    words &&
    (!words.cards?.length || words.code !== "invalid_meld" || keyOf(words.cards) === keyOf(cards));
  return html`<span class="not-ok">${mine ? sentence(words) : t("table.lane.not_yet")}</span>`;
}

/** @type {Record<string, string>} */
const MARKS = { new: "is-new", moved: "is-moved", hand: "", stays: "" };

/** @param {Store} store @param {Does} does @param {Draft} draft @param {string} card @param {number} at */
function laneCard(store, does, draft, card, at) {
  const from = draft.origin(card, at);
  const picked = store.chosen.card === card;
  return tableCard(card, {
    tap: () => does.tap(card),
    drag: true,
    pressed: picked,
    classes: `${MARKS[from]} ${picked ? "is-picked" : ""}`,
    says: from === "stays" ? "" : t(`table.from.${from}`),
  });
}

/** Where cards were before a desmoche. @param {Draft} draft @param {number} at */
function ghosts(draft, at) {
  const gone = draft.ghosts(at);
  if (!gone.length) return nothing;
  return html`${gone.map((card) => html`<span class="ghost">${cardPicture(card, { classes: "is-ghost", hidden: true })}</span>`)}<span
    class="ghost__word">${icon("undo")}${t("table.desmoche")}</span>`;
}

/** @param {Draft} draft @param {number} at */
function key(draft, at) {
  const from = new Set((draft.lanes[at] ?? []).map((card) => draft.origin(card, at)));
  if (!from.has("new") && !from.has("moved")) return nothing;
  const shown = /** @type {const} */ (["moved", "new", "hand"]).filter((origin) =>
    from.has(origin),
  );
  return html`<ul class="key" aria-hidden="true">${shown.map(
    (origin) => html`<li class="k-${origin}">${t(`table.from.${origin}`)}</li>`,
  )}</ul>`;
}
