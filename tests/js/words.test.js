// What is said of names, cards, rules and troubles, in every language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { spoken, written } from "../../static/model/cards.js";
import { told, valueText } from "../../static/model/house-rules.js";
import { layoutName } from "../../static/model/melds.js";
import { troubleWith } from "../../static/model/nickname.js";
import { LOCALES, setTexts } from "../../static/model/texts.js";
import { sorry } from "../../static/view/sorry.js";
import { list, read } from "./files.js";

/** @param {string} language */
function speak(language) {
  const files = list(`static/i18n/${language}`);
  const tables = files.map((file) => JSON.parse(read(`static/i18n/${language}/${file}`)));
  setTexts(language, Object.assign({}, ...tables));
}

const GOOD = ["a", " a ", "🦜".repeat(24), "👩🏽‍🚀".repeat(24), "สมชาย", "x".repeat(24)];
const BAD = ["", " ", "x".repeat(25), "🦜".repeat(200), "👨‍👩‍👧‍👦".repeat(25)];

test("a name counts in characters as people count", () => {
  for (const name of GOOD) assert.equal(troubleWith(name), null, name);
  for (const name of BAD)
    assert.deepEqual(troubleWith(name), {
      code: "bad_field",
      field: name.trim() ? "name" : "no_name",
    });
});

test("every card is written and spoken in every language", () => {
  for (const language of Object.keys(LOCALES)) {
    speak(language);
    const said = new Set();
    for (const rank of "A23456789TJQK") for (const suit of "shdc") said.add(spoken(rank + suit));
    assert.equal(said.size, 52, language);
  }
  assert.equal(written("Td"), "10");
});

test("two ways to lay a card that differ in a meld are called differently", () => {
  const melds = [
    ["2s", "3s", "4s"],
    ["8h", "8s", "8d"],
    ["Jh", "Jc", "Jd"],
  ];
  const shown = melds[1] ?? [];
  for (const language of Object.keys(LOCALES)) {
    speak(language);
    const ways = [[shown], melds.slice(0, 2), melds.slice(1), melds];
    assert.equal(new Set(ways.map((way) => layoutName(way, shown))).size, ways.length, language);
  }
});

test("a rule is a sentence, whatever its value is", () => {
  speak("es");
  assert.equal(told("cambio", false), "Sin cambio: nadie pasa cartas antes de empezar.");
  assert.equal(told("side_games", ["oro", "flor"]), "Juegos laterales: Oro y Flor");
  assert.equal(told("side_games", []), "Juegos laterales: ninguno");
  assert.equal(told("hand_size", 8), "Cartas que se reparten: 8");
  assert.equal(valueText("forcing", "off"), "no obliga");
});

test("a trouble is told with its way on, and when to try again", () => {
  speak("es");
  assert.match(sorry({ code: "too_often", after: 1 }), /en 1 segundo\.$/);
  assert.match(sorry({ code: "too_often", after: 600 }), /en 10 minutos\.$/);
  assert.match(sorry({ code: "too_often" }), /en un momento\.$/);
  assert.match(sorry({ code: "bad_field", field: "name" }), /24 caracteres/);
  assert.match(sorry({ code: "bad_field", field: "nobody.knows" }), /Revisalo/);
  assert.match(sorry({ code: "never heard of" }), /recargá/);
});
