// Addresses within the operators' page: the section and its filters stand behind #.

/** @param {string} section @param {Record<string, string | number | null | undefined>} [filters] */
export function hashOf(section, filters = {}) {
  const given = Object.entries(filters).filter(([, value]) => value || value === 0);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `#${section}${text && `?${text}`}`;
}

/** @param {string} hash @returns {{section: string, params: URLSearchParams}} */
export function addressIn(hash) {
  const [section = "", text = ""] = hash.replace(/^#/, "").split("?");
  return { section, params: new URLSearchParams(text) };
}
