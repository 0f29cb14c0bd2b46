/** The page's address, as far as pages read and write it. Only picking a story adds an entry to the history. */
export interface Address {
  /** Without `?`, `#` and what follows. */
  readonly page: () => string;
  /** With its `?`; empty if there is no query. */
  readonly search: () => string;
  /** With its `#`; empty if there is no hash. */
  readonly hash: () => string;
  readonly replace: (to: string) => void;
  /** The same as a new history entry, so that Back returns to the present address. */
  readonly push: (to: string) => void;
  /** Calls back when a person changes the hash, but not when the page does. */
  readonly onHash: (listener: () => void) => void;
  /** The same, and also on Back and Forward. It may call back twice for one step. */
  readonly onMove: (listener: () => void) => void;
}

export const wholeAddress = ({ page, search, hash }: Pick<Address, 'page' | 'search' | 'hash'>): string =>
  `${page()}${search()}${hash()}`;

export const browserAddress: Address = {
  page: () => `${location.origin}${location.pathname}`,
  search: () => location.search,
  hash: () => location.hash,
  replace: (to) => history.replaceState(history.state, '', to),
  push: (to) => history.pushState(null, '', to),
  // Our own `replaceState` does not raise this event.
  onHash: (listener) => window.addEventListener('hashchange', listener),
  onMove: (listener) => {
    for (const type of ['popstate', 'hashchange'] as const) window.addEventListener(type, listener);
  },
};
