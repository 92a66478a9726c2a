// Every sentence that a page says, by its key.
// Enters: the texts of one language (i18n/{language}/*.json, the same files that the server
// reads), a key, parameters. Leaves: text. Never here: how it is fetched, where it is shown.
//
// A text is a string, in which {name} stands for a parameter, or an object with one string for
// each plural category, chosen by the parameter n. Numbers are written as the language does.

/** @typedef {string | Record<string, string>} Text */
/** @typedef {Record<string, string | number>} Params */

/** @type {Record<string, Text>} */
let texts = {};
let plurals = new Intl.PluralRules("es");
/** @type {Intl.NumberFormat | undefined} */
let numbers;
let current = "es";

/** Tells `change` once another language is spoken. */
export const speech = new EventTarget();

/** How dates and numbers are written; Thai with the years that the rest of the world counts. */
export const LOCALES = { es: "es-NI", en: "en", th: "th-u-ca-gregory" };

/**
 * Speak a language from now on.
 * @param {string} language
 * @param {Record<string, Text>} table
 */
export function setTexts(language, table) {
  const locale = LOCALES[/** @type {keyof typeof LOCALES} */ (language)] ?? language;
  texts = table;
  current = language;
  plurals = new Intl.PluralRules(locale);
  numbers = new Intl.NumberFormat(locale);
  speech.dispatchEvent(new Event("change"));
}

/** "Oro, Flor y Escalera". @param {string[]} words */
export const list = (words) =>
  new Intl.ListFormat(current, { type: "conjunction" })
    .formatToParts(words)
    .map(({ type, value }) => (type === "literal" ? value.replace(/ *และ */, " และ ") : value)) // names are no Thai words
    .join("");

export const language = () => current;

/** @param {string} key */
export const has = (key) => key in texts;

/** @param {number} value */
export function number(value) {
  numbers ??= new Intl.NumberFormat("es");
  return numbers.format(value);
}
// The first that a browser makes costs it as much as drawing the table: while the texts come.
setTimeout(number, 0, 0);

/**
 * The text for a key. A key that is missing is a fault of the program, told to the console,
 * where the tests look; people see the key.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  return pattern(key, params).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : value;
  });
}

/**
 * The text with its parameters still unfilled, for those who put more than text in their place.
 * @param {string} key
 * @param {Params} [params]
 * @returns {string}
 */
export function pattern(key, params = {}) {
  const text = texts[key];
  if (text === undefined) {
    console.error(`no text ${key} in ${current}`);
    return key;
  }
  if (typeof text === "string") return text;
  return text[plurals.select(Number(params.n))] ?? text.other ?? key;
}
