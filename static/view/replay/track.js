// "Carrera a diez", the timeline: cards on the table of each seat, step by step; a slider, buttons.
// Enters: the race, where we are, what to do. Leaves: templates.
import { html, svg } from "lit";
import { has, number, t } from "../../model/texts.js";
import { icon } from "../parts.js";
import "../more-icons.js";

const LINES = ["var(--line-a)", "var(--line-b)", "var(--line-c)", "var(--line-d)"];
const WIDE = 720;
const HIGH = 112;
const EDGE = 6;
const APART = 1.5; // lines of equal counts lie beside one another

/**
 * @typedef {{race: number[][], names: string[], me: number | null, goal: number, stops: number[],
 *   stop: number, playing: boolean, speed: number, says: string}} Track
 * @typedef {{go: (stop: number) => void, play: () => void, faster: () => void}} Drive
 */

/** "diez", as the race is called. @param {number} goal */
const goalWord = (goal) => (has(`replay.goal.${goal}`) ? t(`replay.goal.${goal}`) : number(goal));

/** @param {Track} track @param {Drive} drive */
export function track(track, drive) {
  const { stops, stop, says } = track;
  return html`<section class="track" aria-label=${t("replay.track")}>
    <div class="track__top"><b>${t("replay.race", { goal: goalWord(track.goal) })}</b>${legend(track)}</div>
    ${chart(track)}
    <input class="scrub" type="range" min="0" max=${stops.length - 1} .value=${String(stop)}
      .style=${`--past:${(100 * stop) / Math.max(1, stops.length - 1)}%`}
      aria-label=${t("replay.step")} aria-valuetext=${`${t("replay.step.n", { n: stop, all: stops.length - 1 })} ${says}`}
      @input=${(/** @type {InputEvent} */ event) =>
        drive.go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    ${transport(track, drive)}</section>`;
}

/** @param {Track} track */
const legend = ({ names, me }) =>
  html`<div class="legend">${names.map(
    (name, seat) =>
      html`<span .style=${`--k:${LINES[seat]}`}><i></i>${seat === me ? t("table.you") : name}</span>`,
  )}</div>`;

/** @param {Track} track */
function chart({ race, names, goal, stops, stop }) {
  const most = Math.max(1, stops.length - 1);
  const x = (/** @type {number} */ at) => (at / most) * WIDE;
  const y = (/** @type {number} */ n) => HIGH - EDGE - (n / goal) * (HIGH - 2 * EDGE);
  const first = race.map((counts) => stops.findIndex((at) => (counts[at] ?? 0) >= goal));
  const winner = first.findIndex((at) => at >= 0);
  const says =
    winner < 0
      ? t("replay.race.nobody")
      : t("replay.race.won", { name: names[winner] ?? "", n: first[winner] ?? 0 });
  return html`<svg class="chart" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img"
    aria-label="${t("replay.race", { goal: goalWord(goal) })}. ${says}">${[0, goal / 2, goal].map(
      (n) =>
        svg`<path class="grid ${n === goal ? "grid--goal" : ""}" d="M0 ${y(n)}H${WIDE}"></path>`,
    )}${race.map((counts, seat) => line(counts, seat, stops, { x, y }))}<path class="now"
      d="M${x(stop)} 0V${HIGH}"></path></svg>`;
}

/** @param {number[]} counts @param {number} seat @param {number[]} stops @param {{x: (at: number) => number, y: (n: number) => number}} to */
function line(counts, seat, stops, { x, y }) {
  const off = (seat - 1) * APART;
  const path = stops.map((at, stop) => {
    const high = (y(counts[at] ?? 0) + off).toFixed(1);
    return stop ? `H${x(stop).toFixed(1)}V${high}` : `M0 ${high}`;
  });
  return svg`<path class="line" stroke=${LINES[seat] ?? ""} d=${path.join("")}></path>`;
}

/** @param {Track} track @param {Drive} drive */
function transport({ stops, stop, playing, speed }, drive) {
  const last = stops.length - 1;
  /** @param {string} key @param {string} name @param {number} to @param {boolean} off */
  const button = (key, name, to, off) => html`<button class="btn-icon" ?disabled=${off}
    aria-label=${t(`replay.${key}`)} @click=${() => drive.go(to)}>${icon(name)}</button>`;
  return html`<div class="transport" role="group" aria-label=${t("replay.transport")}>
    ${button("first", "first", 0, stop === 0)}${button("back", "stepb", stop - 1, stop === 0)}
    <button class="btn-icon btn-icon--main" aria-label=${t(playing ? "replay.pause" : "replay.play")}
      @click=${drive.play}>${icon(playing ? "pause" : "play")}</button>
    ${button("forth", "stepf", stop + 1, stop === last)}${button("last", "last", last, stop === last)}
    <button class="btn speed" aria-label=${t("replay.speed", { n: speed })} @click=${drive.faster}
      >${speed}×</button></div>`;
}
