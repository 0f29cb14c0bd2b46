/**
 * The pages and pictures of stories in a built site. `npm run build` writes all of them; a server writes each story
 * at the first request. Threads do the work: the run of a story and its pictures take a tenth of a second.
 */
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { stories } from '../../content/stories';
import { dropOldCards } from '../cards/cardCache';
import type { RequestHandler } from '../siteServer';
import { storyAt } from './askedStory';
import type { StoryJob } from './writeStory';

export interface StoryPages {
  /**
   * Writes the requested story if it is not there; its files then answer. A page that would take too long is redirected
   * to the one that needs nothing written. A picture has no such page: it waits for its turn.
   */
  readonly answer: RequestHandler['answer'];
  /** @param progress receives how many are done */
  readonly writeAll: (progress: (done: number) => void, only?: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StoryPagesOptions extends Omit<StoryJob, 'story'> {
  /** Absent: one per core. */
  readonly threads?: number;
  readonly patienceMs?: number;
}

export function openStoryPages({ folder, address, threads, patienceMs = 8000 }: StoryPagesOptions): StoryPages {
  const pool = new Piscina({
    filename: new URL('../worker.mjs', import.meta.url).href,
    name: 'writeStory',
    minThreads: 0,
    ...(threads !== undefined && { maxThreads: threads }),
    idleTimeout: 60_000,
  });
  const underWay = new Map<string, Promise<void>>();
  const write = (story: string): Promise<void> => {
    if (existsSync(join(folder, 's', story, 'index.html'))) return Promise.resolve();
    const pendingJob = underWay.get(story);
    if (pendingJob !== undefined) return pendingJob;
    const writing: Promise<void> = pool
      .run({ folder, address, story } satisfies StoryJob)
      .finally(() => underWay.delete(story));
    underWay.set(story, writing);
    return writing;
  };
  return {
    answer: async ({ path }, _request, response) => {
      const storyRequest = storyAt(path);
      if (storyRequest === null) return false;
      if (storyRequest.page === null) {
        await unhurried(response.socket, write(storyRequest.story));
        return false;
      }
      const isWritten = write(storyRequest.story).then(() => true);
      if (await Promise.race([isWritten, sleep(patienceMs, false, { ref: false })])) return false;
      response.setHeader('Cache-Control', 'no-store');
      response.writeHead(302, { Location: storyRequest.page }).end();
      return true;
    },
    writeAll: async (progress, only = stories.map(({ id }) => id)) => {
      let doneCount = 0;
      await Promise.all(only.map((story) => write(story).then(() => progress(++doneCount))));
      dropOldCards();
    },
    close: () => pool.destroy(),
  };
}

/** Meanwhile a silent socket stays open: the turn of each story comes. */
async function unhurried(socket: Socket | null, writing: Promise<void>): Promise<void> {
  const timeout = socket?.timeout ?? 0;
  socket?.setTimeout(0);
  await writing.finally(() => socket?.setTimeout(timeout));
}
