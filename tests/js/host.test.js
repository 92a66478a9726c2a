// What a host's role and a host's rules become: whoever is at the table is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../static/model/store.js";

const player = { name: "Ana", bot: false, sits_out: false };

/** @param {Store} store @param {number} seq @param {number} host @param {boolean} [playing] @param {Record<string, unknown>} [rules] */
function see(store, seq, host, playing = false, rules = {}) {
  const table = { id: "t", hand: 1, host, playing, rules, places: [player, player] };
  Object.assign(table, { dealt: [], asked_seq: 0, coming: {}, carried: { count: 0, pots: {} } });
  const frame = { type: "view", seq, since: 0, news: [], public: table };
  store.take(
    /** @type {any} */ ({
      ...frame,
      ...{ present: [true, true], gone_since: [null, null], mine: { place: 1, view: null } },
    }),
    0,
  );
  return store.newHost;
}

test("a role that moved is told until the next hand is dealt", () => {
  const store = new Store("a", 9);
  assert.equal(see(store, 1, 0), null, "who led it before I came is no news");
  assert.equal(see(store, 2, 1), 1);
  assert.equal(see(store, 3, 1), 1);
  assert.equal(see(store, 4, 1, true), null);
  assert.equal(see(store, 5, 0, true), 0, "told during a hand too");
});

test("other rules are news until somebody has looked at them", () => {
  const store = new Store("a", 9);
  const other = { retire: "always" };
  see(store, 1, 0);
  see(store, 2, 0, false, other);
  assert.deepEqual(store.oldRules, {});
  see(store, 3, 0, true, other);
  assert.deepEqual(store.oldRules, {}, "a hand that was dealt does not take the news away");
  store.rulesSeen = true;
  see(store, 4, 0, true, other);
  assert.equal(store.oldRules, null);
  see(store, 5, 0, false, {});
  assert.deepEqual([store.oldRules, store.rulesSeen], [other, false], "the next change is news");
});
