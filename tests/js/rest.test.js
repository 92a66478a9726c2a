// What comes of an answer over REST, whole or not: the JSON, or a Failure with a code.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, test } from "node:test";

/** Path → status, what is said of the body's length, and the body. @type {Record<string, [number, number | null, string]>} */
const ANSWERS = {
  "/api/whole": [200, null, '{"me": null}'],
  "/api/nothing": [204, null, ""],
  "/api/cut": [200, 400, '{"me": {"name": "Ana"'],
  "/api/no-json": [200, null, "<html>sign in to this network</html>"],
  "/api/refused": [409, null, '{"code": "table_full", "message": "no"}'],
  "/api/proxy": [502, null, "<html>bad gateway</html>"],
  "/api/refused-cut": [404, 400, '{"code": "no_such'],
};
const server = createServer((asked, answer) => {
  const [status, length, body] = ANSWERS[asked.url ?? ""] ?? [500, null, ""];
  answer.writeHead(status, length === null ? {} : { "content-length": length });
  answer.write(body, () => (length === null ? answer.end() : answer.destroy()));
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const { fetch } = globalThis;
Object.assign(globalThis, {
  document: { body: { className: "" } },
  fetch: (/** @type {string} */ path, /** @type {RequestInit} */ how) =>
    fetch(`http://127.0.0.1:${port}${path}`, how),
});
const { ask } = await import("../../static/net/rest.js");

for (const [path, told] of /** @type {const} */ ([
  ["/whole", { me: null }],
  ["/nothing", null],
]))
  test(`${path} is what was asked for`, async () => {
    assert.deepEqual(await ask("GET", path), told);
  });

for (const [path, status, code] of /** @type {const} */ ([
  ["/cut", 0, "offline"],
  ["/no-json", 0, "offline"],
  ["/refused", 409, "table_full"],
  ["/proxy", 502, "server_away"],
  ["/refused-cut", 404, "unknown"],
]))
  test(`${path} is a failure: ${code}`, async () => {
    await assert.rejects(() => ask("GET", path), { status, code });
  });
