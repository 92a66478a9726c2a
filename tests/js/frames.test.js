// The page reads every example frame that the server's tests write (docs/protocol.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { agrees, pledgeOf } from "../../static/model/fairness.js";
import { frameOf } from "../../static/model/frames.js";
import { Requests } from "../../static/model/requests.js";
import { offerOrder, panelOf, sceneOf, sideOf } from "../../static/model/scene.js";
import { Store } from "../../static/model/store.js";
import { list, read } from "./files.js";

const FOLDER = "tests/app/live/frames";
const example = (/** @type {string} */ name) =>
  /** @type {any} */ (frameOf(read(`${FOLDER}/${name}.json`)));

for (const file of list(FOLDER).filter((name) => name.startsWith("Out")))
  test(`${file} is a frame that the page knows`, () => {
    const frame = frameOf(read(`${FOLDER}/${file}`));
    assert.ok(frame);
    const store = new Store("t", 9);
    store.take(frame, 0);
    assert.equal(store.scene !== null, frame.type === "view");
  });

for (const text of ["", "[]", "null", '{"type": "other"}', "{", '"view"'])
  test(`${text || "nothing"} is passed over`, () => assert.equal(frameOf(text), null));

for (const [name, panel] of [
  ["OutView-offer", "offer"],
  ["OutView-use", "use"],
  ["OutView-over", "between"],
  ["OutView-waiting", "between"],
  ["OutView-spectator", "watch"],
])
  test(`${name} shows the panel ${panel}`, () =>
    assert.equal(panelOf(sceneOf(example(name ?? ""), 9)), panel));

test("play goes counter-clockwise: the next player sits on my right", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => sideOf(step, 4)),
    ["me", "right", "top", "left"],
  );
  const scene = sceneOf(example("OutView-offer"), 9);
  const side = (/** @type {number} */ place) => scene.sitters[place]?.side;
  assert.deepEqual([0, 1, 2, 3].map(side), ["left", "me", "right", "top"]);
});

test("an offer is decided from the discarder's right on", () => {
  assert.deepEqual(offerOrder(example("OutView-offer").mine.view), [1, 2, 3]);
});

test("an older view changes nothing", () => {
  const store = new Store("t", 9);
  store.take(example("OutView-use"), 0);
  store.take(example("OutView-offer"), 0);
  assert.equal(store.panel, "use");
});

test("what was chosen holds as long as the question does", () => {
  const store = new Store("t", 9);
  const frame = example("OutView-offer");
  store.take(frame, 0);
  store.choose({ way: 1 });
  store.take({ ...frame, seq: 24 }, 0);
  assert.equal(store.chosen.way, 1);
  store.take({ ...frame, seq: 25, public: { ...frame.public, asked_seq: 25 } }, 0);
  assert.equal(store.chosen.way, 0);
});

test("what has no answer is asked again by the same id, once answered no more", async () => {
  const requests = new Requests("p");
  const first = requests.add({ type: "stand" });
  const second = requests.add({ type: "act" });
  assert.deepEqual(requests.unanswered(), [first?.frame, second?.frame]);
  const answer = { ...example("OutAnswer"), id: first?.frame.id };
  assert.deepEqual(requests.answer(answer), first?.frame);
  assert.equal(requests.answer(answer), null);
  assert.equal(await first?.answered, answer);
  assert.deepEqual(requests.unanswered(), [second?.frame]);
});

test("a pledge is the hash of docs/fairness.md", () => {
  const entropy = new Uint8Array(32).fill(0x11);
  const vector = "d5c622ae523a2fbfb4bc61caccf0e2f0e08c4f80ad593726193f58dac2466da2";
  assert.equal(pledgeOf(entropy), vector);
});

test("a record agrees if the seal is the one shown and my entropy is in it", () => {
  const record = { commitment: "aa", hand: 1, seats: [{ pledge: "p", entropy: "0102" }] };
  assert.ok(agrees(record, { commitment: "aa", entropy: "0102" }));
  assert.ok(!agrees(record, { commitment: "bb", entropy: "0102" }));
  assert.ok(!agrees(record, { commitment: "aa", entropy: "03" }));
});
