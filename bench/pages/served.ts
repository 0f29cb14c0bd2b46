/** Serves the given built sites, and starts one Chromium for all of them. */
import type { Browser, BrowserContext } from 'playwright-core';
import { serveSite } from '../../src/site/siteServer';
import { order, type Site } from '../support/figures';
import { launch } from './gestures';

export interface ServedSite extends Site {
  /** It ends with a slash. */
  readonly address: string;
}

const viewport = { width: 1440, height: 900 };
const port = 5380;

/** Runs an action and ends servers and browser afterwards. */
export async function withSites(act: (sites: readonly ServedSite[], browser: Browser) => Promise<void>): Promise<void> {
  const browser = await launch();
  const closing: (() => Promise<void>)[] = [() => browser.close()];
  try {
    const served: ServedSite[] = [];
    for (const site of order.sites) {
      const { address, close } = await serveSite({ folder: site.folder, port });
      closing.push(close);
      if (!(await fetch(address)).ok) throw new Error(`There is no page in ${site.folder}.`);
      served.push({ ...site, address });
    }
    await act(served, browser);
  } finally {
    for (const close of closing) await close();
  }
}

/** A window that shares nothing with others: it has a renderer of its own and an empty cache. */
export const newWindow = (browser: Browser): Promise<BrowserContext> => browser.newContext({ viewport });

/** Both sites in the order of this turn. The order changes each time. */
export const inTurn = <T>(sites: readonly T[], turn: number): readonly T[] =>
  turn % 2 === 0 ? sites : sites.toReversed();
