// This browser's part in each deal, done by itself: pledge, entropy, compare (docs/fairness.md).
// Enters: the store as it changes. Leaves: frames; whether the last deal agrees with what was seen.
// It also keeps what everyone had before the hand and put into it, for the receipt.
import { agrees, drawEntropy } from "../model/fairness.js";

/** @typedef {import("../model/store.js").Store} Store */
/** @typedef {import("../model/scene.js").Scene} Scene */

/**
 * @param {Store} store @param {(frame: import("../model/frames.js").Frame) => void} ask
 * @param {{before: import("../model/receipt.js").Before, verified: boolean | null}} beside
 */
export function dealing(store, ask, beside) {
  const part = new Part(ask);
  return () => {
    const { scene } = store;
    if (!scene) return;
    keepStacks(scene, beside);
    if (scene.spectator || !scene.me.player || store.link !== "open") return;
    part.pledge(scene);
    part.show(scene);
    beside.verified = part.verdict(scene);
  };
}

class Part {
  /** @param {(frame: import("../model/frames.js").Frame) => void} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {{entropy: string, pledge: string, commitment: string | null} | null} */
    this.mine = null;
    /** @type {{entropy: string, pledge: string, commitment: string | null} | null} */
    this.last = null; // of the hand that has just ended
    this.shown = ""; // the pledge whose entropy went out
  }

  /** A fresh number for each new seal. @param {Scene} scene */
  pledge({ table, sitters }) {
    if (table.playing || table.announced || !table.commitment) return;
    if (this.mine?.commitment === table.commitment) return;
    this.last = this.mine;
    this.mine = { ...drawEntropy(), commitment: table.commitment };
    this.ask({ type: "pledge", pledge: this.mine.pledge, ready: amongBots(table, sitters) });
  }

  /** All pledges are on the table: now the number itself. @param {Scene} scene */
  show({ table, mine }) {
    if (!table.announced || !this.mine || mine.pledge !== this.mine.pledge) return;
    if (mine.added_entropy || this.shown === this.mine.pledge) return;
    this.shown = this.mine.pledge;
    this.ask({ type: "entropy", entropy: this.mine.entropy });
  }

  /** null: nothing to compare with. @param {Scene} scene */
  verdict({ over, mine }) {
    const record = over ? mine.revealed : null;
    const seen = [this.mine, this.last].find(
      (part) => part && part.commitment === record?.commitment,
    );
    return record && seen ? agrees(record, seen) : null;
  }
}

/**
 * Whoever comes to a table of bots has said so by coming: there is nobody else to wait for, and
 * after no hand there is nothing to look at.
 * @param {Scene["table"]} table @param {Scene["sitters"]} sitters
 */
const amongBots = (table, sitters) =>
  table.hand === 0 && sitters.every(({ side, player }) => side === "me" || player?.bot);

/** What each seat had before it put its antes in. @param {Scene} scene @param {{before: import("../model/receipt.js").Before}} beside */
function keepStacks({ table, view }, beside) {
  if (!table.playing || !view) return;
  const stacks = table.dealt.map((place) => table.places[place]?.stack ?? 0);
  const staked = (/** @type {number} */ seat) =>
    Object.entries(view.side).reduce(
      (all, [game, { seats }]) => all + (seats.includes(seat) ? (table.stakes[game] ?? 0) : 0),
      0,
    );
  beside.before = {
    stacks,
    put: stacks.map((stack, seat) => stack - (view.stacks[seat] ?? stack)),
    stakes: stacks.map((_, seat) => staked(seat)),
    carried: table.carried.pots.main ?? 0,
    count: table.carried.count,
  };
}
