// Every language says everything, with the same parameters; and what pages say is written down.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { LOCALES, number, pattern, setTexts, t } from "../../static/model/texts.js";
import { list, read, scripts } from "./files.js";

const LANGUAGES = Object.keys(LOCALES);
/** @typedef {Record<string, string | Record<string, string>>} Table */

/** @param {string} language @returns {Record<string, Table>} */
const concernsOf = (language) =>
  Object.fromEntries(
    list(`static/i18n/${language}`).map((file) => [
      file,
      JSON.parse(read(`static/i18n/${language}/${file}`)),
    ]),
  );

/** @param {string} language @returns {Table} */
const tableOf = (language) => Object.assign({}, ...Object.values(concernsOf(language)));

/** @param {string | Record<string, string>} text */
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));

/** @param {string} text */
const parameters = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(" ");

test("all languages have the same keys in the same files", () => {
  const [first, ...others] = LANGUAGES.map((language) =>
    Object.entries(concernsOf(language)).map(([file, table]) => [file, Object.keys(table).sort()]),
  );
  for (const other of others) assert.deepEqual(other, first);
});

test("a key stands in one file, that of its concern", () => {
  const seen = new Set();
  for (const [file, table] of Object.entries(concernsOf("es"))) {
    for (const key of Object.keys(table)) {
      assert.ok(!seen.has(key), `${key} twice`);
      seen.add(key);
      assert.equal(`${key.split(".")[0]}.json`, file, `${key} is not for ${file}`);
    }
  }
});

test("all languages use the same parameters", () => {
  const spanish = tableOf("es");
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(tableOf(language))) {
      const wanted = parameters(forms(spanish[key] ?? "").at(-1) ?? "");
      for (const form of forms(text)) {
        // "one" may leave its number unsaid
        const said = parameters(form);
        assert.ok(said === wanted || form !== forms(text).at(-1), `${language} ${key}: ${said}`);
      }
    }
  }
});

test("a plural has a form for every category of its language", () => {
  for (const language of LANGUAGES) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, text] of Object.entries(tableOf(language))) {
      if (typeof text === "string") continue;
      assert.deepEqual(
        Object.keys(text).sort(),
        [...pluralCategories].sort(),
        `${language} ${key}`,
      );
    }
  }
});

test("no text is empty, or has blanks at its ends, or HTML in it", () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of Object.entries(tableOf(language))) {
      for (const form of forms(text)) {
        assert.equal(form, form.trim(), `${language} ${key}`);
        assert.ok(form && !/[<>]|&\w+;/.test(form), `${language} ${key}: ${form}`);
      }
    }
  }
});

test("what pages say by a key written out is there", () => {
  const spanish = tableOf("es");
  for (const file of scripts("static")) {
    const source = read(file);
    for (const [, key] of source.matchAll(/\b(?:t|rich|pattern)\(\s*"([\w.]+)"/g)) {
      assert.ok(key && key in spanish, `${file} says ${key}`);
    }
  }
});

test("plurals, numbers and strings are filled in", () => {
  setTexts("es", {
    chips: { one: "{n} ficha", many: "{n} de fichas", other: "{n} fichas" },
    hello: "Hola, {name}",
  });
  assert.equal(t("chips", { n: 1 }), "1 ficha");
  assert.equal(t("chips", { n: 12345 }), `${number(12345)} fichas`);
  assert.equal(t("hello", { name: "{n}" }), "Hola, {n}");
  assert.equal(t("hello"), "Hola, {name}");
  assert.equal(pattern("hello"), "Hola, {name}");
});

/** Every script that these load at once: what is imported later asks for more texts. @param {string[]} waiting */
function loadedBy(...waiting) {
  const found = new Set();
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const [, other] of read(path).matchAll(/(?:from|import) "(\.[^"]+)"/g))
      waiting.push(join(dirname(path), other ?? ""));
  }
  return [...found];
}

test("the table page begins with its own texts, and says no other", () => {
  const loaded = loadedBy("static/page/table.js", "static/view/table/sheets.js");
  assert.ok(loaded.includes("static/view/panel/panel.js"));
  assert.ok(!loaded.includes("static/page/join.js"));
  const others = list("static/i18n/es")
    .map((file) => file.replace(".json", ""))
    .filter((concern) => concern !== "common" && concern !== "table");
  assert.ok(others.includes("rules"));
  const foreign = new RegExp(`["'\`](?:${others.join("|")})\\.(?!preset\\.|side_games\\.)`);
  for (const path of loaded) assert.doesNotMatch(read(path), foreign, path);
});
