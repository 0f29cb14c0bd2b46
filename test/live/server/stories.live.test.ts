// The stories that can run on real Redis, with real processes: outcome, facts, and the rules of every trace. Each
// push runs some of them. STORIES=all in the environment adds their variants and fixes; STORIES=13,24b runs only
// those.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { type LiveRunner, openLiveRunner } from '../../../src/live/server/run/liveRunner';
import { liveProblem } from '../../../src/live/wire/liveProblem';
import { storyVersions } from '../../content/stories/storyVersions';
import { byNight } from '../../support/nightly';
import type { Postgres } from '../../support/ownPostgres';
import { repeatsItself } from '../../support/undecided';
import { hasPostgres, startPostgres } from './postgres';
import { playLive, skipIfLate, type Try } from './storyRuns';

const all = [1, 2, 3, 4, 5, 9, 10, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 35, 36, 37, 38, 39, 47, 50, 68, 84, 85];
const chosen = process.env['STORIES'] ?? '';
const numbers = (chosen === '' ? byNight([2, 9, 14, 20, 22, 25, 39, 50, 68], all) : all).map(String);

/**
 * Differences that the threads of a real machine may cause: the order of two clients that wake together, or when a
 * real second starts.
 */
const mayChange: Readonly<Record<string, string>> = {
  '13': 'when a server flushes is a matter of its own second',
  '84': 'sentinels that ask for votes at the same moment elect nobody',
  '85': 'sentinels that ask for votes at the same moment elect nobody',
};

/** The slowest speed of stories that depend on a second of the server, which cannot be stretched. */
const slowest: Readonly<Record<string, number>> = { '13': 2 };

const table = storyVersions.filter(({ name, story, variant, scenario }) => {
  if (!numbers.includes(story.number) || (needsPostgres(scenario) && !hasPostgres())) return false;
  if (chosen === 'all') return true;
  if (chosen !== '') return chosen.split(',').includes(name);
  // Variants are left out of the usual run because of their length.
  return variant === null;
});

const atOnceMax = 3;

let liveRunner: LiveRunner;
let postgres: Postgres | null = null;
const results = new Map<string, readonly Try[]>();

beforeAll(async () => {
  if (hasPostgres() && table.some(({ scenario }) => needsPostgres(scenario))) postgres = await startPostgres();
  const { REDIS_URLS: _, DATABASE_URL: __, ...environment } = process.env;
  liveRunner = await openLiveRunner({
    parts,
    environment: { ...environment, ...(postgres === null ? {} : { DATABASE_URL: postgres.url }) },
  });
});

afterAll(async () => {
  const again = [...results].filter(([, tries]) => tries.length > 1);
  const lines = again.map(([name, tries]) => `story ${name}: ${tries.map(tryInWords).join('; ')}`);
  console.log(
    `${results.size} stories on real Redis, ${results.size - again.length} at the first try\n${lines.join('\n')}`,
  );
  await liveRunner.close();
  await postgres?.stop();
});

describe.concurrent('on real Redis', () => {
  test.for(table)(
    'story $name ends in $outcome',
    { timeout: 600_000, meta: repeatsItself },
    async (version, { skip }) => {
      const { name } = version;
      const tries = await inTurn(name in slowest ? atOnceMax : 1, () =>
        playLive(version, liveRunner.run, { mayChange: name in mayChange, slowest: slowest[name] ?? Infinity }),
      );
      results.set(name, tries);
      if (tries.at(-1)?.otherwise.length !== 0) skipIfLate(tries, skip);
      expect(tries.at(-1)?.otherwise, tries.map(tryInWords).join('; ')).toEqual([]);
    },
  );
});

function needsPostgres(scenario: Scenario): boolean {
  return liveProblem(scenario, parts) !== null && liveProblem(scenario, parts, { hasPostgres: true }) === null;
}

const tryInWords = ({ slower, lateMs, otherwise }: Try, index: number): string =>
  `try ${index + 1}${slower > 1 ? `, ${slower} times as slow` : ''}: ${otherwise.join(', ') || 'as told'} (timers up to ${lateMs} ms late)`;

/** As many runs go on at once as a small machine can take. They start in order of arrival. */
let underWay = 0;
const waiting: { readonly places: number; readonly go: () => void }[] = [];

/** @param places how many places it takes; a run with tight times takes all and runs alone */
async function inTurn<R>(places: number, act: () => Promise<R>): Promise<R> {
  await new Promise<void>((go) => {
    waiting.push({ places, go });
    admit();
  });
  try {
    return await act();
  } finally {
    underWay -= places;
    admit();
  }
}

function admit(): void {
  for (let next = waiting[0]; next !== undefined && underWay + next.places <= atOnceMax; next = waiting[0]) {
    waiting.shift();
    underWay += next.places;
    next.go();
  }
}
