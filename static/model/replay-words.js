// What a step of a replay says: answers given in secret, as far as these eyes know, and events.
// Enters: a replay, a step, who sits below, a voice. Leaves: sentences.
import { ANSWERS, sceneAt } from "./replay.js";
import { gameName, SPOKEN, sentenceOf } from "./sentences.js";
import { has, list, t } from "./texts.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Step} Step */

/**
 * @template [T=string]
 * @param {Replay} replay @param {number} at @param {number | null} me
 * @param {import("./sentences.js").Voice<T>} [voice]
 * @returns {(T | string)[]}
 */
export function sentencesAt(replay, at, me, voice = /** @type {any} */ (SPOKEN)) {
  const { action, events } = /** @type {Step} */ (replay.steps[at]);
  const scene = sceneAt(replay, at, me);
  const said = action && ANSWERS.has(action.do) ? [answered(replay, action, me, voice)] : [];
  return [...said, ...events.map((event) => sentenceOf(event, scene, voice))].filter(Boolean);
}

/**
 * @param {Replay} replay @param {import("./frames.js").Action} action @param {number | null} me
 * @param {import("./sentences.js").Voice<any>} voice
 */
function answered({ names }, action, me, voice) {
  const called = (/** @type {number} */ seat, you = "table.you.low") =>
    voice.name(seat === me ? t(you) : (names[seat] ?? ""));
  const name = called(action.seat, "table.you");
  const say = (/** @type {string} */ key, /** @type {Record<string, any>} */ more = {}) => {
    const mine = `replay.did.${key}.me`;
    return voice.say(action.seat === me && has(mine) ? mine : `replay.did.${key}`, {
      name,
      ...more,
    });
  };
  if (action.do === "give") return say("give", { card: voice.card(action.card) });
  if (action.do === "declare") return say("declare", { win: t(`table.win.${action.win}`) });
  if (action.do === "vote") return say(action.forgive ? "forgive" : "condemn");
  if (action.do === "force") return say("force", { target: called(action.target) });
  if (action.do !== "announce") return say(action.do);
  const games = action.games.map(gameName);
  return games.length ? say("announce", { games: list(games) }) : say("silent");
}
