// What somebody has set on this device: language, theme, deck, sounds, keys.
// Enters: a storage, and what is chosen. Leaves: the value of each setting, always one that is
// allowed. Never here: the page; whoever shows a setting listens.

/** Setting → what it may be; the first is the usual one. */
export const CHOICES = /** @type {const} */ ({
  language: ["es", "en", "th"],
  theme: ["dark", "light"],
  deck: ["2", "4"],
  sound: ["full", "soft", "off"],
  keys: ["on", "off"],
  reactions: ["on", "off"],
  name: [], // the last nickname; any text
});

/** @typedef {keyof typeof CHOICES} Setting */

export class Settings extends EventTarget {
  /** @param {Pick<Storage, "getItem" | "setItem"> | null} storage null: nothing is kept */
  constructor(storage) {
    super();
    this.storage = storage;
    /** @type {Map<string, string>} */
    this.values = new Map();
  }

  /** @param {Setting} setting */
  get(setting) {
    const value = this.values.get(setting) ?? this.#stored(setting);
    const allowed = /** @type {readonly string[]} */ (CHOICES[setting]);
    if (allowed.length === 0) return value ?? "";
    return value !== null && allowed.includes(value) ? value : /** @type {string} */ (allowed[0]);
  }

  /**
   * Tells `change` to listeners, even if nothing can be stored.
   * @param {Setting} setting
   * @param {string} value
   */
  set(setting, value) {
    this.values.set(setting, value);
    try {
      this.storage?.setItem(`desmoche.${setting}`, value);
    } catch {
      // full or forbidden: it holds until the page is left
    }
    this.dispatchEvent(new CustomEvent("change", { detail: setting }));
  }

  /** @param {string} setting */
  #stored(setting) {
    try {
      return this.storage?.getItem(`desmoche.${setting}`) ?? null;
    } catch {
      return null;
    }
  }
}

/** The browser's own storage; null where it is forbidden. */
function ownStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const settings = new Settings(ownStorage());
