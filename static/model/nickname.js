// What a nickname may be, as far as a page can tell before the server is asked.
// Enters: what somebody typed. Leaves: the trouble with it, or null.

export const MOST_CHARACTERS = 24; // as app/names.py; there the last word is said

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How many characters people would count. @param {string} text */
export const characters = (text) => [...letters.segment(text)].length;

/** @param {string} text @returns {{code: string, field: string} | null} */
export function troubleWith(text) {
  const count = characters(text.trim());
  if (!count) return { code: "bad_field", field: "no_name" };
  return count <= MOST_CHARACTERS ? null : { code: "bad_field", field: "name" };
}
