// Around the mat of a replay: whose hand, whose eyes, what could have been, what can be done.
// Enters: the hand, if it was played here, the replay, what to do. Leaves: templates.
import { html, nothing } from "lit";
import { list, t } from "../../model/texts.js";
import { inline } from "../card.js";
import { chips, icon, rich } from "../parts.js";
import "../share.js";
import "../more-icons.js";

/** @typedef {import("../../model/replay.js").Replay} Replay */
/** @typedef {import("../../model/replay.js").Eyes} Eyes */
/** @typedef {import("../../net/histories.js").Hand} Hand */

/**
 * @param {{hand: Hand | null, replay: Replay, eyes: Eyes, proved: boolean | null}} about
 * @param {(eyes: Eyes) => void} choose
 */
export function head({ hand, replay, eyes, proved }, choose) {
  return html`<div class="replay__head"><div><h1>${hand ? titleOf(hand) : t("replay.file")}</h1>
    <p>${hand ? sumUp(hand) : list(replay.names)}${hand ? seal(hand, proved) : nothing}</p></div>
    ${views(hand, eyes, choose)}${seats(replay, hand, eyes, choose)}</div>`;
}

/** @param {Hand} hand */
const titleOf = ({ hand, title }) =>
  [t("replay.hand", { n: hand }), title].filter(Boolean).join(" · ");

/** @param {Hand} hand */
function sumUp({ status, winner, names, seat, pot, practice }) {
  const won =
    winner === null
      ? t(status === "void" ? "replay.void" : "replay.nobody")
      : winner === seat
        ? t("replay.won.me")
        : t("replay.won", { name: names[winner] ?? "" });
  return html`${practice ? html`<span class="tag">${t("replay.practice")}</span> ` : nothing}${won}${pot === null ? nothing : html` · ${t("common.pot")} ${chips(pot)}`} `;
}

/** @param {Hand} hand @param {boolean | null} proved */
const seal = ({ table, hand }, proved) =>
  proved === null
    ? nothing
    : html`<a class="tagged" href="/verify?hand=${table}/${hand}"><span
        class="tag ${proved ? "tag--turq" : "tag--terra"}">${icon(proved ? "seal" : "warn")}${t(
          proved ? "replay.proved" : "replay.not_proved",
        )}</span></a>`;

/** The three views. @param {Hand | null} hand @param {Eyes} eyes @param {(eyes: Eyes) => void} choose */
function views(hand, eyes, choose) {
  const mine = typeof eyes === "number" ? eyes : (hand?.seat ?? 0);
  /** @type {[Eyes, string][]} */
  const three = [
    [mine, hand?.seat === mine ? "replay.view.mine" : "replay.view.seat"],
    ["all", "replay.view.all"],
    ["spectator", "replay.view.spectator"],
  ];
  return html`<div class="seg seg--view" role="radiogroup" aria-label=${t("replay.view")}>${three.map(
    ([one, key]) =>
      html`<label><input type="radio" name="view" .checked=${one === eyes}
        @change=${(/** @type {Event} */ { target }) => {
          letGo(/** @type {HTMLElement} */ (target));
          choose(one);
        }}
        >${t(key)}</label>`,
  )}</div>`;
}

/** Pressed by a finger or mouse it keeps no keys: the arrows are for stepping. @param {HTMLElement} input */
function letGo(input) {
  if (!input.matches(":focus-visible")) input.blur();
}

/** From whose seat. @param {Replay} replay @param {Hand | null} hand @param {Eyes} eyes @param {(eyes: Eyes) => void} choose */
function seats({ names }, hand, eyes, choose) {
  if (typeof eyes !== "number") return nothing;
  const chosen = (/** @type {Event} */ { target }) =>
    choose(Number(/** @type {HTMLSelectElement} */ (target).value));
  return html`<label class="replay__seat"><span class="sr">${t("replay.view.whose")}</span>
    <select @change=${chosen}>${names.map(
      (name, seat) =>
        html`<option value=${seat} ?selected=${seat === eyes}>${seat === hand?.seat ? t("table.you") : name}</option>`,
    )}</select></label>`;
}

/** In how many ways a card could have been used here. @param {Replay} replay @param {number} at @param {Eyes} eyes @param {number | null} me */
export function note({ steps, goal }, at, eyes, me) {
  const step = steps[at];
  const seat = typeof eyes === "number" ? eyes : me;
  const ways = seat === null ? undefined : step?.ways[seat];
  const card = step?.view.offered ?? step?.view.drawn;
  if (!ways || !card) return nothing;
  const mine = seat === me ? "me" : "other";
  return html`<p class="note-b">${icon("eye")}<span>${rich(`replay.ways.${mine}`, {
    card: inline(card),
    n: ways[0],
  })} ${rich("replay.ways.then", { most: ways[1], goal })}</span></p>`;
}

/** @param {Hand} hand @param {() => void} share @param {(() => void) | null} playOn null where it can't be */
export function acts({ table, hand }, share, playOn) {
  const here = `/api/hands/${table}/${hand}`;
  return html`<div class="replay__acts">
    ${
      playOn
        ? html`<button class="btn btn--main" @click=${playOn}>${icon("bolt")}<span>${t("replay.play_on")}<small>${t("replay.play_on.about")}</small></span></button>`
        : nothing
    }
    <button class="btn btn--line" @click=${share}>${icon("share")}${t("common.share")}</button>
    <a class="btn btn--line" href="${here}/file" download>${icon("download")}${t("replay.json")}</a>
    <a class="btn btn--line" href="${here}/text" target="_blank">${icon("menu")}${t("replay.text")}</a>
    <a class="btn btn--line" href="/night/${table}">${icon("receipt")}${t("replay.night")}</a></div>`;
}

/** @param {string} link @param {() => void} close */
export const shareSheet = (link, close) => html`<dialog class="sheet" id="share"
  aria-labelledby="share-title" @close=${close}><div class="sheet__in">
  <header class="sheet__head"><h2 id="share-title">${t("common.share")}</h2>
    <button class="btn-icon" aria-label=${t("common.close")} @click=${close}>${icon("cross")}</button></header>
  <share-link .link=${link} .text=${t("replay.title")} .label=${t("replay.link")}></share-link>
  <p class="small muted">${t("replay.link.who")}</p></div></dialog>`;
