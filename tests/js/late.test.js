// What the table did for me when my time was over is said, and only then.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "../../static/model/frames.js";
import { Store } from "../../static/model/store.js";
import { read } from "./files.js";

const example = (/** @type {string} */ name) =>
  /** @type {any} */ (frameOf(read(`tests/app/live/frames/${name}.json`)));
const SECOND = 1_000_000; // microseconds

/** A page that was asked as in `name`, and its clock. @param {string} name @param {Record<string, any>} [mine] */
function asked(name, mine = {}) {
  const store = new Store("t", 9);
  const frame = example(name);
  store.clock.told(frame.public.deadline - 5 * SECOND, 0, 0);
  store.take({ ...frame, mine: { ...frame.mine, ...mine } }, 0);
  return { store, frame };
}

/** The next question, after so many of its five seconds. @param {any} frame @param {any[]} [events] */
const next = ({ seq, public: table, ...frame }, events = []) => ({
  ...frame,
  seq: seq + 1,
  public: { ...table, asked_seq: seq + 1, deadline: table.deadline + 20 * SECOND, sealed: false },
  since: seq,
  news: [{ seq: seq + 1, events }],
});

const PASSED = { event: "Swapped", giver: 1, receiver: 2, card: "2s" };

for (const [name, events, did] of /** @type {[string, any[], any][]} */ ([
  ["OutView-offer", [], { event: "pass", card: null }],
  ["OutView-use", [], { event: "play", card: null }],
  ["OutView-use", [PASSED], { event: "give", card: "2s" }],
]))
  test(`${name}: time ran out, and the table did ${did.event}`, () => {
    const { store, frame } = asked(name);
    store.take(next(frame, events), 5_100);
    assert.deepEqual(store.late, did);
    const after = next(next(frame, events));
    store.take(after, 6_000);
    assert.equal(store.late, null, "it is said once");
  });

test("nothing is said of a question that others ended", () => {
  const { store, frame } = asked("OutView-offer");
  store.take(next(frame), 3_000);
  assert.equal(store.late, null);
});

test("nothing is said where I had answered", () => {
  const { store, frame } = asked("OutView-use");
  store.acted = frame.public.asked_seq;
  store.take(next(frame), 5_100);
  assert.equal(store.late, null);
});

for (const mine of [
  { answer: { seat: 1, do: "pass" } },
  { orders: { pass_rest: true, take_goal: false } },
])
  test(`nothing is said of an offer that I had answered: ${Object.keys(mine)}`, () => {
    const { store, frame } = asked("OutView-offer", mine);
    assert.equal(store.panel, "answered");
    store.take(next(frame), 5_100);
    assert.equal(store.late, null);
  });

test("votes have one time for all: no reserve of the one who is judged is in it", async () => {
  const { timesOf } = await import("../../static/view/table/countdown.js");
  const { store, frame } = asked("OutView-use");
  const at = (/** @type {string} */ phase) => {
    const view = { ...frame.mine.view, phase };
    store.take({ ...frame, seq: store.seen + 1, mine: { ...frame.mine, view } }, 0);
    return timesOf(store);
  };
  const { deadline, places } = frame.public;
  assert.equal(at("use")?.until, deadline - places[1].bank);
  assert.deepEqual([at("judge")?.until, at("judge")?.bank], [deadline, 0]);
});
