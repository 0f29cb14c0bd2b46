/**
 * Where the server of this page is, and what is sent to it. An app that is not at the site's root sets this when it
 * starts.
 */
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Offer } from '../../live/wire/messages';

interface LiveServer {
  /** The site's root, as seen from the page. */
  readonly site: '' | '../';
  /** What is requested in place of the scenario on screen. */
  readonly asks: (committed: Scenario, offer: Offer) => Scenario;
}

let server: LiveServer = { site: '', asks: (committed) => committed };

export const provideLiveServer = (handedIn: LiveServer): void => {
  server = handedIn;
};

export const liveServer = (): LiveServer => server;

/** An address on the server. */
export const atServer = (path: string): URL => new URL(`${server.site}${path}`, location.href);
