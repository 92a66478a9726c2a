// Who leaves in a hand keeps their name until it is told how that hand ended; and a table that
// sleeps has no clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "../../static/model/frames.js";
import { nameAt } from "../../static/model/scene.js";
import { Store } from "../../static/model/store.js";
import { timesOf } from "../../static/view/table/countdown.js";
import { read } from "./files.js";

const example = (/** @type {string} */ name) =>
  /** @type {any} */ (frameOf(read(`tests/app/live/frames/${name}.json`)));

/** The same table some entries later. @param {any} frame @param {number} by @param {object} more */
const later = (frame, by, more) => ({
  ...frame,
  seq: frame.seq + by,
  public: { ...frame.public, ...more },
});

test("a name stays with its seat through the hand, whoever takes the place", () => {
  const store = new Store("t", 9);
  const offer = example("OutView-offer");
  const { dealt, places, hand } = offer.public;
  store.take(offer, 0);
  const names = dealt.map((/** @type {number} */ place) => places[place].name);
  const others = [
    places.map(() => null),
    places.map((/** @type {any} */ one) => one && { ...one, name: "Otra" }),
  ];
  for (const [step, now] of others.entries()) {
    store.take(later(offer, step + 1, { places: now, playing: false }), 0);
    const { scene } = store;
    assert.ok(scene);
    assert.deepEqual(
      names.map((/** @type {string} */ _, /** @type {number} */ seat) => nameAt(scene, seat)),
      names,
    );
  }
  store.take(later(offer, 9, { places: others[1], hand: hand + 1 }), 0);
  assert.ok(store.scene);
  assert.equal(nameAt(store.scene, 0), "Otra");
  assert.equal(nameAt(store.scene, null), "");
});

test("a table asleep closes in weeks: nobody counts those seconds", () => {
  const waiting = example("OutView-waiting");
  const store = new Store("t", 9);
  store.take(later(waiting, 0, { asleep: false, deadline: 5_000_000 }), 0);
  assert.equal(timesOf(store)?.until, 5_000_000);
  store.take(later(waiting, 1, { asleep: true, deadline: 5_000_000 }), 0);
  assert.equal(timesOf(store), null);
});
