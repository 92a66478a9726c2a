// Runs before the first paint, so that nobody sees the wrong theme for a moment. A classic
// script, since modules wait. It knows the keys of model/settings.js and nothing else.
// Whoever has chosen nothing yet is met as the browser is set: its language, if it is one of ours,
// and its light or dark; model/settings.js reads from the page what was found here.
(() => {
  const root = document.documentElement;
  const stored = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(`desmoche.${key}`);
    } catch {
      return null; // storage is forbidden: the usual settings
    }
  };
  const day = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const spoken = navigator.languages.map((each) => each.slice(0, 2).toLowerCase());
  const ours = spoken.find((each) => ["es", "en", "th"].includes(each)) ?? "es";
  root.dataset.theme = (stored("theme") ?? day) === "light" ? "light" : "dark";
  root.dataset.deck = stored("deck") === "4" ? "4" : "2";
  root.lang = stored("language") ?? ours;
})();
