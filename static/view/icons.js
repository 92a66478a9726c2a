// Icons in a box of 24 by 24, drawn by strokes: those that the table shows; more-icons.js adds others.
// Enters: nothing. Leaves: SVG templates by name; icon() in parts.js puts them on a page.
import { svg } from "lit";

/** @type {Record<string, import("lit").TemplateResult>} */
export const ICONS = {
  moon: svg`<path d="M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z"/>`,
  knock: svg`<path d="M5 13V8.5a1.8 1.8 0 0 1 3.6 0V6.8a1.8 1.8 0 0 1 3.6 0v.8a1.8 1.8 0 0 1 3.6 0V9a1.7 1.7 0 0 1 3.4 0v5.5c0 3.6-2.7 6.5-6.5 6.5h-1.2C7.6 21 5 18.5 5 15z"/><path d="M5 13c0-1.4 1-2.2 2.4-2.2h3.8M2.5 4.5l1.7 1.7M6.6 1.8l.7 2.4M1.2 9h2.2"/>`,
  check: svg`<path d="m4.5 12.5 5 5 10-11"/>`,
  cross: svg`<path d="m6 6 12 12M18 6 6 18"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  leave: svg`<path d="M10 4H5.5A1.5 1.5 0 0 0 4 5.5v13A1.5 1.5 0 0 0 5.5 20H10M15 8l4 4-4 4M19 12H9"/>`,
  back: svg`<path d="m14.5 5-7 7 7 7"/>`,
  next: svg`<path d="m9.5 5 7 7-7 7"/>`,
  mute: svg`<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5"/>`,
  sound: svg`<path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.3 4.3 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  more: svg`<circle cx="5" cy="12" r="1.3"/><circle cx="12" cy="12" r="1.3"/><circle cx="19" cy="12" r="1.3"/>`,
  signal: svg`<path d="M5 19v-4M10 19v-8M15 19V7M20 19V4"/>`,
  offline: svg`<path d="M5 19v-4M10 19v-8M15 19v-5M3 4l18 17"/>`,
  hourglass: svg`<path d="M7 3.5h10M7 20.5h10M8 3.5c0 5 8 5.5 8 8.5s-8 3.5-8 8.5M16 3.5c0 5-8 5.5-8 8.5s8 3.5 8 8.5"/>`,
  clock: svg`<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>`,
  seal: svg`<path d="M12 3 19 6v5.5c0 4.5-3 7.7-7 9.5-4-1.8-7-5-7-9.5V6z"/><path d="m8.7 12 2.4 2.4 4.4-4.8"/>`,
  tree: svg`<path d="M11 21c.2-4.5.8-7.8 2.2-11M8 21h6M13.2 10c-2.4-3.3-6-3.9-9-1.8M13.2 10c-3.8-.4-6.3 1.2-7.2 4.3M13.2 10c.6-3.9 3.4-6 7-5.4M13.2 10c3.5-1.4 6.3 0 7.3 3.2M13.2 10c-1.5-2.6-1.5-5 .3-7"/>`,
  undo: svg`<path d="M8.5 6 4.5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3"/>`,
  replay: svg`<path d="M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4h4"/>`,
  play: svg`<path d="M8 5.5v13l10.5-6.5z"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17"/>`,
  warn: svg`<path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.2"/>`,
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7"/>`,
  hand: svg`<path d="M8 12V5.5a1.5 1.5 0 0 1 3 0V11M11 10.5v-6a1.5 1.5 0 0 1 3 0v6M14 11V6a1.5 1.5 0 0 1 3 0v8c0 4-2.5 7-6 7-3 0-4.5-1.5-6-4.5l-1.7-3.6c-.7-1.5 1.2-2.6 2.2-1.4L8 14"/>`,
  turn: svg`<path d="M20 12a8 8 0 1 1-2.6-5.9"/><path d="M18.5 2.5v4.2h-4.2"/>`,
  deck: svg`<rect x="4" y="6" width="11" height="15" rx="2"/><path d="M8 3.5h9.5A1.5 1.5 0 0 1 19 5v12.5"/>`,
  keys: svg`<rect x="2.5" y="6.5" width="19" height="11" rx="2"/><path d="M6.500 10.500h.2M10 10.500h.2M14 10.500h.2M17.500 10.500h.2M8 14h8"/>`,
  sort: svg`<path d="M7 5v14M4 16l3 3 3-3M14 7h6M14 12h4.5M14 17h3"/>`,
};
