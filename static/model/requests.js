// What was asked of the table and not answered yet, so that it can be asked again by its id,
// over a new socket or a new server: done once, answered once (docs/protocol.md).
// Enters: what to ask; answers. Leaves: frames to send. Never here: sending.

const MOST = 30; // unanswered at once: what a connection may send in one burst

/** @typedef {import("./frames.js").Frame} Frame */
/** @typedef {import("./frames.js").AnswerFrame} AnswerFrame */
/** @typedef {{frame: Frame & {id: string}, settle: (answer: AnswerFrame) => void}} Request */

export class Requests {
  /** @param {string} prefix of the ids, another one for each visit to the page */
  constructor(prefix) {
    this.prefix = prefix;
    this.count = 0;
    /** @type {Map<string, Request>} */
    this.open = new Map();
  }

  /**
   * @param {Frame} asked a frame without its id
   * @returns {{frame: Frame, answered: Promise<AnswerFrame>} | null} null: too many wait
   */
  add(asked) {
    if (this.open.size >= MOST) return null;
    this.count += 1;
    const frame = { ...asked, id: `${this.prefix}-${this.count.toString(36)}` };
    /** @type {Promise<AnswerFrame>} */
    const answered = new Promise((settle) => this.open.set(frame.id, { frame, settle }));
    return { frame, answered };
  }

  /** @param {AnswerFrame} answer @returns {Frame | null} what it was the answer to */
  answer(answer) {
    const request = this.open.get(answer.id);
    if (!request) return null;
    this.open.delete(answer.id);
    request.settle(answer);
    return request.frame;
  }

  /** All that has no answer, in the order in which it was asked. @returns {Frame[]} */
  unanswered() {
    return [...this.open.values()].map((request) => request.frame);
  }

  /** Whether this is being asked just now: a button that was pressed twice asks once. @param {(frame: Frame) => boolean} same */
  asking(same) {
    return this.unanswered().some(same);
  }
}
