// Which cards are lit when an automatic win may be declared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { winningCards } from "../../static/model/cards.js";

const EIGHTS = ["8s", "8h", "8c", "8d", "2h", "5c", "Td", "Js", "Kc"];
const RED = ["2h", "3d", "5h", "7d", "9h", "Td", "Qh", "Kd", "Ad"];
const APART = ["As", "3h", "5d", "7c", "9s", "Jh", "Kd", "2c", "4s"];

test("the cards that show the best win, none where the hand shows it no more", () => {
  /** @type {[string[], string[], readonly string[]][]} wins, hand, lit */
  const cases = [
    [["cuatro_cuerpos"], EIGHTS, EIGHTS.slice(0, 4)],
    [["cuatro_cuerpos"], RED, []],
    [["color", "peladilla"], RED, RED],
    [["color"], EIGHTS, []],
    [["peladilla"], APART, APART],
    [["peladilla"], EIGHTS, []],
    [[], EIGHTS, []],
  ];
  for (const [wins, hand, lit] of cases) assert.deepEqual(winningCards(wins, hand), lit);
});
