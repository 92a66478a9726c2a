// One's hands as a list, what to look for in them, and how to take them along.
// Enters: lines as the server tells them, what is looked for. Leaves: templates.
import { html, nothing } from "lit";
import { LOCALES, language, list, number, t } from "../model/texts.js";
import { chips, icon } from "./parts.js";
import "./more-icons.js";

/** @typedef {import("../net/histories.js").HandLine} HandLine */

const PRESETS = "desmoche conquien conquian conquian_mexican conquian_three".split(" ");
const MILLISECOND = 1000; // microseconds

/** @param {number} at microseconds since 1970 */
export function when(at) {
  const locale = LOCALES[/** @type {keyof typeof LOCALES} */ (language())] ?? language();
  const written = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return written.format(new Date(at / MILLISECOND));
}

/** @param {number} n */
export const signed = (n) => (n === 0 ? "0" : `${n > 0 ? "+" : "−"}${number(Math.abs(n))}`);

/** @param {HandLine[]} hands @param {(table: string) => void} only */
export const handList = (hands, only) =>
  html`<ul class="hlist" role="list">${hands.map((hand) => row(hand, only))}</ul>`;

/** @param {HandLine} hand @param {(table: string) => void} only */
function row(hand, only) {
  const { table, title, names, seat, net } = hand;
  const others = names.filter((_, at) => at !== seat);
  const called = title || t("hands.table");
  return html`<li class="hrow"><div class="hrow__what">
      <h2><a href="/hands/${table}/${hand.hand}">${t("replay.hand", { n: hand.hand })} · ${called}</a></h2>
      <p>${hand.practice ? html`<span class="tag">${t("replay.practice")}</span> ` : nothing}${t(`rules.preset.${hand.preset}`)} · ${t("hands.with", { names: list(others) })}</p>
      <p class="muted"><time>${when(hand.ended_at)}</time> · ${ending(hand)}</p></div>
    ${net === null ? nothing : html`<b class="hrow__net ${net > 0 ? "up" : net < 0 ? "dn" : ""}">${signed(net)}<span class="sr"> ${t("hands.chips")}</span></b>`}
    <div class="hrow__go"><button class="btn btn--quiet" aria-label=${t("hands.only", { name: called })}
        @click=${() => only(table)}>${icon("menu")}${t("hands.only.short")}</button>
      <a class="btn btn--quiet" aria-label=${t("hands.night", { name: called })} href="/night/${table}"
        >${icon("receipt")}${t("replay.night")}</a></div></li>`;
}

/** @param {HandLine} hand */
function ending({ status, winner, seat, names, how, pot }) {
  if (status === "void") return t("replay.void");
  if (winner === null) return t("replay.nobody");
  const name = names[winner] ?? "";
  const won = winner === seat ? t("replay.won.me") : t("replay.won", { name });
  return html`${won}${how && how !== "goal" ? html` (${t(`hands.how.${how}`)})` : nothing} · ${t("common.pot")} ${chips(pot ?? 0)}`;
}

const NOTHING = { named: "", preset: "", won: "", since: "", until: "" };

/** @param {Record<string, string>} asked @param {(wanted: Record<string, string>) => void} change */
export function filters(asked, change) {
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    change(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form))));
  };
  const { named = "", preset = "", won = "", since = "", until = "", table } = asked;
  const used = [named, preset, won, since, until].some(Boolean);
  return html`${
    table
      ? html`<p><button class="btn hchip" aria-label=${t("hands.find.off")} @click=${() => change({ table: "" })}
        >${icon("cross")}${t("hands.find.one_table")}</button></p>`
      : nothing
  }<details class="fold" ?open=${used}><summary>${t("hands.filter")}${icon("next")}</summary>
    <form class="hfind" role="search" aria-label=${t("hands.find")} @change=${set} @submit=${set}>
    <label><span>${t("hands.find.name")}</span><input name="named" maxlength="24" autocomplete="off" .value=${named}></label>
    <label><span>${t("hands.find.preset")}</span>${select("preset", preset, ["", ...PRESETS], (one) => (one ? t(`rules.preset.${one}`) : t("hands.find.any")))}</label>
    <label><span>${t("hands.find.won")}</span>${select("won", won, ["", "true", "false"], (one) => t(`hands.find.${one || "any"}`))}</label>
    <label><span>${t("hands.find.since")}</span><input type="date" name="since" .value=${since}></label>
    <label><span>${t("hands.find.until")}</span><input type="date" name="until" .value=${until}></label>
    <button class="btn btn--main">${t("hands.find.go")}</button>
    ${used ? html`<button type="button" class="btn" @click=${() => change(NOTHING)}>${t("hands.find.all")}</button>` : nothing}
    </form></details>`;
}

/** @param {string} name @param {string} now @param {string[]} values @param {(value: string) => string} told */
const select = (name, now, values, told) =>
  html`<select name=${name}>${values.map(
    (one) => html`<option value=${one} ?selected=${one === now}>${told(one)}</option>`,
  )}</select>`;

/** All that are found, not only those shown. @param {URLSearchParams} asked */
export const exportsOf = (asked) => html`<div class="hexport"><p>${t("hands.export")}</p>
  ${[
    ["jsonl", "hands.export.json"],
    ["csv", "hands.export.csv"],
    ["txt", "hands.export.text"],
  ].map(
    ([kind, key]) =>
      html`<a class="btn btn--line" href="/api/hands.${kind}?${asked}" download>${icon("download")}${t(key ?? "")}</a>`,
  )}</div>`;
