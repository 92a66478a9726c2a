// The table page: wires the way to the server, the store, what is shown and what is pressed.
import { html, render } from "lit";
import { listenToDrags } from "../input/drag.js";
import { listenToKeys } from "../input/keys.js";
import { catchingUp } from "../model/behind.js";
import { NOTHING_KNOWN } from "../model/receipt.js";
import { settings } from "../model/settings.js";
import { Store } from "../model/store.js";
import { speech, t } from "../model/texts.js";
import { BUILD } from "../net/files.js";
import { rules } from "../net/rest.js";
import { Way } from "../net/socket.js";
import { tick } from "../view/table/countdown.js";
import { roomForLog } from "../view/table/log.js";
import { hold, move, places } from "../view/table/motion.js";
import { sound } from "../view/table/sounds.js";
import { ALL, CARDS, table, WORDS } from "../view/table/table.js";
import { arrive } from "./arriving.js";
import { dealing } from "./dealing.js";
import { doesOf } from "./does.js";
import { begin } from "./ground.js";
import { afterFrame, inParts, isBusy } from "./in-parts.js";
import { proving } from "./proving.js";
import { reacting } from "./reacting.js";
import { isCalled, tellerOf } from "./telling.js";

/** @typedef {import("./in-parts.js").Step} Step */

const TICK = 200; // ms

const root = await begin();
const code = location.pathname.split("/").at(-1) ?? "";
render(html`<p class="seating" role="status">${t("table.seating")}</p>`, root);
const card = await arrive(root, code);
document.title = `${card.name} · Desmoche`;
document.body.classList.add("at-table"); // the table's styles hold from here on, not before
const store = new Store(
  crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "",
  Number(card.rules.hand_size ?? 9),
);
if (card.mine !== null) store.satAt = card.id;
// A hand size of the house's own may be taken back: then the game's usual one holds.
if (card.differences.some(({ rule }) => rule === "hand_size"))
  rules().then(({ presets }) => (store.handSize = Number(presets[card.preset]?.hand_size)));
const way = new Way(card.id, () => store.seen);
const beside = {
  about: {
    name: card.name,
    practice: card.practice,
    way: 0,
    sound: settings.get("sound"),
    theme: settings.get("theme"),
  },
  order: "rank",
  entries: /** @type {import("../view/table/log.js").Entry[]} */ ([]),
  before: NOTHING_KNOWN,
  verified: /** @type {boolean | null} */ (null),
  sheet: "",
  sheets: /** @type {import("../view/table/table.js").Sheets | null} */ (null),
  said: /** @type {Map<number, string>} */ (new Map()),
  behind: /** @type {import("../model/behind.js").Behind | null} */ (null),
  polite: "",
  urgent: "",
};
const catchUp = catchingUp(beside, () => store.changed());
const does = doesOf({ store, way, card, beside, draw: () => store.changed(), catchUp });
const deal = dealing(store, does.ask, beside);
const react = reacting(store, beside);
const prove = proving(store, way);
const teller = tellerOf(store, beside);

let asked = false; // for a drawing
let shown = -1; // number of the last view that was
let building = false; // as it was shown
function draw() {
  if (isBusy()) {
    afterFrame(draw); // one view after the other, or both would be one task
    return;
  }
  asked = false;
  const { events, missed } = store.takeNews();
  teller(events);
  if (missed) catchUp.begin(events);
  const told = missed ? [] : events;
  const { seen } = store;
  const builds = store.chosen.draft !== null;
  const steps = stepsOf(building, builds, seen !== shown);
  [shown, building] = [seen, builds];
  const before = places(root);
  const last = steps.length - 1;
  inParts(
    ...steps.map((does, at) => [
      ...(at ? [() => places(root, before)] : []),
      ...does,
      styled,
      laid,
      () => {
        if (at < last) hold(root, before, told);
        else {
          move(root, before, told);
          document.body.dataset.seq = String(seen);
        }
        styled();
      },
    ]),
  );
}

/**
 * Another view, or another arrangement, is shown in steps of one frame each: what is said and asked,
 * then the cards; where building begins or ends, the arrangement by itself too.
 * @param {boolean} before whether a layout was being built @param {boolean} builds whether one is
 * @param {boolean} news whether it is another view @returns {Step[]}
 */
function stepsOf(before, builds, news) {
  const [words, cards] = [() => show(WORDS), () => show(CARDS)];
  if (before && !builds) return [[words], [cards], [arrange], [comeBack]];
  if (builds && !before) return [[arrange, stepAside], [words], [cards]];
  return news ? [[arrange, words], [cards]] : [[arrange, () => show(ALL)]];
}

