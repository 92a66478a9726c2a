// Times as people read them. Enters: microseconds since 1970, as the server counts. Leaves: text
// in the language that is spoken, in the time zone of whoever reads.
import { LOCALES, language } from "./texts.js";

const MILLI = 1000;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

const locale = () => LOCALES[/** @type {keyof typeof LOCALES} */ (language())] ?? language();

/** A day and a time of day. @param {number} at */
export const when = (at) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "medium" }).format(at / MILLI);

/** A day. @param {number} at */
export const day = (at) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "short" }).format(at / MILLI);

/** Where on a chart: a day without its year, or an hour. @param {number} at @param {string} step */
export const tick = (at, step) =>
  new Intl.DateTimeFormat(
    locale(),
    step === "day" ? { day: "numeric", month: "numeric" } : { hour: "numeric", minute: "2-digit" },
  ).format(at / MILLI);

/** How long ago, roughly. @param {number} at @param {number} [now] milliseconds */
export function ago(at, now = Date.now()) {
  const gone = now - at / MILLI;
  const [unit, length] = UNITS.find(([, each]) => gone >= each) ?? ["minute", 60_000];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "long" }).format(
    -Math.max(0, Math.floor(gone / length)),
    unit,
  );
}

/** A day out of a date field, as microseconds; the day after it with `next`. @param {string} date */
export function dayAt(date, next = false) {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day + (next ? 1 : 0)).getTime() * MILLI;
}

/** For a date field. @param {number} at */
export function dateOf(at) {
  const date = new Date(at / MILLI);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
