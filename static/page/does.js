// What pressing something leads to: a frame to the server, or a choice in the store.
// Enters: the store, the way, the table's card. Leaves: `Does`, which views call.
import { settings } from "../model/settings.js";
import { speakMore } from "../net/files.js";
import { addBots, closeTable, leavePlace } from "../net/rest.js";

/** @typedef {import("../model/frames.js").Frame} Frame */
/** @typedef {import("../view/does.js").Does} Does */
/** @typedef {(frame: Frame) => Promise<string | null>} Tell */

const GUARD = 250; // ms after another question in which a press is not taken: it was for the last
const ASIDE = ["invite", "rules", "house", "howto", "settings"]; // sheets that are loaded when somebody opens them
const WORDS_AFTER = 300; // ms of rest before the server is asked why a draft won't do

/**
 * @typedef {{store: import("../model/store.js").Store, way: import("../net/socket.js").Way,
 *   card: import("../model/people.js").TableCard, beside: {sheet: string, sheets: import("../view/table/table.js").Sheets | null, order: string},
 *   draw: () => void, catchUp: {stop: () => void}}} Page
 */

/** @param {Page} page @returns {Does} */
export function doesOf(page) {
  const { ask, act, tell, isNew } = asking(page);
  return {
    act,
    ask,
    play: (kind, melds) => act(kind, { melds }),
    ready() {
      if (isNew()) return false;
      page.store.resultSeen = page.store.scene?.table.hand ?? 0;
      if (page.store.scene?.me.player?.away) ask({ type: "come_back" });
      ask({ type: "pledge", ready: true });
      return true;
    },
    ...building(page),
    ...overRest(page),
    ...looking(page, tell),
  };
}

/** Frames to the table. @param {Page} page */
function asking({ store, way, draw }) {
  let question = "";
  let since = 0;
  store.addEventListener("change", () => {
    if (store.question === question) return;
    question = store.question;
    since = performance.now();
  });

  /** What is asked has just come up: a press was for what stood there before. */
  const isNew = () => performance.now() - since < GUARD;

  /** @param {Frame} frame @returns {Promise<string | null>} why not; null: done */
  async function tell(frame) {
    const request = store.requests.add(frame);
    if (!request) return "busy";
    way.send(request.frame);
    return (await request.answered).code;
  }

  /** @param {Frame} frame */
  async function ask(frame) {
    if (frame.type === "act") store.acted = frame.asked;
    const code = await tell(frame);
    if (code && frame.type === "act") store.acted = -1;
    // an answer that came too late for its question: the view that follows says what became of it;
    // and that one speaks too fast is no word for the panel, which asks something else
    if (code && !["too_late act", "too_soon react"].includes(`${code} ${frame.type}`))
      store.choose({ refused: { code } });
    draw();
  }

  /** @param {string} kind @param {Record<string, unknown>} [more] */
  function act(kind, more = {}) {
    const { scene } = store;
    const seat = scene?.view?.seat;
    if (!scene || seat == null || isNew()) return;
    const action = { seat, do: kind, ...more };
    const text = JSON.stringify(action);
    if (store.requests.asking((frame) => JSON.stringify(frame.action) === text)) return;
    store.choose({ refused: null, again: false });
    if (JSON.stringify(scene.mine.answer) === text) return; // it stands already
    ask({ type: "act", action, asked: scene.table.asked_seq });
  }
  return { ask, act, tell, isNew };
}

/** Picking cards and building layouts. @param {Page} page */
function building({ store, way, draw }) {
  const words = wordsOf(store, way);
  return {
    /** @param {string} one */
    tap(one) {
      const { card: picked, draft } = store.chosen;
      const to = draft?.ordered ? draft.lanes.findIndex((lane) => lane.includes(one)) : -1;
      if (draft && picked && picked !== one && to >= 0) {
        if (draft.move(picked, to, one)) words(draft);
        store.choose({ card: null });
      } else store.choose({ card: picked === one ? null : one });
    },
    /** @param {number} to */
    lane(to) {
      const { card: picked, draft } = store.chosen;
      if (picked && draft?.move(picked, to)) words(draft);
      store.choose({ card: null });
    },
    /** @param {boolean} best */
    build(best) {
      if (!store.chosen.draft) store.build(best);
      else words(store.chosen.draft);
      store.choose({ card: null });
    },
    /** @param {string[][]} layout */
    useLayout(layout) {
      store.chosen.draft?.use(layout);
      draw();
    },
    undo() {
      store.chosen.draft?.undo();
      draw();
    },
    stopBuilding: () => store.choose({ draft: null }),
    /** @param {Record<string, unknown>} choice */
    choose: (choice) => store.choose(choice),
  };
}

/** What the lobby is asked, over REST. @param {Page} page */
function overRest({ store, card }) {
  /** @param {() => Promise<unknown>} asked */
  const rest = (asked) => asked().catch(({ code }) => store.choose({ refused: { code } }));
  return {
    bots: (/** @type {number} */ count) => rest(() => addBots(card.id, count)),
    closeTable: () => rest(() => closeTable(card.id)),
    sit: () => rest(async () => (await import("./asides.js")).sit(card.id)),
    leave: () =>
      rest(async () => {
        await leavePlace(card.id);
        location.assign("/");
      }),
  };
}

/** What changes nothing but what one sees. @param {Page} page @param {Tell} tell */
function looking({ store, card, beside, draw, catchUp }, tell) {
  /** What is opened is loaded only then. @param {() => Promise<unknown>} opened */
  const load = (opened) =>
    opened().then(draw, () => {
      beside.sheet = "";
      store.choose({ refused: { code: "offline" } });
    });
  return {
    catchUp: catchUp.stop,
    /** @param {string} sheet */
    show(sheet) {
      beside.sheet = ASIDE.includes(sheet) ? "" : sheet;
      if (beside.sheet !== sheet)
        load(async () =>
          (await import("./asides.js")).aside(/** @type {any} */ (sheet), { card, store, tell }),
        );
      else if (sheet && !beside.sheets)
        load(async () => {
          const [{ sheets }] = await Promise.all([
            import("../view/table/sheets.js"),
            speakMore(".sheets"),
          ]);
          beside.sheets = sheets;
        });
      draw();
    },
    /** @param {string} name @param {string} value */
    setting: (name, value) =>
      settings.set(/** @type {import("../model/settings.js").Setting} */ (name), value),
    arrange() {
      beside.order = beside.order === "suit" ? "rank" : "suit";
      draw();
    },
    hideResult() {
      store.resultSeen = store.scene?.table.hand ?? 0;
      // the hand is put away, and a card in it that has the focus
      if (document.activeElement?.closest(".hand")) document.getElementById("options")?.focus();
      draw();
    },
  };
}

/**
 * The words of a refusal, asked of the server once a draft has rested: the newest draft's alone.
 * @param {import("../model/store.js").Store} store
 * @param {import("../net/socket.js").Way} way
 */
function wordsOf(store, way) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (/** @type {import("../model/building.js").Draft} */ draft) => {
    clearTimeout(timer);
    store.choose({ words: null });
    if (draft.match || !draft.changed) return;
    timer = setTimeout(async () => {
      const seat = store.scene?.view?.seat;
      if (seat == null || store.chosen.draft !== draft) return;
      const request = store.requests.add({
        type: "check",
        action: { seat, do: store.play ?? "use", melds: draft.melds },
      });
      if (!request) return;
      way.send(request.frame);
      const answer = await request.answered;
      if (store.chosen.draft === draft && answer.code)
        store.choose({ words: { ...answer, code: answer.code } });
    }, WORDS_AFTER);
  };
}