/** @param {typeof ALL} due */
function show(due) {
  beside.about.way = way.way;
  beside.about.sound = settings.get("sound");
  beside.about.theme = settings.get("theme");
  render(table(store, does, beside, due), root);
  openSheet();
  tick(store, root, performance.now()); // before it is laid out, since its words need room
}

function arrange() {
  document.body.dataset.state = store.scene ? stateOf() : "";
}

/** On a phone the centre and my old layout leave their room to what is built. */
const stepAside = () => document.body.toggleAttribute("data-aside", true);
const comeBack = () => document.body.toggleAttribute("data-aside", false);

const styled = () => document.getAnimations(); // asks for styles and for no layout
const laid = () => document.body.offsetHeight; // so that the frame need not

/** Which arrangement the styles take: building has its own. */
function stateOf() {
  return store.chosen.draft ? "use" : store.panel === "use" ? "drawn" : store.panel;
}

/** The reactions that are on the page now: in the panel, or beside a wide table. */
function focusReactions() {
  const buttons = [...root.querySelectorAll(".reacts button")];
  const shown = buttons.find((one) => one.getClientRects().length > 0);
  /** @type {HTMLElement | undefined} */ (shown)?.focus();
}

/** The browser's dialog opens and closes as the page says. */
function openSheet() {
  const dialog = /** @type {HTMLDialogElement | null} */ (root.querySelector("#table-sheet"));
  const result = /** @type {HTMLDialogElement | null} */ (root.querySelector("dialog.result"));
  if (result && !result.open) result.showModal();
  if (!dialog) return;
  if (beside.sheet && !dialog.open) dialog.showModal();
  if (!beside.sheet && dialog.open) dialog.close();
}

function shutSheets() {
  beside.sheet = "";
  /** @type {NodeListOf<HTMLDialogElement>} */
  const open = document.querySelectorAll("dialog.sheet[open]");
  for (const dialog of open) dialog.close();
}

/** In tasks of its own, right after a frame, so that they are done before the next one is due. */
function drawSoon() {
  if (asked) return;
  asked = true;
  afterFrame(draw);
}

store.addEventListener("change", () => {
  deal();
  prove();
  drawSoon();
});
settings.addEventListener("change", drawSoon);
speech.addEventListener("change", drawSoon);
roomForLog.addEventListener("change", drawSoon);
way.addEventListener("frame", (event) => {
  const frame = /** @type {CustomEvent} */ (event).detail;
  if (frame.type === "answer") store.requests.answer(frame);
  store.take(frame, performance.now());
  if (frame.type === "reacted") react(frame);
  if (frame.type === "pong") store.clock.told(frame.time, performance.now(), way.way);
  if (frame.type === "welcome") {
    for (const unanswered of store.requests.unanswered()) way.send(unanswered);
    if (store.serverBuild && store.serverBuild !== BUILD) stale();
  }
});
way.addEventListener("state", () => {
  if (way.state === "offline" && store.link === "open") sound("offline", settings.get("sound"));
  if (way.state === "open" && store.link === "offline") sound("back", settings.get("sound"));
  if (way.state === "offline") store.missed = true;
  if (way.state === "ended") shutSheets(); // nothing of them can be done any more
  store.link = way.state;
  store.why = way.why;
  store.changed();
});

/** An old page after an update: it says so, and loads itself anew once nothing is being asked. */
function stale() {
  if (sessionStorage.getItem("desmoche.reloaded") === store.serverBuild) {
    beside.polite = t("common.stale");
    return;
  }
  sessionStorage.setItem("desmoche.reloaded", store.serverBuild);
  location.reload();
}

let last = 0;
setInterval(() => {
  const left = tick(store, root, performance.now());
  if (isCalled(store) && left !== last && left > 0 && left <= 3)
    sound("tick", settings.get("sound"));
  last = left;
}, TICK);

listenToDrags(root, (dragged, to) => {
  if (store.chosen.draft?.move(dragged, to)) does.build(false);
});
listenToKeys(root, {
  on: () => settings.get("keys") === "on",
  special(key) {
    if (key === "?") does.show("keys");
    else if (key === "C") focusReactions();
    else teller.read(key);
  },
});
way.start();
drawSoon();
if (location.hash === "#invite") {
  history.replaceState(null, "", location.pathname); // the address alone is what is handed on
  does.show("invite");
}
