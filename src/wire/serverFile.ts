/**
 * How a page learns whether a server of real Redis answers, by a file beside it: the static build brings one that says no,
 * and the server answers the same address with a yes. So a page without a server asks for nothing that is not there.
 */

/** Below the page's own address. */
export const serverFilePath = 'live.json';

export interface ServerFile {
  /** Whether a server answers at `socketPath`. */
  readonly server: boolean;
}
