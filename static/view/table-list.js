// Tables as a list: open ones, or one's own.
// Enters: lines as the server tells them. Leaves: links to the tables.
import { html, nothing } from "lit";
import { paceText } from "../model/house-rules.js";
import { has, t } from "../model/texts.js";
import { chips, DISHES, dish, icon } from "./parts.js";
import "./more-icons.js";

/** @typedef {import("../model/people.js").TableLine} TableLine */

const DISH = 30; // pixels

/** @param {TableLine[]} lines @param {boolean} [mine] */
export const tableList = (lines, mine = false) => {
  const [hot] = lines.filter((line) => line.seated && canSit(line)).sort(byMissing);
  return html`<ul class="tlist">${lines.map((line) => row(line, mine, line === hot && !mine))}</ul>`;
};

/** @param {TableLine} one @param {TableLine} other */
const byMissing = (one, other) => missing(one) - missing(other);

/** @param {TableLine} line */
const missing = (line) => line.seats - line.seated;

/** @param {TableLine} line */
const canSit = (line) => line.seated < line.seats;

/** @param {TableLine} line @param {boolean} mine @param {boolean} hot */
const row = (line, mine, hot) => html`<li class="trow ${hot ? "trow--hot" : ""}">
  <div class="trow__name"><h3>${line.name}</h3><p>${mine ? own(line) : how(line)}</p></div>
  ${seats(line, mine)}
  <div class="trow__pot">${pot(line)}</div>
  ${go(line, mine, hot)}</li>`;

/** @param {TableLine} line */
function own(line) {
  if (!line.mine) return t("lobby.mine.made");
  return line.leaving ? t("lobby.mine.leaving") : html`<b>${t("lobby.mine.seat")}</b>`;
}

/** @param {TableLine} line */
function how(line) {
  const rules = line.own_rules
    ? html`<b>${t("lobby.own_rules", { n: line.own_rules })}</b>`
    : t("lobby.normal");
  return html`${t(`rules.preset.${line.preset}`)}${
    line.pace ? html` · ${rules} · ${paceText(line.pace)}` : html` · ${t("lobby.asleep")}`
  }`;
}

/** Bots give their places up to whoever comes: only where one sits oneself they are somebody. @param {TableLine} line @param {boolean} mine */
function seats(line, mine) {
  const names = mine ? [...line.names, ...line.bots] : line.names;
  const label = t("common.seats_taken", { n: names.length, seats: line.seats });
  return html`<div class="seats" role="img" aria-label=${label}>
    ${names.map((name, at) => dish(name, DISHES[at % DISHES.length] ?? "", DISH))}
    ${Array.from({ length: Math.max(0, line.seats - names.length) }, () => html`<i></i>`)}</div>`;
}

/** @param {TableLine} line */
function pot(line) {
  if (!line.carried) return html`<span>${t("common.bet")} <b>${chips(line.bet)}</b></span>`;
  return html`${line.carries ? html`<span class="stamp">${times(line.carries)}</span>` : nothing}
    <span>${t("common.pot")} <b>${chips(line.carried)}</b></span>`;
}

/** DOBLE, TRIPLE, … @param {number} carries */
export const times = (carries) =>
  has(`common.times.${carries}`)
    ? t(`common.times.${carries}`)
    : t("common.times.more", { n: carries + 1 });

/** @param {TableLine} line @param {boolean} mine @param {boolean} hot */
function go(line, mine, hot) {
  if (mine) {
    const main = line.mine && !line.leaving ? "btn--main" : "";
    return html`<a class="btn ${main}" href=${line.path}>${t("lobby.mine.return")}</a>`;
  }
  if (canSit(line)) {
    return html`<a class="btn ${hot ? "btn--main" : ""}" href=${line.path}>${t("lobby.sit")}</a>`;
  }
  if (!line.watchable) return html`<span class="trow__full">${t("lobby.full")}</span>`;
  return html`<a class="btn btn--line" href=${line.path}>${icon("eye")}${t("lobby.watch")}</a>`;
}
