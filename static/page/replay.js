// A hand stepped through: one that was played here, /hands/{table}/{hand}, or a file, /replay.
import { html, nothing, render } from "lit";
import { listenToSteps } from "../input/steps.js";
import { proofOf } from "../model/proof.js";
import { placeFrom, raceOf, stopAt, stopsOf } from "../model/replay.js";
import { sentencesAt } from "../model/replay-words.js";
import { speech, t } from "../model/texts.js";
import * as histories from "../net/histories.js";
import { icon } from "../view/parts.js";
import { acts, head, note, shareSheet } from "../view/replay/beside.js";
import { fileForm, lostHand } from "../view/replay/file-form.js";
import { mat } from "../view/replay/mat.js";
import { moves } from "../view/replay/moves.js";
import { track } from "../view/replay/track.js";
import { sorry } from "../view/sorry.js";
import { move, places } from "../view/table/motion.js";
import "../view/top-bar.js";
import { accountBar } from "./account-bar.js";
import { begin } from "./ground.js";
import "../view/more-icons.js";

/** @typedef {import("../model/replay.js").Eyes} Eyes */
/** @typedef {import("../model/replay.js").Replay} Replay */
/** @typedef {import("../view/sorry.js").Trouble & {message?: string}} Trouble */

const PACE = 1600; // ms a step at usual speed
const SPEEDS = [1, 2, 4];

class Replaying {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.bar = accountBar(() => this.draw());
    /** @type {Map<Eyes, Replay>} */ this.replays = new Map();
    /** @type {import("../net/histories.js").Hand | null} */ this.hand = null;
    /** @type {boolean | null} */ this.proved = null;
    /** @type {Eyes} */ this.eyes = "all";
    /** @type {Eyes} */ this.asked = "all"; // those that were asked for last
    /** @type {Trouble | null} */ this.trouble = null;
    this.text = ""; // of a file
    this.visit = crypto.randomUUID?.() ?? String(Date.now());
    this.at = 0;
    this.speed = SPEEDS[0] ?? 1;
    this.sharing = false;
    this.busy = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** A hand that was played here. @param {string} table @param {number} number */
  async open(table, number) {
    const { eyes, at } = placeFrom(location.hash);
    try {
      this.hand = await histories.hand(table, number);
      this.at = at;
      await this.see(eyes ?? this.hand.seat ?? "spectator");
      this.proved = provedBy(this.hand);
    } catch (trouble) {
      this.trouble = /** @type {Trouble} */ (trouble);
    }
    this.draw();
  }

  /** A file from anywhere, all cards open. @param {string} text */
  async openFile(text) {
    Object.assign(this, { text, at: 0, trouble: null, busy: true });
    this.replays.clear();
    this.draw();
    try {
      await this.see("all");
    } catch (trouble) {
      this.trouble = /** @type {Trouble} */ (trouble);
    }
    this.busy = false;
    this.draw();
  }

  /** @param {Eyes} eyes */
  async see(eyes) {
    const { hand } = this;
    this.asked = eyes;
    if (!this.replays.has(eyes))
      this.replays.set(
        eyes,
        hand
          ? await histories.steps(hand.table, hand.hand, eyes)
          : await histories.stepsOfFile(this.text, eyes),
      );
    if (this.asked !== eyes) return; // others' were asked for meanwhile
    this.eyes = eyes;
    this.at = Math.min(this.at, (this.replay?.steps.length ?? 1) - 1); // a link may be of a longer hand
  }

  /** @param {Eyes} eyes */
  async choose(eyes) {
    this.trouble = null;
    await this.see(eyes).catch((trouble) => {
      if (this.asked === eyes) this.trouble = trouble;
    });
    this.draw();
  }

  get replay() {
    return this.replays.get(this.eyes) ?? null;
  }

  /** @param {number} stop */
  go(stop) {
    const { replay } = this;
    if (!replay) return;
    const stops = stopsOf(replay);
    const before = stopAt(stops, this.at);
    const next = Math.max(0, Math.min(stops.length - 1, stop));
    if (next === before) return;
    this.at = stops[next] ?? 0;
    if (next === stops.length - 1) this.pause();
    const lay = places(this.root);
    this.draw();
    move(this.root, lay, next === before + 1 ? (replay.steps[this.at]?.events ?? []) : []);
  }

  /** Another moment of the hand, as a link names it. @param {string} hash */
  async goTo(hash) {
    const { eyes, at } = placeFrom(hash);
    if (!this.hand || eyes === null) return;
    this.at = at;
    await this.choose(eyes);
  }

  /** @param {number} by */
  step(by) {
    if (this.replay) this.go(stopAt(stopsOf(this.replay), this.at) + by);
  }

