// Starts the one Chromium of the browser tests, and connects a test file to it. Knows no page; see page.ts.
import { existsSync, writeFileSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { fontVariables } from './fonts';

/**
 * A page of a test lives for a moment, and all processors have enough to do. Collecting garbage on one thread takes a
 * seventh of the processor time away from opening a page.
 */
const flags = [...chromiumFlags, '--js-flags=--single-threaded-gc'];

/**
 * Starts a headless Chromium with the fonts of the project.
 *
 * @param folder for files that go with this run
 * @returns a server that must be closed
 */
export async function startChromium(folder: string): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error('No Chromium was found: run `npm test` once, or set CHROMIUM_PATH.');
  const env = { ...process.env, ...fontVariables(folder) };
  const server = await chromium.launchServer({ executablePath, headless: true, args: flags, env });
  giveWay(server.process().pid);
  return server;
}

/**
 * The browser has a session of its own, and Linux gives one session as much of the processor as all lanes together,
 * however nice they are. The live tests go by the real clock, so they come a little sooner.
 */
function giveWay(pid: number | undefined): void {
  const file = `/proc/${pid}/autogroup`;
  if (existsSync(file)) writeFileSync(file, '2');
}

/** A connection for one worker, which ends with it. The browser stays for the others. */
export const connectToChromium = (): Promise<Browser> => chromium.connect(inject('chromiumEndpoint'));
