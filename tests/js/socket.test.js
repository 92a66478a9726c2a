// The way to the table: however it breaks, one socket at a time, and the longer in vain the rarer.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let now = 0;
/** @type {Socket[]} */
let made = [];

/** What the browser gives the page; the test is the server. */
class Socket {
  static OPEN = 1;
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  onmessage = (/** @type {{data: string}} */ _) => {};
  onclose = (/** @type {{code: number}} */ _) => {};

  constructor() {
    made.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** @param {Record<string, unknown>} frame */
  says(frame) {
    this.readyState = 1;
    this.onmessage({ data: JSON.stringify(frame) });
  }

  /** @param {number} code */
  ends(code) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  WebSocket: Socket,
  location: { protocol: "https:", host: "example.org" },
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  addEventListener: page.addEventListener.bind(page),
});
Object.defineProperty(globalThis, "performance", { value: { now: () => now } });
const { Way } = await import("../../static/net/socket.js");

/** @param {import("node:test").TestContext} context */
function open(context) {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const way = new Way("t1", () => 0);
  way.start();
  context.after(() => {
    page.dispatchEvent(new Event("online"));
    last().says({ type: "replaced" }); // or it would go on in the next test
  });
  const pass = (/** @type {number} */ ms) => {
    for (const until = now + ms; now < until; now += 50) context.mock.timers.tick(50);
  };
  return { way, pass };
}

const last = () => /** @type {Socket} */ (made.at(-1));
const alive = () => made.filter(({ readyState }) => readyState < 2).length;

beforeEach(() => {
  made = [];
});

/** What a server says before it closes with "come again", and how often it is then asked in a minute. */
const VAIN = /** @type {const} */ ([
  ["that is not there", []],
  ["that welcomes, and whose table is away", ["welcome"]],
]);
for (const [name, frames] of VAIN)
  test(`a server ${name} is asked ever more seldom`, (context) => {
    const { pass } = open(context);
    for (let ms = 0; ms < 60_000; ms += 50) {
      if (last().readyState === 0) {
        for (const type of frames) last().says({ type });
        last().ends(1012);
      }
      pass(50);
    }
    assert.ok(made.length >= 5 && made.length <= 16, `${made.length} sockets`);
  });

test("a way that led to the table is looked for at once when it breaks", (context) => {
  const { pass } = open(context);
  for (let breaks = 0; breaks < 5; breaks += 1) {
    last().says({ type: "welcome" });
    last().says({ type: "view" });
    last().ends(1012);
    pass(400);
    assert.equal(made.length, breaks + 2);
  }
});

/** What makes the page look again while an attempt hangs. */
const LOOKS = {
  "the network is back": () => page.dispatchEvent(new Event("online")),
  "somebody looks at the page": () => document.dispatchEvent(new Event("visibilitychange")),
};
for (const [name, happens] of Object.entries(LOOKS))
  test(`${name} while an attempt hangs: the new one is the only one`, (context) => {
    open(context);
    happens();
    happens();
    assert.equal(made.length, 3);
    assert.equal(alive(), 1);
  });

test("an attempt that nobody answers is given up, the first and any other", (context) => {
  const { way, pass } = open(context);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    assert.equal(made.length, attempt);
    pass(8_000); // without a word for 5 s; it is looked at every 2.5
    assert.equal(way.state, "offline");
    while (alive() === 0) pass(50);
  }
});
