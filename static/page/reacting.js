// What people at the table say to one another: a bubble at a seat for a few seconds.
// Enters: `reacted` frames. Leaves: `beside.said`, a word for each place.
import { settings } from "../model/settings.js";
import { t } from "../model/texts.js";
import { sound } from "../view/table/sounds.js";

const SHOWN = 4_000; // ms: to read five words

/**
 * @param {import("../model/store.js").Store} store
 * @param {{said: Map<number, string>, polite: string}} beside
 */
export function reacting(store, beside) {
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */
  const timers = new Map();
  return (/** @type {import("../model/frames.js").Frame} */ { place, word }) => {
    if (settings.get("reactions") === "off") return;
    const name = store.scene?.sitters.find((sitter) => sitter.place === place)?.player?.name;
    if (!name) return;
    clearTimeout(timers.get(place));
    beside.said.set(place, word);
    beside.polite = t("table.react.said", { name, word: t(`table.react.${word}`) });
    sound("reaction", settings.get("sound"));
    timers.set(
      place,
      setTimeout(() => {
        beside.said.delete(place);
        store.changed();
      }, SHOWN),
    );
    store.changed();
  };
}
