// A backend that is asked to end in the middle of a run shuts down cleanly: everything that it started is gone, and
// its exit code says so.
import { once } from 'node:events';
import { existsSync, readlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { story } from '../../../../src/content/stories/argument/pauseBeforeWrite';
import { childrenOf } from '../../../support/leftovers';
import { holdsWhenLate } from '../../../support/undecided';
import { openPage, startBackendProcess } from './backendProcess';

const { scenario } = story;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The folders of the run. Each of its servers works in one of them. */
const foldersOf = (pids: readonly number[]): readonly string[] =>
  pids.map((pid) => readlinkSync(`/proc/${pid}/cwd`)).filter((folder) => folder.includes('redlock-playground-'));

it.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s in the middle of a run ends the backend with exit code 0, and the run with it',
  { meta: holdsWhenLate },
  async (signal) => {
    const backend = await startBackendProcess();
    const page = await openPage(backend);
    page.order('a', scenario);
    await page.hears('began', 'failed');
    const started = childrenOf(backend.child.pid ?? 0) ?? [];
    const made = foldersOf(started);
    expect(made.length).toBeGreaterThan(0);
    const gone = once(backend.child, 'exit');
    backend.child.kill(signal);
    // An exit code of 128 plus the signal's number would mean that Vite's own listener ended it and the run was left
    // behind.
    expect(await gone, backend.complaints()).toEqual([0, null]);
    // On a busy machine, the guard finishes last.
    await expect.poll(() => started.filter(isAlive)).toEqual([]);
    await expect.poll(() => made.filter(existsSync)).toEqual([]);
  },
);
