// Sounds, short and wooden, made by the browser itself.
// Enters: what happened, how loud. Leaves: sound. The offer sounds alike for everyone, whether or
// not the card could be used. Nothing sounds before somebody has touched the page: browsers say so.

/** @typedef {[pitch: number, at: number, length: number, wave: OscillatorType]} Note */

/** @type {Record<string, Note[]>} in hertz and seconds */
const SOUNDS = {
  Drawn: [[900, 0, 0.05, "triangle"]],
  Discarded: [
    [523, 0, 0.16, "sine"],
    [659, 0.12, 0.2, "sine"],
  ], // the offer: two of marimba
  Died: [
    [180, 0, 0.06, "square"],
    [180, 0.12, 0.06, "square"],
  ],
  Taken: [[300, 0, 0.08, "square"]],
  Laid: [
    [420, 0, 0.05, "triangle"],
    [470, 0.08, 0.05, "triangle"],
    [520, 0.16, 0.06, "triangle"],
  ],
  Forced: [[196, 0, 0.3, "sine"]],
  Swapped: [
    [700, 0, 0.04, "triangle"],
    [800, 0.06, 0.04, "triangle"],
  ],
  turn: [
    [440, 0, 0.14, "sine"],
    [554, 0.14, 0.22, "sine"],
  ],
  tick: [[1200, 0, 0.02, "square"]],
  Ended: [
    [523, 0, 0.1, "sine"],
    [659, 0.1, 0.1, "sine"],
    [784, 0.2, 0.18, "sine"],
  ],
  reaction: [[640, 0, 0.06, "sine"]],
  offline: [
    [440, 0, 0.12, "sine"],
    [330, 0.12, 0.16, "sine"],
  ],
  back: [
    [330, 0, 0.12, "sine"],
    [440, 0.12, 0.16, "sine"],
  ],
};
const LOUD = { full: 0.16, soft: 0.05, off: 0 };

const REST = 0.5; // seconds after the last note in which another would come without waking up

/** @type {AudioContext | null} */
let audio = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** @param {string} name @param {string} loudness full, soft or off */
export function sound(name, loudness) {
  const gain = LOUD[/** @type {keyof typeof LOUD} */ (loudness)] ?? 0;
  const notes = SOUNDS[name];
  if (!gain || !notes || !navigator.userActivation?.hasBeenActive) return;
  const out = wake();
  for (const [pitch, at, length, wave] of notes)
    note(out, pitch, out.currentTime + at, length, wave, gain);
  const lasts = Math.max(...notes.map(([, at, length]) => at + length));
  resting = setTimeout(() => out.suspend(), 1000 * (lasts + REST));
}

/** What makes sounds works all the time, heard or not, unless it is told to rest. */
function wake() {
  clearTimeout(resting);
  audio ??= new AudioContext();
  audio.resume(); // also if it is just going to rest
  return audio;
}

/** @param {AudioContext} out @param {number} pitch @param {number} at @param {number} length @param {OscillatorType} wave @param {number} gain */
function note(out, pitch, at, length, wave, gain) {
  const voice = out.createOscillator();
  const envelope = out.createGain();
  voice.type = wave;
  voice.frequency.value = pitch;
  envelope.gain.setValueAtTime(wave === "square" ? gain / 3 : gain, at);
  envelope.gain.exponentialRampToValueAtTime(0.001, at + length);
  voice.connect(envelope).connect(out.destination);
  voice.start(at);
  voice.stop(at + length);
}
