/** The page's address, as far as pages read and write it. Only a picked story makes an entry in the history. */
export interface Address {
  /** Without the parts behind `?` and `#`. */
  readonly page: () => string;
  /** With its `?`; empty if there is none. */
  readonly search: () => string;
  /** With its `#`; empty if there is none. */
  readonly hash: () => string;
  readonly replace: (to: string) => void;
  /** The same in an entry of its own, so that Back leads to what is there now. */
  readonly push: (to: string) => void;
  /** Calls back when a person changes the hash, but not when the page does. */
  readonly onHash: (heard: () => void) => void;
  /** The same, and when somebody goes back or forward. It may call back twice for one step. */
  readonly onMove: (heard: () => void) => void;
}

export const wholeAddress = ({ page, search, hash }: Pick<Address, 'page' | 'search' | 'hash'>): string =>
  `${page()}${search()}${hash()}`;

export const browserAddress: Address = {
  page: () => `${location.origin}${location.pathname}`,
  search: () => location.search,
  hash: () => location.hash,
  replace: (to) => history.replaceState(history.state, '', to),
  push: (to) => history.pushState(null, '', to),
  // Our own `replaceState` raises no such event.
  onHash: (heard) => window.addEventListener('hashchange', heard),
  onMove: (heard) => {
    for (const type of ['popstate', 'hashchange'] as const) window.addEventListener(type, heard);
  },
};
