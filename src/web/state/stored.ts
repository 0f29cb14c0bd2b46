/**
 * What the browser keeps for this page. If storage is forbidden (an iframe, a private window) or full, nothing is kept.
 */

/** Null: no value was kept under this name, or reading is forbidden. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether it was kept. If not, the value lasts only as long as the page. */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
