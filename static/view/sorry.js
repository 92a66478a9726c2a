// What went wrong, in a sentence with a way on.
// Enters: a failure as net/rest.js throws it. Leaves: a sentence in the language spoken.
import { has, t } from "../model/texts.js";

/** @typedef {{code: string, field?: string | null, after?: number | null}} Trouble */

/** @param {Trouble} trouble @param {string} [own] a concern with sentences of its own, "admin." */
export function sorry({ code, field = null, after = null }, own = "") {
  const keys = [`error.${code}.${field}`, `${own}error.${code}`, `error.${code}`];
  const key = keys.find(has) ?? "error.unknown";
  return t(key, { after: wait(after) });
}

/** @param {number | null} seconds */
function wait(seconds) {
  if (!seconds) return t("error.after.soon");
  if (seconds < 90) return t("error.after.seconds", { n: seconds });
  return t("error.after.minutes", { n: Math.ceil(seconds / 60) });
}
