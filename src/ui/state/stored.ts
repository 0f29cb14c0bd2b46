/** What the browser keeps for this page. Storage may be forbidden (an iframe, a private window) or full: then nothing is kept. */

/** null: nothing was kept under this name, or nothing may be read. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Answers whether it was kept; where it was not, it lasts as long as the page. */
export function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
