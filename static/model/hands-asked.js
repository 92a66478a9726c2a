// What may be asked of one's hands, as the server takes it (app/history/asking.py).
// Enters: what stands in the fields. Leaves: a query. Days are this browser's, whole.

/** Fields, as they stand in the page's address, too. */
export const FILTERS = ["named", "preset", "won", "since", "until", "table"];

const MICROSECONDS = 1000; // in a millisecond

/** @param {string} day "2026-11-30" @param {number} later days @returns {string} microseconds since 1970, "" for no day */
function midnight(day, later) {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return "";
  const at = new Date(year, month - 1, date + later).getTime();
  return at >= 0 ? String(at * MICROSECONDS) : "";
}

/** @param {Record<string, string>} fields */
export function askedOf(fields) {
  const asked = {
    ...fields,
    named: fields.named?.trim() ?? "",
    since: midnight(fields.since ?? "", 0),
    until: midnight(fields.until ?? "", 1),
  };
  return new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
}
