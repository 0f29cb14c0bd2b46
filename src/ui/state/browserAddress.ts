/** The page's address, as far as pages read and write it. It is replaced, never pushed. */
export interface Address {
  /** Without the parts behind `?` and `#`. */
  readonly page: () => string;
  /** With its `?`; empty if there is none. */
  readonly search: () => string;
  /** With its `#`; empty if there is none. */
  readonly hash: () => string;
  readonly replace: (to: string) => void;
  /** Calls back when a person changes the hash, but not when the page does. */
  readonly onHash: (heard: () => void) => void;
}

export const browserAddress: Address = {
  page: () => `${location.origin}${location.pathname}`,
  search: () => location.search,
  hash: () => location.hash,
  replace: (to) => history.replaceState(history.state, '', to),
  // Our own `replaceState` raises no such event.
  onHash: (heard) => window.addEventListener('hashchange', heard),
};
