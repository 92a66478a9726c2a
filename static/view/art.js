// What is drawn on cards: suits and figures. All of it is our own work.
// Enters: nothing. Leaves: SVG templates. J, Q and K are figures of León's street theatre, the
// Enano Cabezón, the Gigantona, the Güegüense; currentColor is the suit's.
import { svg } from "lit";

/** @type {Record<string, string>} the outline of a suit, in a box of 24 by 24 */
export const SUITS = {
  s: "M12 1.6c1.4 3.3 9.6 7.7 9.6 12.7 0 3-2.3 4.7-4.7 4.7-1.6 0-2.9-.7-3.7-1.8.2 2.2 1.1 3.9 2.8 5.2H8c1.7-1.3 2.6-3 2.8-5.2-.8 1.1-2.1 1.8-3.7 1.8-2.4 0-4.7-1.7-4.7-4.7 0-5 8.2-9.4 9.6-12.7z",
  h: "M12 22C5.4 16.6 1.7 12.7 1.7 8.3 1.7 5 4.2 2.8 7 2.8c2.2 0 4 1.2 5 3.2 1-2 2.8-3.2 5-3.2 2.8 0 5.3 2.2 5.3 5.5C22.3 12.7 18.6 16.6 12 22z",
  d: "M12 .9c2.3 4.3 5.2 7.9 9 11.1-3.8 3.2-6.7 6.8-9 11.1C9.7 18.8 6.8 15.2 3 12 6.8 8.8 9.7 5.2 12 .9z",
  c: "M12 1.7a4.9 4.9 0 0 1 3.4 8.4 4.9 4.9 0 1 1-2.3 7.3c.3 2.2 1.2 3.7 2.9 5H8c1.7-1.3 2.6-2.8 2.9-5a4.9 4.9 0 1 1-2.3-7.3A4.9 4.9 0 0 1 12 1.7z",
};

