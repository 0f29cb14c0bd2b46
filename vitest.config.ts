// Three projects, so that a unit test never waits for a build: only *.browser.test.ts needs the built site and Chromium.
// What goes by the real clock, *.live.test.ts, comes when all the others are through: a busy machine is a slow one.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const browserTests = 'test/**/*.browser.test.{ts,tsx}';
const liveTests = 'test/**/*.live.test.ts';

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [browserTests, liveTests],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: [browserTests],
          globalSetup: ['test/support/site.ts'],
          sequence: { groupOrder: 1 },
          // Each has a Chromium of its own, which needs a core.
          maxWorkers: 2,
          testTimeout: 60_000,
          // What a page does in idle moments takes longer on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          environment: 'node',
          include: [liveTests],
          sequence: { groupOrder: 2 },
          // They mostly wait: two at a time.
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
