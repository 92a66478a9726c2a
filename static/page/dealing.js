// This browser's part in each deal, done by itself: pledge, entropy, compare (docs/fairness.md).
// Enters: the store as it changes. Leaves: frames; whether the last deal agrees with what was seen.
// It also keeps the stacks of before the hand, for the receipt.
import { agrees, drawEntropy } from "../model/fairness.js";

/** @typedef {import("../model/store.js").Store} Store */

/**
 * @param {Store} store @param {(frame: import("../model/frames.js").Frame) => void} ask
 * @param {{before: number[], verified: boolean | null}} beside
 */
export function dealing(store, ask, beside) {
  /** @type {{entropy: string, pledge: string, commitment: string | null, hand: number} | null} */
  let mine = null;
  let pledged = ""; // the commitment that our pledge went to
  let shown = 0; // the hand for which our entropy went out
  return () => {
    const { scene } = store;
    if (!scene || scene.spectator || !scene.me.player || store.link !== "open") return;
    const { table, mine: own } = scene;
    if (!table.playing && !table.announced && table.commitment && pledged !== table.commitment) {
      pledged = table.commitment;
      mine = { ...drawEntropy(), commitment: table.commitment, hand: 0 };
      ask({ type: "pledge", pledge: mine.pledge });
    }
    if (
      table.announced &&
      mine &&
      own.pledge === mine.pledge &&
      !own.added_entropy &&
      shown !== table.hand + 1
    ) {
      shown = table.hand + 1;
      ask({ type: "entropy", entropy: mine.entropy });
    }
    keepStacks(store, beside);
    if (scene.over && own.revealed && mine && own.revealed.commitment === mine.commitment)
      beside.verified = agrees(own.revealed, mine);
    else if (scene.over && own.revealed && beside.verified === null)
      beside.verified = own.revealed.seats.some((seat) => seat.entropy) ? beside.verified : null;
    if (table.playing) beside.verified = null;
  };
}

/** What each seat had before it put its antes in. @param {Store} store @param {{before: number[]}} beside */
function keepStacks({ scene }, beside) {
  if (!scene || !scene.table.playing) return;
  beside.before = scene.table.dealt.map((place) => scene.table.places[place]?.stack ?? 0);
}