/** @type {Record<string, import("lit").TemplateResult>} in a box of 100 by 128 from -8 */
export const FACES = {
  J: svg`
    <g transform="translate(3 5)"><path fill="currentColor" d="M25 120c0-19 8-26 29-26s29 7 29 26z"/>
    <path fill="#fff6e2" d="M44 95h20L54 109z"/>
    <path fill="#f0ae33" d="M54 102 40 94v16zM54 102l14-8v16z"/><circle cx="54" cy="102" r="3.8" fill="#d2603a"/>
    <circle cx="23" cy="66" r="6.5" fill="#e2a878"/><circle cx="85" cy="66" r="6.5" fill="#e2a878"/>
    <path fill="#e2a878" d="M24 58c0-21 12-32 30-32s30 11 30 32c0 24-10 39-30 39S24 82 24 58z"/>
    <path fill="#17202e" d="M22 63c-4-25 9-40 32-40s36 15 32 40c-2-9-4-14-9-18-7 4-14 4-22 1-9 3-17 3-24-1-5 4-7 9-9 18z"/>
    <path fill="none" stroke="#17202e" stroke-width="3.2" stroke-linecap="round" d="M34 54c3-3.5 8-4 12-1.5M62 52.5c4-2.5 9-2 12 1.5"/>
    <circle cx="40.5" cy="62.5" r="4.2" fill="#17202e"/><circle cx="67.5" cy="62.5" r="4.2" fill="#17202e"/><circle cx="42" cy="61" r="1.4" fill="#fff"/><circle cx="69" cy="61" r="1.4" fill="#fff"/>
    <circle cx="33" cy="73.5" r="5.6" fill="#d9764f"/><circle cx="75" cy="73.5" r="5.6" fill="#d9764f"/>
    <ellipse cx="54" cy="70.5" rx="6.4" ry="5.2" fill="#c98a59"/>
    <path fill="#fff" stroke="#17202e" stroke-width="2.4" stroke-linejoin="round" d="M40 80c9 4 19 4 28 0-1.5 7-7 10.5-14 10.5S41.5 87 40 80z"/>
    <path fill="#17202e" d="M18 30c0-6 15-9.5 36-9.5S90 24 90 30s-15 8-36 8-36-2-36-8z"/>
    <path fill="#f0ae33" d="M16 28.5c0-6 16-9.5 38-9.5s38 3.5 38 9.5c0 5-16 7.5-38 7.5s-38-2.5-38-7.5z"/><path fill="#f0ae33" d="M33 25c1-13 8-20 21-20s20 7 21 20c-12 4-30 4-42 0z"/>
    <path fill="currentColor" d="M33 26c.2-2.6.6-5 1.3-7.1 12 3.4 27.4 3.4 39.4 0 .7 2.1 1.1 4.5 1.3 7.1-12 4-30 4-42 0z"/></g>`,
  Q: svg`
    <path fill="#17202e" d="M23 46c0-20 11-30 27-30s27 10 27 30c0 20 2 34 10 48-10 6-22 5-27-2H40c-5 7-17 8-27 2 8-14 10-28 10-48z"/>
    <path fill="currentColor" d="M4 120c1-17 12-27 34-29l12 6 12-6c22 2 33 12 34 29z"/>
    <path fill="#e2a878" d="M42 74h16v20l-8 8-8-8z"/>
    <path fill="#fff6e2" d="M36 92c5 6 9 9 14 9s9-3 14-9l8 3c-3 11-12 18-22 18s-19-7-22-18z"/>
    <g fill="#f0ae33"><circle cx="36.5" cy="104" r="2.3"/><circle cx="45" cy="109" r="2.3"/><circle cx="55" cy="109" r="2.3"/><circle cx="63.5" cy="104" r="2.3"/></g>
    <path fill="#e2a878" d="M31 50c0-14 8-21 19-21s19 7 19 21c0 18-8 31-19 31S31 68 31 50z"/>
    <path fill="#17202e" d="M31 52c-1-16 7-24 19-24s20 8 19 24c-3-9-8-14-19-16-11 2-16 7-19 16z"/>
    <path fill="none" stroke="#17202e" stroke-width="2.4" stroke-linecap="round" d="M35.5 49c3-3 7-3 10-1M54.5 48c3-2 7-2 10 1"/>
    <path fill="#fff" d="M35 56c3-4.5 8-4.5 11 0-3 3.5-8 3.5-11 0zM54 56c3-4.5 8-4.5 11 0-3 3.5-8 3.5-11 0z"/>
    <circle cx="40.5" cy="55.6" r="2.8" fill="#17202e"/><circle cx="59.5" cy="55.6" r="2.8" fill="#17202e"/>
    <path fill="none" stroke="#17202e" stroke-width="1.8" stroke-linecap="round" d="M35 55.5l-2.5-2M65 55.5l2.5-2"/>
    <circle cx="36.5" cy="64.5" r="3.6" fill="#d9764f"/><circle cx="63.5" cy="64.5" r="3.6" fill="#d9764f"/>
    <path fill="none" stroke="#b97a56" stroke-width="2" stroke-linecap="round" d="M50 57v7c0 1.5-1 2-2.3 2"/>
    <path fill="#d2603a" d="M43 71.5c3-2.5 5-2.5 7-1.2 2-1.3 4-1.3 7 1.2-2 4-4.5 5-7 5s-5-1-7-5z"/>
    <circle cx="29" cy="70" r="5" fill="none" stroke="#f0ae33" stroke-width="2.8"/><circle cx="71" cy="70" r="5" fill="none" stroke="#f0ae33" stroke-width="2.8"/>
    <path fill="#f0ae33" d="M27 31 21 9l13 8L39 2l11 11L61 2l5 15 13-8-6 22c-14-6-32-6-46 0z"/>
    <circle cx="50" cy="20" r="5" fill="#d2603a"/><circle cx="35.5" cy="23.5" r="3.7" fill="#2aa79b"/><circle cx="64.5" cy="23.5" r="3.7" fill="#2aa79b"/>
    <circle cx="50" cy="20" r="1.9" fill="#fff6e2"/>`,
  K: svg`
    <path fill="#d2603a" d="M62 27C66 10 80 2 93 6c-1 13-11 22-29 25z"/><path fill="#f0ae33" d="M54 24C52 8 61-3 74-4c5 12 0 23-14 30z"/><path fill="#2aa79b" d="M46 25C38 14 41 1 51-6c8 9 9 20 1 32z"/>
    <path fill="none" stroke="#fff6e2" stroke-width="1.4" stroke-linecap="round" d="M67 26c6-8 13-13 20-16M57 23c4-9 8-16 14-21M49 23c-1-8 0-16 2-22"/>
    <path fill="currentColor" d="M3 120c1-19 15-29 47-29s46 10 47 29z"/>
    <path fill="none" stroke="#f0ae33" stroke-width="3.6" d="M10 113c14-10 66-10 80 0"/>
    <g fill="#fff6e2"><circle cx="24" cy="100" r="2"/><circle cx="36" cy="96.5" r="2"/><circle cx="64" cy="96.5" r="2"/><circle cx="76" cy="100" r="2"/></g>
    <path fill="#6b3d1e" d="M24 48c-6 14-6 28-1 42 6 3 10 2 14-2V48zM76 48c6 14 6 28 1 42-6 3-10 2-14-2V48z"/>
    <path fill="#f6cdb0" d="M28 44h44c3 30-5 52-22 52S25 74 28 44z"/>
    <path fill="none" stroke="#17202e" stroke-width="3.2" stroke-linecap="round" d="M33 53c4-3.5 8-3.5 12-.5M55 52.5c4-3 8-3 12 .5"/>
    <path fill="#fff" d="M33.5 60c3-4.3 8-4.3 11 0-3 3.4-8 3.4-11 0zM55.5 60c3-4.3 8-4.3 11 0-3 3.4-8 3.4-11 0z"/>
    <circle cx="39" cy="59.8" r="2.8" fill="#1f6f9e"/><circle cx="61" cy="59.8" r="2.8" fill="#1f6f9e"/>
    <circle cx="34" cy="69" r="4.6" fill="#d9764f"/><circle cx="66" cy="69" r="4.6" fill="#d9764f"/>
    <path fill="#e8ab8a" d="M50 57c3 6 5 10 5 12.5 0 2.5-2.3 3.5-5 3.5s-5-1-5-3.5c0-2.5 2-6.5 5-12.5z"/>
    <path fill="#17202e" d="M50 75c-5-3-12-2-16 3-2 2.4-5 2.6-7 .6 1 6 7 8.6 12.5 6.6 4-1.5 8-3.8 10.5-7.2 2.5 3.4 6.5 5.7 10.5 7.2C66 87.2 72 84.6 73 78.6c-2 2-5 1.8-7-.6-4-5-11-6-16-3z"/>
    <path fill="#d2603a" d="M44.5 83h11c-1 3.2-3 4.5-5.5 4.5s-4.5-1.3-5.5-4.5z"/><path fill="#17202e" d="M45 90h10l-5 11z"/>
    <path fill="currentColor" d="M29 38c0-14 8-21 21-21s21 7 21 21z"/>
    <path fill="#f0ae33" d="M29 36.5c0-2.5.3-4.7.9-6.7 13-4 27.2-4 40.2 0 .6 2 .9 4.2.9 6.7z"/>
    <path fill="#17202e" d="M8 43c0-7 19-11 42-11s42 4 42 11c0 3-6 4.5-12 3-18-5-42-5-60 0-6 1.5-12 0-12-3z"/>
    <path fill="none" stroke="#f0ae33" stroke-width="1.8" stroke-linecap="round" d="M14 42c16-7 56-7 72 0"/>`,
};
