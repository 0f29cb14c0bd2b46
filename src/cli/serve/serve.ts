/**
 * Serves the built page with the backend of real Redis, and answers links, for `npm start` and the package. It prints
 * the addresses and which Redis was found.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopback } from '../../live/server/backend/access';
import { startBackend } from '../../live/server/backend/startBackend';
import type { OwnLock } from '../../live/server/run/ownLock';
import { openLinkServer } from '../../site/links/linkServer';
import type { LinkPainter } from '../../site/links/painter';
import { root } from '../../site/root';
import { type RequestHandler, serveSite } from '../../site/siteServer';
import { wordsOf } from './errorWords';
import * as words from './serveWords';

export interface Serving {
  /** The built site, relative to the project. */
  readonly folder: string;
  readonly port: number;
  readonly host: string;
  /** How many runs on real Redis at once. */
  readonly runs: number;
  readonly own: OwnLock | undefined;
  /** SITE_URL. */
  readonly site: string | undefined;
  readonly painter: LinkPainter;
  /** Answers for the pages of stories. */
  readonly stories: { readonly answer: RequestHandler['answer']; readonly close: () => Promise<void> };
  /** Prints a line. */
  readonly say: (line: string) => void;
  readonly sayProblem: (line: string) => void;
}

/**
 * Rejects with the system's error if no port can be opened.
 *
 * @returns ends all of it, with everything that was started
 */
export async function serve(serving: Serving): Promise<() => Promise<void>> {
  const { folder, port, host, runs, own, site, painter, stories, say, sayProblem } = serving;
  // Other machines can reach it. Only people who have the address printed here may start processes on this machine.
  const token = isLoopback(host) ? null : randomBytes(16).toString('base64url');
  const live = await startBackend({ base: '/', token, runsMax: runs, own }).catch((error: unknown) => {
    sayProblem(words.noBackend(wordsOf(error)).en);
    return null;
  });
  const built = readFileSync(join(root, folder, 'index.html'), 'utf8');
  // A page that was built earlier may lack it.
  const ownPage = join(root, folder, 'own/index.html');
  const builtOwn = existsSync(ownPage) ? readFileSync(ownPage, 'utf8') : built;
  const links = openLinkServer({ base: '/', site, built, builtOwn, painter });
  const handler: RequestHandler = {
    answer: async (...exchange) =>
      live?.answer(...exchange) || (await links.answer(...exchange)) || stories.answer(...exchange),
    attach: (server) => live?.attach(server),
  };
  const closeAll = async (): Promise<void> => {
    await live?.close();
    await painter.close();
    await stories.close();
  };
  const { addresses, close } = await serveSite({ folder, port, host, handler }).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  if (new URL(addresses[0] ?? '').port !== String(port)) say(words.portTaken(port).en);
  for (const address of addresses) say(`Redlock Playground: ${address}${token === null ? '' : `?token=${token}`}`);
  if (live !== null) say(live.words);
  return async () => {
    await closeAll();
    await close();
  };
}
