// Icons of all pages and sheets but the table itself, which does without their weight.
// Enters: nothing. Leaves: they are among ICONS. Whoever shows one of them imports this.
import { svg } from "lit";
import { ICONS } from "./icons.js";

Object.assign(ICONS, {
  person: svg`<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c.6-4.300 3.300-6.5 7.5-6.5s6.9 2.2 7.5 6.5"/>`,
  sliders: svg`<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
  minus: svg`<path d="M5 12h14"/>`,
  down: svg`<path d="m5 9 7 7 7-7"/>`,
  chat: svg`<path d="M20 11.5c0 4-3.6 7-8 7-1.1 0-2.2-.2-3.2-.6L4.5 19.5l1.3-3.7A6.5 6.5 0 0 1 4 11.5c0-4 3.6-7 8-7s8 3 8 7z"/>`,
  receipt: svg`<path d="M6 3.5h12v17l-2.4-1.6-1.8 1.6-1.8-1.6-1.8 1.6-1.8-1.6L6 20.5zM9 8.5h6M9 12.5h6"/>`,
  folder: svg`<path d="M3.5 6.5v12h17v-10h-8l-2-2.5h-6.5z"/>`,
  pause: svg`<path d="M8.5 5.5v13M15.5 5.5v13"/>`,
  first: svg`<path d="M17 6v12l-8-6zM6 6v12"/>`,
  last: svg`<path d="M7 6v12l8-6zM18 6v12"/>`,
  stepb: svg`<path d="M15.5 6v12l-8-6z"/>`,
  stepf: svg`<path d="M8.5 6v12l8-6z"/>`,
  share: svg`<path d="M12 15V4M8 7.5 12 3.5l4 4M5 12.5v6A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-6"/>`,
  copy: svg`<rect x="8.5" y="8.5" width="11" height="11" rx="2"/><path d="M15.5 8.5v-3A1.5 1.5 0 0 0 14 4H5.5A1.5 1.5 0 0 0 4 5.5V14a1.5 1.5 0 0 0 1.5 1.5h3"/>`,
  eye: svg`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>`,
  lock: svg`<rect x="5" y="10.5" width="14" height="9.5" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>`,
  bolt: svg`<path d="M13 3 5.5 13.5H11L10 21l8-11h-5.5z"/>`,
  qr: svg`<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v6h-6M17.5 17.5H20"/>`,
  bot: svg`<rect x="5" y="8.5" width="14" height="10.5" rx="3"/><path d="M12 8.5V5M9.3 13v1.5M14.7 13v1.5"/><circle cx="12" cy="4" r="1"/>`,
  people: svg`<circle cx="9" cy="8.5" r="3.3"/><path d="M3 19c.3-3.6 2.5-5.5 6-5.5s5.7 1.9 6 5.5M15.5 5.6a3.3 3.3 0 0 1 0 5.8M17.5 14c2 .7 3.2 2.4 3.5 5"/>`,
  download: svg`<path d="M12 4v11M8 11.5l4 4 4-4M5 19.5h14"/>`,
});
