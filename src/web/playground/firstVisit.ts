/**
 * Whether this is a first visit, as far as the browser remembers. If it remembers nothing, no visit counts as the
 * first.
 */

import { store, stored } from '../state/stored';

const storageKey = 'redlock-playground-visited';

/**
 * Returns true at most once: it marks the visit as seen. A visitor who comes by a link, or to a story, already knows
 * the page.
 */
export function takeFirstVisit(): boolean {
  const { search, hash } = location;
  if (search !== '' || hash.length > 1 || window.parent !== window) return false;
  return stored(storageKey) === null && store(storageKey, '1');
}
