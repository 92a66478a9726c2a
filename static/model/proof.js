// Was this hand's deal the one that was promised? Computed anew here (docs/fairness.md).
// Enters: a fairness record, or a hand with its record, as JSON from anyone; records as they were
// kept before the end. Leaves: checks, each with whether it holds and the parts of its sentence, or
// a `BadRecord`. Never here: the network; no rule of the game, so what was played is not judged.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const FORMAT = "desmoche-deal/1";
const HASH = /^[0-9a-f]{64}$/;
const ENTROPY = /^([0-9a-f]{2}){1,32}$/;
const TABLE = /^[A-Za-z0-9_-]{1,64}$/;
const RANKS = { 52: "A23456789TJQK", 40: "A234567JQK" };
const BYTE = 256;

/**
 * @typedef {{pledge: string | null, entropy: string}} Seat `entropy` is "" for none
 * @typedef {{table: string, hand: number, deck_size: 40 | 52, commitment: string, seats: Seat[],
 *   first_dealer: number | null, seed: string | null, deck: string[] | null}} Record
 * @typedef {{check: string, ok: boolean, says: string, parts: Record_<string | number>}} Check
 */
/** @template T @typedef {{[key: string]: T}} Record_ */

/** What can't be read as a record; `why` is what of it. */
export class BadRecord extends Error {
  /** @param {string} why the key of its sentence */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/**
 * Every check of a record, or of a hand with its record.
 * @param {any} value @param {readonly any[]} [seen] records kept before the hand was over
 * @returns {Check[]}
 */
export function proofOf(value, seen = []) {
  const whole = value !== null && typeof value === "object" && "fairness" in value;
  const record = recordFrom(whole ? value.fairness : value);
  const file = whole ? (value.file ?? value) : null; // an exported hand file carries its record
  return [
    pledgesCheck(record),
    ...seedChecks(record),
    ...(file ? fileChecks(record, file) : []),
    ...seen.map((kept) => seenCheck(record, recordFrom(kept))),
  ];
}

// --- reading ---------------------------------------------------------------------------

/** @param {any} value @returns {Record} */
function recordFrom(value) {
  if (value === null || typeof value !== "object" || value.format !== FORMAT)
    throw new BadRecord("format");
  need(typeof value.table === "string" && TABLE.test(value.table), "table");
  need(Number.isSafeInteger(value.hand) && value.hand >= 1, "hand");
  need(value.deck_size === 40 || value.deck_size === 52, "deck_size");
  need(Array.isArray(value.seats) && value.seats.length >= 2 && value.seats.length <= 4, "seats");
  const [seed, deck] = [value.seed ?? null, value.deck ?? null];
  need((seed === null) === (deck === null), "seed_alone");
  const dealer = value.first_dealer ?? null;
  need(dealer === null || [...value.seats.keys()].includes(dealer), "dealer");
  return {
    table: value.table,
    hand: value.hand,
    deck_size: value.deck_size,
    commitment: hash(value.commitment, "commitment"),
    seats: value.seats.map(seatFrom),
    first_dealer: dealer,
    seed: seed === null ? null : hash(seed, "seed"),
    deck: deck === null ? null : deckFrom(deck, value.deck_size),
  };
}

/** @param {any} value @returns {Seat} */
function seatFrom(value) {
  need(value !== null && typeof value === "object", "seats");
  const [pledge, entropy] = [value.pledge ?? null, value.entropy ?? ""];
  need(entropy === "" || (typeof entropy === "string" && ENTROPY.test(entropy)), "entropy");
  return { pledge: pledge === null ? null : hash(pledge, "pledge"), entropy };
}

/** @param {any} value @param {40 | 52} size */
function deckFrom(value, size) {
  const cards = typeof value === "string" ? value.trim().split(/\s+/) : [];
  need([...cards].sort().join() === freshDeck(size).sort().join(), "deck");
  return cards;
}

/** @param {any} value @param {string} why @returns {string} */
function hash(value, why) {
  need(typeof value === "string" && HASH.test(value), why);
  return value;
}

/** @param {unknown} holds @param {string} why */
function need(holds, why) {
  if (!holds) throw new BadRecord(why);
}

// --- the recipe, byte for byte ---------------------------------------------------------

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const bytesOf = (text) => (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** @param {readonly number[]} part */
const framed = (part) => [part.length, ...part];

/** @param {string} text */
const ascii = (text) => [...new TextEncoder().encode(text)];

/** @param {string} label */
const head = (label) => [...framed(ascii(FORMAT)), ...framed(ascii(label))];

/** @param {number} value @param {number} width in bytes, big-endian */
const wide = (value, width) =>
  Array.from({ length: width }, (_, at) => Math.floor(value / BYTE ** (width - 1 - at)) % BYTE);

/** @param {string} label @param {string} secret hex */
const commitmentTo = (label, secret) =>
  hex(sha256(Uint8Array.from([...head(label), ...bytesOf(secret)])));

/** What goes into a stream beside the seed. @param {Record} record @param {string} label */
const encoding = ({ table, hand, deck_size, seats }, label) => [
  ...head(label),
  ...framed(ascii(table)),
  ...wide(hand, 8),
  deck_size,
  seats.length,
  ...seats.flatMap(({ entropy }) => framed(bytesOf(entropy))),
];

/** @param {Record} record @param {string} label @returns {Generator<number, never>} */
function* streamOf(record, label) {
  const key = Uint8Array.from(bytesOf(record.seed ?? ""));
  const message = encoding(record, label);
  for (let block = 0; ; block += 1)
    yield* hmac(sha256, key, Uint8Array.from([...message, ...wide(block, 4)]));
}

/** Bytes beyond the last full multiple are dropped. @param {Generator<number, never>} stream @param {number} n */
function below(stream, n) {
  for (;;) {
    const byte = stream.next().value;
    if (byte < BYTE - (BYTE % n)) return byte % n;
  }
}

/** @param {40 | 52} size */
const freshDeck = (size) =>
  [..."shdc"].flatMap((suit) => [...RANKS[size]].map((rank) => rank + suit));

/** The deck before the cut, top first. @param {Record} record */
function deckOf(record) {
  const deck = freshDeck(record.deck_size);
  const stream = streamOf(record, "deck");
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const chosen = below(stream, last + 1);
    [deck[last], deck[chosen]] = [deck[chosen] ?? "", deck[last] ?? ""];
  }
  return deck;
}

// --- checks ----------------------------------------------------------------------------

/** @param {string} name @param {boolean} ok @param {string} says @param {Record_<string | number>} [parts] @returns {Check} */
const check = (name, ok, says, parts = {}) => ({ check: name, ok, says: `${name}.${says}`, parts });

/** Seats as people count them. @param {readonly number[]} seats */
const counted = (seats) => seats.map((seat) => seat + 1).join(", ");

/** @param {Record} record */
function pledgesCheck({ seats }) {
  const all = [...seats.keys()];
  const at = (/** @type {number} */ seat) => /** @type {Seat} */ (seats[seat]);
  const added = all.filter((seat) => at(seat).entropy);
  const broken = added.filter(
    (seat) => commitmentTo("entropy", at(seat).entropy) !== at(seat).pledge,
  );
  if (broken.length) return check("pledges", false, "broken", { seats: counted(broken) });
  const withheld = all.filter((seat) => at(seat).pledge && !at(seat).entropy);
  const parts = { n: added.length, all: seats.length };
  if (!withheld.length) return check("pledges", true, "kept", parts);
  return check("pledges", true, "withheld", { ...parts, seats: counted(withheld) });
}

/** @param {Record} record @returns {Check[]} */
function seedChecks(record) {
  const { seed, deck, commitment, first_dealer, hand } = record;
  if (seed === null || deck === null) return [check("seed", false, "hidden")];
  const kept = commitmentTo("seed", seed) === commitment;
  const checks = [check("seed", kept, kept ? "kept" : "other")];
  if (first_dealer !== null || hand === 1) checks.push(dealerCheck(record));
  return [...checks, sameDeck("deck", deck, deckOf(record))];
}

/** @param {Record} record */
function dealerCheck(record) {
  const drawn = below(streamOf(record, "dealer"), record.seats.length);
  const { first_dealer: told } = record;
  if (told === null) return check("first_dealer", false, "silent", { seat: drawn + 1 });
  const parts = { seat: drawn + 1, told: told + 1 };
  return check("first_dealer", told === drawn, told === drawn ? "drawn" : "other", parts);
}

/** @param {string} name @param {readonly string[]} given @param {readonly string[]} right */
function sameDeck(name, given, right) {
  const at = right.findIndex((card, place) => card !== given[place]);
  if (at < 0 && given.length === right.length) return check(name, true, "same");
  if (given.length !== right.length)
    return check(name, false, "length", { n: given.length, all: right.length });
  return check(name, false, "other", {
    n: at + 1,
    card: given[at] ?? "",
    right: right[at] ?? "",
  });
}

/** What the hand file adds: it was dealt by this record. @param {Record} record @param {any} file @returns {Check[]} */
function fileChecks(record, file) {
  need(typeof file === "object" && Array.isArray(file.seats), "file");
  need(typeof file.deck === "string", "file");
  const seats = { n: file.seats.length, all: record.seats.length };
  const same = seats.n === seats.all;
  const checks = [check("file_seats", same, same ? "same" : "other", seats)];
  if (record.deck) checks.push(sameDeck("file_deck", file.deck.trim().split(/\s+/), record.deck));
  if (record.first_dealer !== null) {
    const ok = file.dealer === record.first_dealer;
    const parts = { seat: record.first_dealer + 1, told: Number(file.dealer) + 1 };
    checks.push(check("file_dealer", ok, ok ? "same" : "other", parts));
  }
  return checks;
}

/** Nothing that was seen before the end may be different at the end. @param {Record} record @param {Record} seen */
function seenCheck(record, seen) {
  const pledges = (/** @type {Record} */ one) => one.seats.map(({ pledge }) => pledge).join();
  const shown = seen.seats.some(
    ({ entropy }, seat) => entropy && entropy !== record.seats[seat]?.entropy,
  );
  /** @type {[string, boolean][]} */
  const pairs = [
    ["table", seen.table !== record.table],
    ["hand", seen.hand !== record.hand],
    ["deck_size", seen.deck_size !== record.deck_size],
    ["commitment", seen.commitment !== record.commitment],
    ["pledge", pledges(seen) !== pledges(record)],
    ["entropy", shown],
    ["dealer", seen.first_dealer !== null && seen.first_dealer !== record.first_dealer],
  ];
  const changed = pairs.filter(([, differs]) => differs).map(([name]) => name);
  if (!changed.length) return check("seen", true, "same");
  return check("seen", false, "changed", { what: changed.join(", ") });
}
