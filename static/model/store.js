// Everything that the table page knows, in one place; who shows it listens for `change`.
// Enters: frames of the server, the state of the way there, what was chosen. Leaves: a scene,
// `news` not yet shown, what is being asked. Never here: the page, the network.

import { Draft } from "./building.js";
import { ServerClock } from "./clock.js";
import { Requests } from "./requests.js";
import { panelOf, questionOf, sceneOf } from "./scene.js";

/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").ViewFrame} ViewFrame */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{code: string, cards?: readonly string[], needs?: readonly string[]}} Words why not */

/** What is chosen for the question that is open; forgotten when another is asked. */
export const nothingChosen = () => ({
  /** @type {string | null} */ card: null,
  way: 0,
  /** @type {Draft | null} */ draft: null,
  /** @type {Words | null} */ words: null,
  again: false, // changes an answer that was given
  cut: 0,
  /** @type {Set<string> | null} */ games: null,
  /** @type {Words | null} */ refused: null,
  /** @type {readonly string[] | null} */ unseen: null, // what keeps me from retiring, once told
});

const LAST = 0.5; // seconds before a deadline that count as its end: clocks are reckoned

/**
 * What the table did for me when I had not answered: for the exchange, which card it passed.
 * @param {Scene} scene @param {string} phase that was @param {readonly import("./frames.js").News[]} fresh
 */
const doneFor = ({ view }, phase, fresh) => {
  const gave = fresh
    .flatMap(({ events }) => events)
    .find(({ event, giver }) => event === "Swapped" && giver === view?.seat);
  return { event: gave ? "give" : phase === "offer" ? "pass" : "play", card: gave?.card ?? null };
};

export class Store extends EventTarget {
  /** @param {string} prefix of request ids @param {number} handSize of the house rules */
  constructor(prefix, handSize) {
    super();
    this.handSize = handSize;
    this.requests = new Requests(prefix);
    this.clock = new ServerClock();
    /** @type {Scene | null} */
    this.scene = null;
    this.seen = 0;
    this.question = "";
    this.chosen = nothingChosen();
    this.link = "connecting";
    this.why = "";
    this.paused = "";
    this.serverBuild = "";
    this.unread = /** @type {import("./frames.js").News[]} */ ([]);
    this.missed = false; // the news to come are what happened while we were away
    this.newHost = /** @type {number | null} */ (null); // the role has moved there, until a hand is dealt
    this.resultSeen = 0; // hand whose result was put aside
    /** @type {import("./frames.js").HouseRules | null} those before a change, until somebody has looked */
    this.oldRules = null;
    this.rulesSeen = false; // what changed in them was opened
    this.satAt = ""; // the table where I have a place, by its id
    this.acted = -1; // the question that I answered last, by its entry
    /** @type {import("./frames.js").Event | null} what the table did for me when my time was over, while the next question stands */
    this.late = null;
  }

  get panel() {
    if (!this.scene) return "loading";
    const panel = panelOf(this.scene);
    return panel === "answered" && this.chosen.again ? (this.scene.view?.phase ?? panel) : panel;
  }

  /** @param {Frame} frame @param {number} now ms */
  take(frame, now) {
    if (frame.type === "view") this.#see(/** @type {ViewFrame} */ (frame), now);
    else if (frame.type === "welcome") {
      this.clock.told(frame.time, now, 500);
      this.serverBuild = frame.build ?? "";
    } else if (frame.type === "answered") this.#keepAnswer(frame);
    else if (frame.type === "paused") this.paused = frame.why;
    else if (frame.type === "resumed") this.paused = "";
    this.changed();
  }

