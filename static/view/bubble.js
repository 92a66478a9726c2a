// What a field's own bubble says of a wrong number: in the language spoken, not the browser's.
// Enters: a sentence. Leaves: listeners for a field's `invalid` and `input`.

/** @param {string} why */
export const refuse =
  (why) =>
  (/** @type {Event} */ { target }) =>
    /** @type {HTMLInputElement} */ (target).setCustomValidity(why);

/** Typed anew: the browser looks again. @param {Event} event */
export const allow = ({ target }) => /** @type {HTMLInputElement} */ (target).setCustomValidity("");
