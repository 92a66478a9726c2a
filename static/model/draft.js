// A table as a host is putting it together.
// Enters: what the server tells about rules, choices. Leaves: what differs from the preset, and
// the body that opens the table. Never here: which rules go together; the server says so.
import { same } from "./house-rules.js";

/** @typedef {import("./house-rules.js").RulesTold} RulesTold */

/** Rules that are asked for by their own fields, not among the house rules. */
const APART = new Set(["preset", "seats"]);

export class Draft {
  /** @param {RulesTold} told @param {string} [preset] */
  constructor(told, preset = "desmoche") {
    this.told = told;
    this.name = "";
    this.bet = 5;
    /** @type {string | null} null: as usual for so many places */
    this.chosenPace = null;
    /** @type {number | null} seconds; null: as usual for the pace */
    this.chosenWindow = null;
    this.watchable = false;
    this.public = false;
    /** @type {{least: number, most: number} | null} null: as usual for the bet */
    this.buyIn = null;
    this.preset = preset;
    /** @type {Record<string, unknown>} */
    this.changed = {};
    this.places = 0;
    this.choosePreset(preset);
  }

  /** Another game begins with its own rules. @param {string} preset */
  choosePreset(preset) {
    this.preset = preset;
    this.changed = {};
    this.places = /** @type {number[]} */ (this.standard("seats"))[1] ?? 2;
  }

  /** As usual again, whatever was turned. */
  forget() {
    this.changed = {};
  }

  /** @param {string} rule */
  standard(rule) {
    return this.told.presets[this.preset]?.[rule];
  }

  /** @param {string} rule */
  value(rule) {
    return rule in this.changed ? this.changed[rule] : this.standard(rule);
  }

  /** @param {string} rule @param {unknown} value */
  set(rule, value) {
    const { [rule]: _, ...others } = this.changed;
    this.changed = same(value, this.standard(rule)) ? others : { ...others, [rule]: value };
  }

  /** Only what the server offers for this game can be chosen. @param {string} rule */
  offered(rule) {
    return this.told.offered[this.preset]?.[rule] ?? [];
  }

  /** The house rules that a host can turn in this game, as things stand. */
  get rules() {
    return Object.keys(this.told.domains).filter(
      (rule) => !APART.has(rule) && this.#hasChoice(rule) && this.#hasEffect(rule),
    );
  }

  get differences() {
    return this.rules
      .filter((rule) => rule in this.changed)
      .map((rule) => ({ rule, value: this.changed[rule] }));
  }

  /** [fewest, most]; null: as the preset has it. */
  get seats() {
    const [fewest = 2, most = 2] = /** @type {number[]} */ (this.standard("seats"));
    return this.places === most ? null : [Math.min(fewest, this.places), this.places];
  }

  get pace() {
    return this.chosenPace ?? this.told.usual_pace[this.places] ?? "steady";
  }

  /** @param {string} pace begins with its own windows */
  set pace(pace) {
    this.chosenPace = pace;
    this.chosenWindow = null;
  }

  /** Of a claim, in seconds; null without a clock. */
  get window() {
    const usual = this.told.paces[this.pace] ?? null;
    return usual === null ? null : (this.chosenWindow ?? usual);
  }

  /** With how many chips one sits down. */
  get usualBuyIn() {
    const { least, most } = this.told.bets;
    return this.buyIn ?? { least: this.bet * least, most: this.bet * most };
  }

  /** What opens the table. */
  get body() {
    return {
      ...(this.name.trim() ? { name: this.name } : {}),
      preset: this.preset,
      rules: Object.fromEntries(this.differences.map(({ rule, value }) => [rule, value])),
      seats: this.seats,
      bet: this.bet,
      ...(this.buyIn ? { buy_in: this.buyIn } : {}),
      pace: this.pace,
      window: this.window,
      watchable: this.watchable,
      public: this.public,
    };
  }

  /** @param {string} rule */
  #hasChoice(rule) {
    const fewest = this.told.domains[rule]?.kind === "some" ? 1 : 2;
    return this.offered(rule).length >= fewest;
  }

  /** @param {string} rule */
  #hasEffect(rule) {
    const needs = this.told.only_with[rule];
    if (!needs) return true;
    const held = this.value(needs.rule);
    return needs.values.some((each) => (Array.isArray(held) ? held.includes(each) : held === each));
  }
}

/** House rules that hold somewhere. @param {import("./house-rules.js").RulesTold} told @param {import("./frames.js").HouseRules} rules */
export function draftOf(told, { preset, seats: _, ...own }) {
  const draft = new Draft(told, preset);
  for (const [rule, value] of Object.entries(own)) draft.set(rule, value);
  return draft;
}

const TELLING = ["cambio", "automatic_wins", "forcing", "no_winner", "side_games"];

/** The rules that tell most about a game, as far as they are as usual. @param {Draft} draft @param {(rule: string, value: unknown) => string} say */
export const usualOf = (draft, say) =>
  TELLING.filter((rule) => draft.rules.includes(rule) && !(rule in draft.changed)).map((rule) =>
    say(rule, draft.value(rule)),
  );
