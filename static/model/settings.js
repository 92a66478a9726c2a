// What somebody has set on this device: language, theme, deck, sounds, keys.
// Enters: a storage, what the browser prefers, and what is chosen. Leaves: the value of each
// setting, always one that is allowed. Never here: what is drawn; whoever shows a setting listens.

/** Setting → what it may be; the first is the usual one where the browser prefers none. */
export const CHOICES = /** @type {const} */ ({
  language: ["es", "en", "th"],
  theme: ["dark", "light"],
  deck: ["2", "4"],
  sound: ["full", "soft", "off"],
  keys: ["on", "off"],
  reactions: ["on", "off"],
  name: [], // the last nickname; any text
  watcher: [], // what who only looks on, under no name of their own, was called
});

/** Touch alone: whoever has only that is told of no keys. */
export const touches = () => matchMedia("(hover: none) and (pointer: coarse)").matches;

/** @typedef {keyof typeof CHOICES} Setting */

export class Settings extends EventTarget {
  /**
   * @param {Pick<Storage, "getItem" | "setItem"> | null} storage null: nothing is kept
   * @param {Partial<Record<Setting, string>>} [preferred] what holds until something is chosen
   */
  constructor(storage, preferred = {}) {
    super();
    this.storage = storage;
    this.preferred = preferred;
    /** @type {Map<string, string>} */
    this.values = new Map();
  }

  /** @param {Setting} setting */
  get(setting) {
    const chosen = this.values.get(setting) ?? this.#stored(setting);
    const allowed = /** @type {readonly string[]} */ (CHOICES[setting]);
    if (allowed.length === 0) return chosen ?? "";
    const held = [chosen, this.preferred[setting]].find((one) => allowed.includes(one ?? ""));
    return held ?? /** @type {string} */ (allowed[0]);
  }

  /** The browser prefers something else now: told if nothing was chosen. @param {Setting} setting @param {string} value */
  prefer(setting, value) {
    const before = this.get(setting);
    this.preferred = { ...this.preferred, [setting]: value };
    if (this.get(setting) !== before)
      this.dispatchEvent(new CustomEvent("change", { detail: setting }));
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

/** What early.js found; nothing where there is no page. */
function found() {
  const root = globalThis.document?.documentElement;
  return root ? { language: root.lang, theme: root.dataset.theme ?? "" } : {};
}

export const settings = new Settings(ownStorage(), found());
