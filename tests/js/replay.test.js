// A hand step by step: where there is something to see, the race, addresses of moments, queries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedOf } from "../../static/model/hands-asked.js";
import {
  handOf,
  inFocus,
  placeAt,
  placeFrom,
  raceOf,
  sorted,
  stopAt,
  stopsOf,
} from "../../static/model/replay.js";

/** @param {object} [view] @param {object} [more] @returns {any} */
const step = (view = {}, more = {}) => ({
  view: { seat: null, layouts: [[], []], to_act: [], phase: "draw", turn: 0, ...view },
  events: [],
  action: null,
  ways: {},
  ...more,
});

/** @param {any[]} steps @returns {any} */
const replay = (...steps) => ({ eyes: "all", names: ["a", "b"], goal: 10, rules: {}, steps });

test("a step is a stop if something is told, or an answer is known", () => {
  const told = { events: [{ event: "Died" }] };
  const shown = replay(
    step(),
    step({}, { action: { seat: 0, do: "draw" } }),
    step({}, { action: { seat: 1, do: "pass" } }),
    step(),
    step({}, told),
    step(),
  );
  assert.deepEqual(stopsOf(shown), [0, 2, 4, 5]);
  for (const [at, stop] of [
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [5, 3],
    [9, 3],
  ])
    assert.equal(stopAt([0, 2, 4, 5], at ?? 0), stop);
});

test("the race counts cards on the table, and keeps what was known of a hidden layout", () => {
  const three = [["2s", "3s", "4s"]];
  const shown = replay(step(), step({ layouts: [three, []] }), step({ layouts: [null, three] }));
  assert.deepEqual(raceOf(shown), [
    [0, 3, 3],
    [0, 0, 3],
  ]);
});

test("a hand is known to its seat, to eyes that see all, and if it won as dealt", () => {
  const open = step({ hands: [["Kd", "As"], ["Td"]] }).view;
  assert.deepEqual(handOf(open, 0), ["As", "Kd"]);
  const mine = step({ seat: 1, hand: ["9c", "9s"] }).view;
  assert.deepEqual(handOf(mine, 1), ["9s", "9c"]);
  assert.equal(handOf(mine, 0), null);
  const won = step({ result: { winner: 0 }, shown: { winner: ["3h", "2h"] } }).view;
  assert.deepEqual(handOf(won, 0), ["2h", "3h"]);
  assert.equal(handOf(won, 1), null);
  assert.deepEqual(sorted(["Ts", "9d", "Jh"]), ["9d", "Ts", "Jh"]);
});

test("in focus is who acts, and of an offer who threw the card", () => {
  assert.equal(inFocus(step({ phase: "offer", turn: 1, discarder: 1 })), 1);
  const answered = {
    ...step({ phase: "offer", turn: 1, discarder: 1 }),
    action: { do: "pass", seat: 2 },
  };
  assert.equal(inFocus(/** @type {any} */ (answered)), 2); // who speaks
  assert.equal(inFocus(step({ turn: 0 })), 0);
  assert.equal(inFocus(step({ turn: null, to_act: [1] })), 1);
  assert.equal(placeAt(1, 1, 4), "me");
  assert.equal(placeAt(2, 1, 4), "right");
  assert.equal(placeAt(0, null, 4), "me");
});

test("an address names a moment, or nothing", () => {
  assert.deepEqual(placeFrom("#all-24"), { eyes: "all", at: 24 });
  assert.deepEqual(placeFrom("#spectator-0"), { eyes: "spectator", at: 0 });
  assert.deepEqual(placeFrom("#3-7"), { eyes: 3, at: 7 });
  for (const bad of ["", "#", "#4-1", "#all", "#all-x", "#all-99999", "#<b>-1"])
    assert.deepEqual(placeFrom(bad), { eyes: null, at: 0 });
});

test("days are whole, and what is empty is not asked", () => {
  const asked = askedOf({ named: " Beto ", since: "2026-03-01", until: "2026-03-01", won: "" });
  assert.equal(asked.get("named"), "Beto");
  const day = Number(asked.get("until")) - Number(asked.get("since"));
  assert.ok(day >= 23 * 3600e6 && day <= 25 * 3600e6);
  assert.ok(!asked.has("won"));
  assert.equal(String(askedOf({ since: "x", until: "1900-01-01" })), "");
});
