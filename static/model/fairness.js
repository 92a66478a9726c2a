// This browser's part in the deal (docs/fairness.md): 32 random bytes, pledged before the hand,
// shown when all pledges are on the table, compared with the record when it is over.
// Enters: randomness, a hash. Leaves: hex. Works without HTTPS: the hash is a library's.
import { sha256 } from "@noble/hashes/sha2.js";

const BYTES = 32;

/** @param {string} text */
const framed = (text) => [text.length, ...new TextEncoder().encode(text)];

const HEAD = [...framed("desmoche-deal/1"), ...framed("entropy")];

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} entropy */
export const pledgeOf = (entropy) => hex(sha256(Uint8Array.from([...HEAD, ...entropy])));

/** @returns {{entropy: string, pledge: string}} */
export function drawEntropy(random = crypto.getRandomValues(new Uint8Array(BYTES))) {
  return { entropy: hex(random), pledge: pledgeOf(random) };
}

/**
 * Whether a revealed record is what this browser took part in: the server's seal is the one that
 * was shown before, and my entropy is in it. null: this browser added nothing.
 * @param {import("./frames.js").DealRecord} record
 * @param {{commitment: string | null, entropy: string}} mine
 */
export function agrees(record, mine) {
  if (mine.commitment !== null && record.commitment !== mine.commitment) return false;
  return record.seats.some((seat) => seat.entropy === mine.entropy);
}
