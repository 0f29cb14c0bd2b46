/**
 * From this file a page learns whether a server of real Redis answers. The static build has a file that says no, and
 * the server answers the same address with a yes. A page without a server thus never requests a file that does not
 * exist.
 */

/** The path below the page's own address. */
export const serverFilePath = 'live.json';

export interface ServerFile {
  /** Whether a server answers at `socketPath`. */
  readonly server: boolean;
}