  /** @param {ViewFrame} frame @param {number} now ms */
  #see(frame, now) {
    if (this.scene && frame.seq < this.scene.seq && frame.table === this.scene.table.id) return;
    const before = this.scene?.table;
    const missed = this.#isLate(now);
    const same = before?.hand === frame.public.hand;
    this.scene = sceneOf(frame, this.handSize, same ? this.scene?.names : []);
    this.#keepRules(before);
    this.#keepHost(before);
    const fresh = frame.news.filter((one) => one.seq > this.seen);
    if (this.seen > 0 || frame.since > 0) this.unread.push(...fresh);
    if (fresh.length === 0 || this.seen === 0) this.missed = false; // nothing, or a new page
    this.seen = Math.max(this.seen, frame.seq);
    const question = questionOf(this.scene);
    if (question === this.question) {
      this.#keepChoice();
      return;
    }
    this.question = question;
    this.chosen = nothingChosen();
    this.late = missed && !this.scene.me.player?.away ? doneFor(this.scene, missed, fresh) : null;
    if (this.panel === "use") this.build();
  }

  /** Whether I am being asked and my time is over; then by what. @param {number} now ms */
  #isLate(now) {
    const { scene, acted } = this;
    if (!scene?.asked || scene.over || scene.mine.answer || scene.mine.orders?.pass_rest) return "";
    const { asked_seq, deadline } = scene.table;
    if (acted === asked_seq || deadline === null) return "";
    return this.clock.left(deadline, now) < LAST ? (scene.view?.phase ?? "") : "";
  }

  /** What I said is kept until the window closes; no view tells it before. @param {Frame} frame */
  #keepAnswer({ asked_seq, answer }) {
    if (!this.scene || this.scene.table.asked_seq !== asked_seq) return;
    this.scene = { ...this.scene, mine: { ...this.scene.mine, answer } };
    this.chosen = nothingChosen();
  }

  /** The host has changed the rules: who was here sees from what. @param {import("./frames.js").Table | undefined} before */
  #keepRules(before) {
    const { playing, rules } = /** @type {Scene} */ (this.scene).table;
    if (playing && this.rulesSeen) this.oldRules = null;
    if (before && JSON.stringify(before.rules) !== JSON.stringify(rules))
      Object.assign(this, { oldRules: this.oldRules ?? before.rules, rulesSeen: false });
  }

  /** The role passes on by itself when a host is gone: that is said. @param {import("./frames.js").Table | undefined} before */
  #keepHost(before) {
    const { playing, host } = /** @type {Scene} */ (this.scene).table;
    if (before && before.host !== host) this.newHost = host;
    else if (before && playing && !before.playing) this.newHost = null;
  }

  /**
   * A lay changes my cards and asks nothing new: what was chosen may be gone. A claim that may not
   * change leaves the offer open and asks me no more: what I built is told, and my table comes back.
   */
  #keepChoice() {
    if (!this.scene?.asked) this.chosen.draft = null;
    const hand = this.scene?.view?.hand ?? [];
    if (this.chosen.card && !hand.includes(this.chosen.card)) this.chosen.card = null;
    const { draft } = this.chosen;
    if (draft && draft.base.flat().length !== (this.scene?.me.layout ?? []).flat().length)
      this.chosen.draft = null;
  }

  /** Begin to build a layout for what is asked: with the best, or with nothing moved. @param {boolean} [best] */
  build(best = true) {
    const given = this.givenDraft();
    if (given?.layouts.length) this.chosen.draft = new Draft(given, best, this.#orderCounts());
  }

  /** Rulebook R6.7: unless any order will do, cards are laid as they are put. */
  #orderCounts() {
    return (this.scene?.table.rules.meld_order ?? "ignore") !== "ignore";
  }

  givenDraft() {
    const view = this.scene?.view;
    const play = this.play;
    if (!view || view.seat === null || !play) return null;
    return {
      base: view.layouts[view.seat] ?? [],
      hand: view.hand ?? [],
      card: play === "use" ? view.drawn : play === "lay" ? null : view.offered,
      layouts: view.options[play] ?? [],
    };
  }

  /** What a layout would be for now. @returns {"lay" | "use" | "claim" | "place" | null} */
  get play() {
    const options = this.scene?.view?.options ?? {};
    return (
      /** @type {const} */ (["lay", "use", "claim", "place"]).find((play) => options[play]) ?? null
    );
  }

  /** News that were not shown yet; they are shown once. */
  takeNews() {
    const events = this.unread.flatMap((one) => one.events).map(this.#whoseDeed);
    const missed = this.missed && events.length > 0;
    if (missed) this.missed = false;
    this.unread = [];
    return { events, missed };
  }

  /** While I am away the table acts in my place: that is never told as a deed of mine. */
  #whoseDeed = (/** @type {import("./frames.js").Event} */ event) => {
    const { me, view } = /** @type {Scene} */ (this.scene);
    const mine = view !== null && (event.seat ?? event.winner ?? event.giver) === view.seat;
    return mine && me.player?.away ? { ...event, for_me: true } : event;
  };

  /** @param {Partial<ReturnType<typeof nothingChosen>>} choice */
  choose(choice) {
    Object.assign(this.chosen, choice);
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
