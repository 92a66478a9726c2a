// What a host chooses becomes what the server is asked: only what differs, only what is offered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft } from "../../static/model/draft.js";
import { changesOf } from "../../static/model/house-rules.js";

/** Rules of a game that there is not, so that nothing here depends on a real one. */
const TOLD = {
  presets: {
    one: { seats: [2, 4], loud: true, games: ["a", "b"], ranks: 1, odd: "x", quiet: false },
    two: { seats: [3, 3], loud: false, games: [], ranks: 2, odd: "x", quiet: false },
  },
  domains: {
    seats: { kind: /** @type {const} */ ("span"), values: [2, 3, 4], words: "" },
    loud: { kind: /** @type {const} */ ("one"), values: [true, false], words: "" },
    games: { kind: /** @type {const} */ ("some"), values: ["a", "b"], words: "" },
    ranks: { kind: /** @type {const} */ ("one"), values: [1, 2], words: "" },
    odd: { kind: /** @type {const} */ ("one"), values: ["x", "y"], words: "" },
    quiet: { kind: /** @type {const} */ ("one"), values: [true, false], words: "" },
  },
  offered: {
    one: {
      seats: [2, 3, 4],
      loud: [true, false],
      games: ["a", "b"],
      ranks: [1, 2],
      odd: ["x", "y"],
      quiet: [true, false],
    },
    two: {
      seats: [3],
      loud: [false],
      games: [],
      ranks: [1, 2],
      odd: ["x", "y"],
      quiet: [true, false],
    },
  },
  only_with: { odd: { rule: "games", values: ["a"] }, quiet: { rule: "loud", values: [true] } },
  windows: [3, 5],
  paces: { steady: 5, lively: 3, untimed: null },
  usual_pace: { 2: "lively", 3: "steady", 4: "steady" },
  bets: { least: 20, usual: 40, most: 200 },
};
const draft = () => new Draft(TOLD, "one");

test("a table as it is asks for nothing", () => {
  const { body } = draft();
  assert.deepEqual([body.preset, body.rules, body.seats, body.bet], ["one", {}, null, 5]);
  assert.ok(!("buy_in" in body) && !("name" in body));
});

test("only what differs is asked, also after a change of mind", () => {
  const made = draft();
  made.set("games", ["b"]);
  made.set("loud", false);
  assert.deepEqual(made.body.rules, { games: ["b"], loud: false });
  made.set("games", ["a", "b"]);
  assert.deepEqual(made.body.rules, { loud: false });
  assert.deepEqual(made.differences, [{ rule: "loud", value: false }]);
});

test("what a game does not offer is not shown", () => {
  const made = draft();
  assert.deepEqual(made.rules, ["loud", "games", "ranks", "odd", "quiet"]);
  made.choosePreset("two");
  assert.deepEqual(made.rules, ["ranks"]);
});

test("a rule that does nothing is neither shown nor asked", () => {
  const made = draft();
  made.set("odd", "y");
  made.set("quiet", true);
  made.set("games", ["b"]);
  made.set("loud", false);
  assert.ok(!made.rules.includes("odd") && !made.rules.includes("quiet"));
  assert.deepEqual(made.body.rules, { games: ["b"], loud: false });
});

test("another game forgets the rules of the one before", () => {
  const made = draft();
  made.set("ranks", 2);
  made.choosePreset("two");
  assert.deepEqual([made.body.rules, made.places, made.body.seats], [{}, 3, null]);
});

test("seats, clocks and chips", () => {
  const made = draft();
  made.places = 2;
  assert.deepEqual(made.body.seats, [2, 2]);
  made.places = 3;
  assert.deepEqual(made.body.seats, [2, 3]);
  made.pace = "untimed";
  assert.equal(made.body.window, null);
  made.bet = 10;
  assert.deepEqual(made.usualBuyIn, { least: 200, most: 2000 });
  made.buyIn = { least: 1, most: 2 };
  assert.deepEqual(made.body.buy_in, { least: 1, most: 2 });
});

test("the pace is as usual for so many, until the host names another", () => {
  const made = draft();
  const clocks = () => [made.body.pace, made.body.window];
  assert.deepEqual(clocks(), ["steady", 5]);
  made.places = 2;
  assert.deepEqual(clocks(), ["lively", 3]);
  made.chosenWindow = 5;
  assert.deepEqual(clocks(), ["lively", 5]);
  made.pace = "steady";
  made.chosenWindow = 3;
  assert.deepEqual(clocks(), ["steady", 3]);
  made.pace = "untimed";
  assert.deepEqual(clocks(), ["untimed", null]);
});

test("what a host has changed is told with what it is now, also where that is usual again", () => {
  const before = { preset: "one", loud: false, ranks: 2 };
  const after = { preset: "one", ranks: 2, games: ["b"] };
  const changes = [
    { rule: "loud", value: true },
    { rule: "games", value: ["b"] },
  ];
  assert.deepEqual(changesOf(TOLD, before, after), changes);
  assert.deepEqual(changesOf(TOLD, before, before), []);
  assert.deepEqual(changesOf(TOLD, { preset: "one", ranks: 1 }, { preset: "one" }), []);
});
