// A layout being built is one of the server's or none; every step can be undone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, Draft } from "../../static/model/building.js";
import { frameOf } from "../../static/model/frames.js";
import { layoutKey } from "../../static/model/melds.js";
import { Store } from "../../static/model/store.js";
import { read } from "./files.js";

const RUN = ["5s", "6s", "7s", "8s"];
const BEST = [
  ["5s", "6s", "7s"],
  ["8s", "8h", "8d"],
];
const given = () => ({
  base: [RUN],
  hand: ["3h", "8d", "9c"],
  card: "8h",
  layouts: [
    BEST,
    [
      ["5s", "6s", "7s", "8s"],
      ["8h", "8d", "8c"],
    ].slice(0, 1),
  ],
});

test("it begins with the best layout, told as lanes of the old melds", () => {
  const draft = new Draft(given());
  assert.deepEqual(draft.lanes, BEST);
  assert.equal(draft.match, draft.layouts[0]);
  assert.deepEqual(draft.ghosts(0), ["8s"]);
  assert.deepEqual(draft.loose, ["3h", "9c"]);
  assert.deepEqual(
    ["8s", "8h", "8d"].map((card) => draft.origin(card, 1)),
    ["moved", "new", "hand"],
  );
});

test("undo leads back step by step to the table as it lay", () => {
  const draft = new Draft(given());
  assert.ok(draft.move("9c", 2));
  assert.equal(draft.match, null);
  assert.ok(draft.undo());
  assert.deepEqual(draft.lanes, BEST);
  assert.ok(draft.undo());
  assert.deepEqual(draft.melds, [RUN]);
  assert.equal(draft.undo(), false);
});

test("a draft built card by card is found among the options, in whatever order", () => {
  const draft = new Draft(given(), false);
  assert.deepEqual(draft.loose, ["8h", "3h", "8d", "9c"]);
  for (const card of ["8d", "8s", "8h"]) assert.ok(draft.move(card, 1), card);
  assert.ok(draft.match);
  assert.equal(layoutKey(draft.match), layoutKey(BEST));
});

for (const [card, to, why] of /** @type {[string, number, string][]} */ ([
  ["5s", -1, "what lay on the table never comes back to the hand"],
  ["Kd", 0, "not mine"],
  ["9c", 3, "no lane is left out"],
]))
  test(`refused: ${why}`, () => {
    const draft = new Draft(given(), false);
    const before = layoutKey(draft.lanes);
    assert.equal(draft.move(card, to), false);
    assert.equal(layoutKey(draft.lanes), before);
  });

test("no card is lost or doubled, whatever is moved where", () => {
  let seed = 1;
  const chance = (/** @type {number} */ below) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  const draft = new Draft(given());
  const all = [...RUN, "8h", "3h", "8d", "9c"].sort();
  for (let step = 0; step < 500; step += 1) {
    if (chance(5) === 0) draft.undo();
    else draft.move(all[chance(all.length)] ?? "", chance(5) - 1);
    assert.deepEqual([...draft.lanes.flat(), ...draft.loose].sort(), all);
  }
});

test("a hand is sorted by suit or by rank, and stays the same hand", () => {
  const hand = ["Td", "As", "3h", "Ad"];
  assert.deepEqual(arranged(hand, "rank"), ["Ad", "As", "3h", "Td"]);
  assert.deepEqual(arranged(hand, "suit"), ["As", "3h", "Ad", "Td"]);
});

test("where order counts cards lie as they are put, and are laid so", () => {
  const draft = new Draft({ ...given(), hand: ["4s", "8d"] }, false, true);
  draft.layouts.push([["4s", ...RUN]]);
  draft.known.set(layoutKey([["4s", ...RUN]]), [["4s", ...RUN]]);
  assert.ok(draft.move("4s", 0));
  assert.deepEqual(draft.laid, [[...RUN, "4s"]]);
  assert.ok(draft.move("4s", 0, "5s"));
  assert.deepEqual(draft.laid, [["4s", ...RUN]]);
  assert.ok(draft.move("8s", 0, "8s"));
  assert.equal(draft.lanes.flat().length, 5); // before itself: no card is lost
});

for (const [name, play] of /** @type {const} */ ([
  ["OutView-offer", "claim"],
  ["OutView-use", "use"],
]))
  for (const { why, asks, builds } of [
    { why: "goes on while I am asked", asks: true, builds: true },
    { why: "ends when my answer stands and others are waited for", asks: false, builds: false },
  ])
    test(`${name}: building ${why}`, () => {
      const store = new Store("t", 9);
      const frame = /** @type {any} */ (frameOf(read(`tests/app/live/frames/${name}.json`)));
      store.take(frame, 0);
      const view = { ...frame.mine.view };
      view.options = { ...view.options, [play]: view.options[play] ?? [[view.hand.slice(0, 3)]] };
      store.take({ ...frame, seq: frame.seq + 1, mine: { ...frame.mine, view } }, 0);
      store.build();
      assert.ok(store.chosen.draft);
      const to_act = view.to_act.filter((/** @type {number} */ seat) => asks || seat !== view.seat);
      const next = { ...frame.mine, view: { ...view, to_act } };
      store.take({ ...frame, seq: frame.seq + 2, mine: next }, 0);
      assert.equal(store.chosen.draft !== null, builds);
    });
