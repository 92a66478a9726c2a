// What the table did for me while I was away is told as its deed, not as mine; and only then.
import assert from "node:assert/strict";
import { test } from "node:test";
import { frameOf } from "../../static/model/frames.js";
import { sentenceOf } from "../../static/model/sentences.js";
import { Store } from "../../static/model/store.js";
import { LOCALES, setTexts } from "../../static/model/texts.js";
import { read } from "./files.js";

const frame = /** @type {any} */ (frameOf(read("tests/app/live/frames/OutView-use.json")));
const { place, view } = frame.mine;
const other = (view.seat + 1) % frame.public.dealt.length;
const MINE = [
  { event: "WasCut", seat: view.seat, at: 0 },
  { event: "Announced", seat: view.seat, games: ["oro"] },
  { event: "Swapped", giver: view.seat, receiver: other, card: "2s" },
  { event: "Drawn", seat: view.seat, card: view.hand[0] },
  { event: "Discarded", seat: view.seat, card: view.hand[0], paid: false },
  { event: "Discarded", seat: view.seat, card: null, paid: true },
  ...["peladilla", "cuatro_cuerpos", "color"].map((how) => ({
    event: "Ended",
    winner: view.seat,
    how,
  })),
];
const OTHERS = [
  { event: "Drawn", seat: other, card: null },
  { event: "Swapped", giver: other, receiver: view.seat, card: "2s" },
  { event: "Ended", winner: other, how: "color" },
  { event: "Ended", winner: null, how: "no_winner" },
];
const DEEDLESS = [
  { event: "Ended", winner: view.seat, how: "goal" },
  { event: "WentOut", seat: view.seat, left: true },
  { event: "Forgiven", seat: view.seat },
];

/** What is told of events that come while I am away, or not. @param {any[]} events @param {boolean} away */
function told(events, away) {
  const store = new Store("t", 9);
  store.take(frame, 0);
  store.takeNews(); // from before
  const places = frame.public.places.map((/** @type {any} */ one, /** @type {number} */ at) =>
    at === place ? { ...one, away } : one,
  );
  const seq = frame.seq + 1;
  const news = [{ seq, events }];
  store.take({ ...frame, seq, public: { ...frame.public, places }, since: frame.seq, news }, 0);
  const { scene } = store;
  assert.ok(scene);
  return store.takeNews().events.map((event) => sentenceOf(event, scene));
}

for (const language of Object.keys(LOCALES))
  test(`${language}: what the table did for me is its deed`, () => {
    setTexts(language, {
      ...JSON.parse(read(`static/i18n/${language}/table.json`)),
      ...JSON.parse(read(`static/i18n/${language}/rules.json`)),
      ...JSON.parse(read(`static/i18n/${language}/common.json`)),
    });
    const table = { es: /La mesa.*por vos/, en: /^The table.*for you/, th: /^โต๊ะ.*แทนคุณ/ }[
      language
    ];
    assert.ok(table);
    const away = told(MINE, true);
    for (const sentence of away) assert.match(sentence, table);
    assert.ok(away.every((sentence) => !/[{}]/.test(sentence)));
    for (const sentence of told(MINE, false)) assert.doesNotMatch(sentence, table);
    for (const others of [OTHERS, DEEDLESS]) {
      assert.deepEqual(told(others, true), told(others, false));
      for (const sentence of told(others, true)) assert.doesNotMatch(sentence, table);
    }
  });