  play() {
    if (this.timer) this.pause();
    else {
      const { replay } = this;
      if (replay && this.at === replay.steps.length - 1) this.at = 0;
      this.timer = setInterval(() => this.step(1), PACE / this.speed);
    }
    this.draw();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
    if (this.timer) {
      this.pause();
      this.play();
    }
    this.draw();
  }

  draw() {
    const { hand, replay } = this;
    document.title = `${hand ? t("replay.hand", { n: hand.hand }) : t("replay.title")} · Desmoche`;
    render(
      html`${this.bar.top("hands")}<main id="main" class=${replay ? "replay" : "page page--words file"}>${
        replay ? this.shown(replay) : this.asking()
      }</main>${this.bar.sheet()}`,
      this.root,
    );
    this.follow();
    if (!replay || !hand) return;
    history.replaceState(null, "", `#${this.eyes}-${this.at}`);
  }

  /** The list follows, and the page stays where it is. */
  follow() {
    /** @type {HTMLElement | null} */
    const now = this.root.querySelector(".moves [aria-current=step]");
    const list = /** @type {HTMLElement | null} */ (now?.closest(".moves"));
    if (now && list) list.scrollTop = now.offsetTop - list.clientHeight / 2;
  }

  asking() {
    if (wanted) return lostHand(this.trouble);
    return fileForm(this.trouble, this.busy, (text) => this.openFile(text));
  }

  /** @param {Replay} replay */
  shown(replay) {
    const { hand, eyes, at } = this;
    const stops = stopsOf(replay);
    const stop = stopAt(stops, at);
    const me = hand?.seat ?? null;
    const where = { at, me, below: typeof eyes === "number" ? eyes : me, stop };
    const says = sentencesAt(replay, at, me).join(" ");
    const go = (/** @type {number} */ to) => this.go(to);
    return html`${head({ hand, replay, eyes, proved: this.proved }, (chosen) => this.choose(chosen))}
      ${mat(replay, { ...where, stops: stops.length - 1 })}
      ${track(
        {
          ...{ race: raceOf(replay), names: replay.names, me, goal: replay.goal },
          ...{ stops, stop, says, playing: this.timer !== undefined, speed: this.speed },
        },
        { go, play: () => this.play(), faster: () => this.faster() },
      )}
      ${moves(replay, stops, { stop, me }, go)}
      <div class="replay__side"><p class="trouble" role="alert">${this.trouble ? sorry(this.trouble) : ""}</p>${note(replay, at, eyes, me)}${
        hand ? acts(hand, () => this.share(), this.playable(replay)) : this.another()
      }</div>
      <p class="sr" role="status">${this.timer ? "" : says}</p>
      ${this.sharing ? shareSheet(location.href, () => this.share(false)) : nothing}`;
  }

  /** What playing on from here does; null where it can't be. @param {Replay} replay */
  playable(replay) {
    const { hand, at } = this;
    const over = replay.steps[at]?.view.phase === "over";
    if (!hand || hand.seat === null || hand.status !== "ended" || over) return null;
    return async () => {
      this.pause();
      try {
        const request = `${this.visit}-${at}`; // pressed twice it is one table
        const asked = { table: hand.table, hand: hand.hand, actions: at, request };
        location.assign((await histories.playOn(asked)).path);
      } catch (trouble) {
        this.trouble = /** @type {Trouble} */ (trouble);
        this.draw();
      }
    };
  }

  another() {
    const again = () => {
      this.pause();
      this.replays.clear();
      this.draw();
    };
    return html`<button class="btn btn--line" @click=${again}>${icon("receipt")}${t("replay.file.other")}</button>`;
  }

  share(open = true) {
    this.sharing = open;
    this.draw();
    /** @type {HTMLDialogElement | null} */
    const dialog = this.root.querySelector("#share");
    if (open && dialog && !dialog.open) dialog.showModal();
  }
}

/** Whether the deal holds, computed here. @param {import("../net/histories.js").Hand} hand */
function provedBy({ file, fairness }) {
  try {
    return fairness ? proofOf({ file, fairness }).every(({ ok }) => ok) : null;
  } catch {
    return false;
  }
}

const wanted = location.pathname.match(/^\/hands\/([^/]+)\/(\d+)$/);
const page = new Replaying(await begin());
speech.addEventListener("change", () => page.draw());
addEventListener("hashchange", () => page.goTo(location.hash)); // a link to another moment
listenToSteps(page.root, {
  step: (by) => page.step(by),
  end: (last) => page.go(last ? Number.MAX_SAFE_INTEGER : 0),
  play: () => page.play(),
  on: () => page.replay !== null && !page.sharing,
});
if (wanted) page.open(wanted[1] ?? "", Number(wanted[2]));
else page.draw();
