/** Whether somebody is here for the first time, as far as the browser remembers; where it remembers nothing, nobody is. */

import { store, stored } from '../state/stored';

const storageKey = 'redlock-playground-visited';

/** Answers once: from then on it has been seen. Whoever comes by a link, or to a story, has been told what this is. */
export function takeFirstVisit(): boolean {
  const { search, hash } = location;
  if (search !== '' || hash.length > 1 || window.parent !== window) return false;
  return stored(storageKey) === null && store(storageKey, '1');
}
