// What runs down: seconds, bars, rings, reserves.
// Enters: elements that say by data-… what they show. Leaves: their text and transforms, set
// outside of the templates, which leave those elements empty; so a tick draws nothing anew.
import { lasted, minutes } from "../../model/clock.js";
import { sitterAt, turnOf } from "../../model/scene.js";
import { t } from "../../model/texts.js";

/** @typedef {import("../../model/store.js").Store} Store */

/**
 * When the open question ends, and what of that is a reserve; microseconds. A table asleep has a
 * deadline too, by which it closes: weeks that nobody counts down.
 * @param {Store} store
 */
export function timesOf({ scene }) {
  if (!scene || scene.table.deadline === null || scene.table.asleep) return null;
  const { table, view } = scene;
  const turn = scene.over || !view ? undefined : sitterAt(scene, turnOf(view));
  const bank = turn?.player?.bank ?? 0;
  return { from: table.asked_at, until: (table.deadline ?? 0) - bank, bank };
}

/** Only what is new: the same words again would be laid out again. @param {HTMLElement} root @param {string} parts @param {string} text */
function write(root, parts, text) {
  for (const part of root.querySelectorAll(parts)) say(part, text);
}

/** @param {Element} part @param {string} text */
function say(part, text) {
  if (part.textContent !== text) part.textContent = text;
}

/** How long somebody has been gone counts up, with a clock or without. @param {Store} store @param {HTMLElement} root @param {number} now ms */
function tellGone({ clock }, root, now) {
  for (const part of root.querySelectorAll("[data-since]")) {
    const { n, unit } = lasted(clock.past(Number(part.getAttribute("data-since")), now));
    say(part, `${n} ${t(unit)}`);
  }
}

/** @param {Store} store @param {HTMLElement} root @param {number} now ms */
export function tick(store, root, now) {
  tellGone(store, root, now);
  const times = timesOf(store);
  if (!times || store.paused) return 0;
  const left = store.clock.left(times.until, now);
  const reserve = Math.min(times.bank / 1e6, store.clock.left(times.until + times.bank, now));
  const total = Math.max(1, (times.until - times.from) / 1e6);
  write(root, "[data-secs]", `${Math.ceil(left)}`);
  write(root, "[data-bank]", minutes(reserve));
  write(root, "[data-due]", minutes(store.clock.left(times.until + times.bank, now)));
  const share = Math.min(1, left / total);
  /** @type {HTMLElement} */ for (const part of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll("[data-bar]")
  ))
    part.style.transform = `scaleX(${share.toFixed(4)})`;
  /** @type {SVGElement} */ for (const part of /** @type {NodeListOf<SVGElement>} */ (
    root.querySelectorAll("[data-ring]")
  ))
    part.style.strokeDashoffset = `${(100 * (share - 1)).toFixed(2)}`;
  return Math.ceil(left);
}
