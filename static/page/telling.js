// What happened, told: log, live region, sounds, the title and a buzz when it is my turn.
// Enters: events as they are shown. Leaves: changes of `beside`. Never here: the network.
import { spoken } from "../model/cards.js";
import { nameAt } from "../model/scene.js";
import { sentenceOf } from "../model/sentences.js";
import { settings } from "../model/settings.js";
import { t } from "../model/texts.js";
import { labelOf } from "../view/table/seats.js";
import { sound } from "../view/table/sounds.js";

const MOST_LINES = 60; // of the log: about a hand
const MOST_SPOKEN = 3; // sentences at once: more is noise, and the table can be read by T

/** @typedef {import("../model/frames.js").Event} Event */

/**
 * @param {import("../model/store.js").Store} store
 * @param {{entries: import("../view/table/log.js").Entry[], polite: string, urgent: string}} beside
 */
export function tellerOf(store, beside) {
  let question = "";
  const title = document.title;
  /** @param {readonly Event[]} events */
  const tell = (events) => {
    const { scene } = store;
    if (!scene) return;
    keep(beside, events);
    const said = events.map((event) => sentenceOf(event, scene)).filter(Boolean);
    if (said.length) beside.polite = [...lateOf(store), ...said.slice(-MOST_SPOKEN)].join(" ");
    hear(events);
    const name = isCalled(store) ? `${t("table.title.turn")} · ${title}` : title;
    if (document.title !== name) document.title = name;
    if (store.question !== question) {
      question = store.question;
      call(scene);
    }
  };
  /** My turn, or not: voice, sound and a buzz. @param {import("../model/scene.js").Scene} scene */
  const call = (scene) => {
    const mine = isCalled(store);
    beside.urgent = mine ? askedOf(store) : "";
    if (!mine || scene.view?.phase === "offer") return;
    sound("turn", settings.get("sound"));
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  };
  /** @param {string} key T: the table, H: my hand */
  tell.read = (key) => {
    const { scene } = store;
    if (!scene) return;
    beside.urgent =
      key === "H"
        ? (scene.view?.hand ?? []).map(spoken).join(", ")
        : scene.sitters
            .filter(({ player }) => player)
            .map((sitter) => labelOf(sitter, scene))
            .join(". ");
    store.changed();
  };
  return tell;
}

/** What the table did in my place. @param {import("../model/store.js").Store} store */
const lateOf = ({ late, scene }) =>
  late && !scene?.over
    ? [t(`table.late.${late.event}`, { card: late.card ? spoken(late.card) : "" })]
    : [];

/** Whether an answer of mine is waited for. @param {import("../model/store.js").Store} store */
export const isCalled = ({ scene, panel }) =>
  Boolean(scene?.asked && !scene.over && panel !== "answered");

/** The log is of one hand. @param {{entries: import("../view/table/log.js").Entry[]}} beside @param {readonly Event[]} events */
function keep(beside, events) {
  for (const event of events) {
    if (event.event === "Dealt") beside.entries = [];
    beside.entries.push({ at: Date.now(), event });
  }
  beside.entries = beside.entries.slice(-MOST_LINES);
}

/** @param {readonly Event[]} events */
function hear(events) {
  const last = events.at(-1);
  if (!last) return;
  sound(last.event === "Taken" && last.forced ? "Forced" : last.event, settings.get("sound"));
}

/** What I am asked, for ears. @param {import("../model/store.js").Store} store */
function askedOf({ scene, clock, panel }) {
  if (!scene?.view) return "";
  const { view, table, order } = scene;
  const seconds =
    table.deadline === null ? 0 : Math.ceil(clock.left(table.deadline, performance.now()));
  if (view.phase !== "offer")
    return t(`table.asked.${panel}`, { card: view.drawn ? spoken(view.drawn) : "" });
  return [
    t("table.asked.offer", {
      card: spoken(view.offered ?? ""),
      name: nameAt(scene, view.discarder),
    }),
    t("table.asked.order", { n: order.indexOf(view.seat ?? -1) + 1 }),
    seconds ? t("table.asked.seconds", { n: seconds }) : "",
    t("table.asked.ways", { n: view.options.claim?.length ?? 0 }),
  ]
    .filter(Boolean)
    .join(" ");
}
