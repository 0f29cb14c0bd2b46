// Three projects, one after the other: `live` first, as it goes by the real clock, with real processes, and must not wait
// for others; then `unit`; then `browser`, because beside `unit` pages are so slow on two cores that they miss their time
// limits. Only *.browser.test.ts needs the built site and Chromium. *.heavy.test.ts runs with `npm test -- --all`, and
// where a change touches it (scripts/testRun.mjs). *.nightly.test.ts, of any project, runs with `npm test -- --nightly`
// alone.
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { ViteUserConfig } from './test/node_modules/vitest/config';

// Tests start servers of their own: those that somebody works with are not theirs to try anything on.
delete process.env['REDIS_URLS'];

const isNightly = process.env['NIGHTLY'] === '1';
const browserTests = 'test/**/*.browser.test.{ts,tsx}';
const liveTests = 'test/**/*.live.test.ts';
const packages = '**/node_modules/**';
const nightlyTests = isNightly ? [] : ['test/**/*.nightly*.test.{ts,tsx}'];
const cores = availableParallelism();

/** What files import is loaded once for all of them. At night each file is alone, so that one that leans on another is found. */
const sharedWorkers = { pool: 'threads', isolate: isNightly } as const;

const config: ViteUserConfig = {
  plugins: [react()],
  // The library's recipes import it by its name.
  resolve: { alias: { 'quorum-lock': new URL('src/redlock/index.ts', import.meta.url).pathname } },
  test: {
    reporters: [
      ['default', { summary: false }],
      ...(process.env['GITHUB_ACTIONS'] === 'true' ? ['github-actions'] : []),
    ],
    slowTestThreshold: 5000,
    // What is waited for takes longer on a busy machine. Only what never comes is to be ended.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [packages, browserTests, liveTests, ...nightlyTests],
          ...sharedWorkers,
          setupFiles: ['test/support/leavesNode.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: cores,
          // Only what hangs is to be ended: a busy machine takes its time.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: [browserTests],
          exclude: [packages, ...nightlyTests],
          ...sharedWorkers,
          globalSetup: ['test/support/site.ts'],
          sequence: { groupOrder: 2 },
          // A page waits for its playback and its idle moments half of the time.
          maxWorkers: cores + 2,
          testTimeout: 180_000,
          hookTimeout: 600_000,
          // The report names it, so that nobody takes it for whole.
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          environment: 'node',
          include: [liveTests],
          // It has neither redis-server nor SIGSTOP. In WSL all of them run.
          exclude: process.platform === 'win32' ? [liveTests] : [packages, ...nightlyTests],
          pool: 'forks',
          isolate: isNightly,
          runner: './test/support/liveRunner.ts',
          // They mostly wait, and go by the real clock: each needs a quarter of a core.
          maxWorkers: cores + 2,
          testTimeout: 60_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
};
export default config;
