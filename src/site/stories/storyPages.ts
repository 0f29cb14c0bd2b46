/**
 * The pages and pictures of stories in a built site. `npm run build` has all of them written, and a server each story when somebody asks
 * for it. Threads do it: the run of a story and its pictures take a tenth of a second.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { stories } from '../../stories';
import { dropOldCards } from '../cards/keptCards';
import type { Beside } from '../siteServer';
import type { StoryJob } from './writeStory';

const ids: ReadonlySet<string> = new Set(stories.map(({ id }) => id));
const below = /^(?:s|embed)\/(?:zh\/)?([a-z0-9-]+)(?:\/|$)/;

export interface StoryPages {
  /** Writes the story that is asked for, if it is not there. Never answers: the files do. */
  readonly answer: Beside['answer'];
  /** @param told how many are done */
  readonly writeAll: (told: (done: number) => void, only?: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param threads null: one for each core */
export function openStoryPages(
  { folder, address }: Omit<StoryJob, 'story'>,
  threads: number | null = null,
): StoryPages {
  const pool = new Piscina({
    filename: new URL('../worker.mjs', import.meta.url).href,
    name: 'writeStory',
    minThreads: 0,
    ...(threads !== null && { maxThreads: threads }),
    idleTimeout: 60_000,
  });
  const written = new Map<string, Promise<void>>();
  const write = (story: string): Promise<void> => {
    const known = written.get(story);
    if (known !== undefined) return known;
    const isThere = existsSync(join(folder, 's', story, 'index.html'));
    const writing = isThere ? Promise.resolve() : pool.run({ folder, address, story } satisfies StoryJob);
    written.set(story, writing);
    writing.catch(() => written.delete(story));
    return writing;
  };
  return {
    answer: async ({ path }) => {
      const story = below.exec(path)?.[1];
      if (story !== undefined && ids.has(story)) await write(story);
      return false;
    },
    writeAll: async (told, only = [...ids]) => {
      let done = 0;
      await Promise.all(only.map((story) => write(story).then(() => told(++done))));
      dropOldCards();
    },
    close: () => pool.destroy(),
  };
}
