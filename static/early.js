// Runs before the first paint, so that nobody sees the wrong theme for a moment. A classic
// script, since modules wait. It knows the keys of model/settings.js and nothing else.
(() => {
  const root = document.documentElement;
  const stored = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(`desmoche.${key}`);
    } catch {
      return null; // storage is forbidden: the usual settings
    }
  };
  root.dataset.theme = stored("theme") === "light" ? "light" : "dark";
  root.dataset.deck = stored("deck") === "4" ? "4" : "2";
  root.lang = stored("language") ?? "es";
})();
