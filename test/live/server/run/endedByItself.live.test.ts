// A process that ends without an order makes the run fail, and its last words are shown: servers, clients, the
// storage, an existing database.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import { defaultSettings, type Scenario } from '../../../../src/core/model/scenario/scenario';
import { kindNumber } from '../../../../src/core/model/trace/trace';
import { parts } from '../../../../src/core/run/parts';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import type { LiveOutcome, LiveReport } from '../../../../src/live/server/run/reports';
import { childrenOf } from '../../../support/leftovers';
import { needs } from '../../../support/needs';
import { atNight, sampled } from '../../../support/nightly';
import { startRedisProcess } from '../../../support/redisProcess';
import { startPostgres } from '../postgres';

const { REDIS_URLS: _, DATABASE_URL: __, ...environment } = process.env;

const when = { kind: 'time', at: 4000 } as const;

/** The client is inside for seconds, long enough to end any process. */
const scenario: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'redlock', settings: { ttl: 20_000 } },
  storage: { id: 'no-check' },
  // An expected start, for which a process already waits.
  faults: { later: { kind: 'crash', process: 'client1', when, restartAfter: 10 } },
  settings: {
    ...defaultSettings,
    clients: 1,
    rounds: 1,
    work: 6000,
    duration: 9000,
    patience: 9000,
    nodes: { ...defaultSettings.nodes, count: 3 },
  },
};

interface Ended {
  readonly outcome: LiveOutcome;
  readonly news: readonly LiveReport[];
}

/** Starts a run, and does something to it while its client is inside. */
async function runAnd(liveRunner: LiveRunner, given: Scenario, act: () => void | Promise<void>): Promise<Ended> {
  const news: LiveReport[] = [];
  let isDone = false;
  const outcome = await liveRunner.run(given, {
    onReport: (one) => {
      news.push(one);
      if (isDone || one.type !== 'rows' || !one.rows.some(([, kind]) => kind === kindNumber.acquired)) return;
      isDone = true;
      void act();
    },
  });
  expect(isDone).toBe(true);
  return { outcome, news };
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** Kills the first process of this run that executes this, as another person with an account on the machine could. */
function kill(pattern: RegExp, signal: NodeJS.Signals): void {
  const pid = childrenOf(process.pid)?.find((one) => pattern.test(commandOf(one)));
  if (pid === undefined) throw new Error(`Nothing runs ${pattern}.`);
  process.kill(pid, signal);
}

function expectFailed({ outcome, news }: Ended, problem: RegExp): Extract<LiveOutcome, { readonly ok: false }> {
  expect(outcome).toMatchObject({ ok: false, problem: { en: expect.stringMatching(problem) } });
  if (outcome.ok || outcome.trace === undefined) throw new Error('It has no trace.');
  expect(outcome.trace.header.ended).toBe('failed');
  expect(judge(outcome.trace, parts)).toMatchObject({ outcome: 'unknown', unknownBecause: 'failed' });
  const { problem: why, advice, lastWords, trace } = outcome;
  expect(news.at(-1)).toEqual({ type: 'failed', problem: why, advice, lastWords, header: trace.header });
  const rows = news.flatMap((one) => (one.type === 'rows' ? one.rows : []));
  expect(rows).toHaveLength(trace.count);
  return outcome;
}

// The test finds processes in /proc.
describe.skipIf(process.platform !== 'linux')('a run in which something ends by itself', () => {
  let liveRunner: LiveRunner;
  beforeAll(async () => {
    liveRunner = await openLiveRunner({ parts, environment });
  });
  afterAll(() => liveRunner.close());

  it('fails when a server is killed, with the end of its log and advice', async () => {
    const ended = await runAnd(liveRunner, scenario, () => kill(/redis-server/, 'SIGKILL'));
    const { lastWords, advice } = expectFailed(
      ended,
      /^The redis-server of node [ABC] ended \(SIGKILL\) at \d\.\d{3} s, although no fault of the scenario had caused it\.$/,
    );
    expect(lastWords?.at(-1)).toMatch(/Ready to accept connections/);
    expect(advice?.en).toMatch(/memory/);
    expect(advice?.zh).toMatch(/内存/);
  }, 60_000);

  atNight(
    'fails when a server exits of its own accord',
    async () => {
      const ended = await runAnd(liveRunner, scenario, () => kill(/redis-server/, 'SIGTERM'));
      const { lastWords } = expectFailed(ended, /^The redis-server of node [ABC] ended \(code 0\)/);
      expect(lastWords?.join()).toMatch(/bye bye/);
    },
    60_000,
  );

  it.each([
    ['client', /client\.mjs/, /^The process of client 1 ended \(SIGKILL\) at/],
    ['storage', /storage\.mjs/, /^The process of the storage ended \(SIGKILL\) at/],
  ] as const)(
    'fails by its %s that is killed',
    async (_name, pattern, problem) => {
      expectFailed(await runAnd(liveRunner, { ...scenario, faults: {} }, () => kill(pattern, 'SIGKILL')), problem);
    },
    60_000,
  );

  it('goes on when a fault has ordered the death', async () => {
    const at = { kind: 'time', at: 600 } as const;
    const faults: Scenario['faults'] = {
      node: { kind: 'crash', process: 'nodeA', when: at, restartAfter: 300 },
      power: { kind: 'power-loss', process: 'nodeB', when: at, restartAfter: 'never' },
      again: { kind: 'restart', process: 'nodeC', when: at },
      client: { kind: 'crash', process: 'client1', when: at, restartAfter: 200 },
      storage: { kind: 'crash', process: 'storage', when: at, restartAfter: 200 },
    };
    const given = { ...scenario, faults, settings: { ...scenario.settings, work: 300, duration: 3000 } };
    const outcome = await liveRunner.run(given, {});
    expect(outcome.ok ? outcome.trace.header.ended : outcome.problem.en).toMatch(/^(duration|quiet)$/);
  }, 60_000);

  it('fails when an existing server is killed, and when one restarts', async () => {
    const server = await startRedisProcess();
    const REDIS_URLS = `redis://127.0.0.1:${server.port}`;
    const others = await openLiveRunner({ parts, environment: { ...environment, REDIS_URLS } });
    const one = {
      ...scenario,
      lock: { id: 'single-node' },
      faults: {},
      settings: { ...scenario.settings, nodes: { ...defaultSettings.nodes, count: 1 } },
    };
    const gone = await runAnd(others, one, () => server.kill());
    const { advice } = expectFailed(gone, /^The server of REDIS_URLS that is node A ended \(connect ECONNREFUSED/);
    expect(advice?.en).toMatch(/stays up/);
    await server.start();
    const anew = await runAnd(others, one, async () => {
      await server.kill();
      await server.start();
    });
    expectFailed(anew, /^The server of REDIS_URLS that is node A was restarted at/);
    await others.close();
    await server.stop();
  }, 90_000);
});

describe.skipIf(process.platform !== 'linux')('a run whose Postgres server ends by itself', needs('postgres'), () => {
  it.each(
    sampled(
      [
        ['whose process is killed', true],
        ['one of whose sessions is killed', false],
      ] as const,
      2,
    ),
  )(
    'fails, with the words of a server %s',
    async (_name, isWhole) => {
      const postgres = await startPostgres();
      const liveRunner = await openLiveRunner({ parts, environment: { ...environment, DATABASE_URL: postgres.url } });
      onTestFinished(async () => {
        await liveRunner.close();
        await postgres.stop();
      });
      const sql = { ...scenario, lock: { id: 'sql-advisory' }, faults: {} };
      const ended = await runAnd(liveRunner, sql, () => killPostgres({ isWhole }));
      const { lastWords } = expectFailed(ended, /^The Postgres server of DATABASE_URL ended/);
      expect(lastWords?.join(' ')).toMatch(/terminat/);
    },
    60_000,
  );
});

/** Kills a process of the server that this process has started: its main process, or one that serves a connection. */
function killPostgres({ isWhole }: { readonly isWhole: boolean }): void {
  const all = childrenOf(process.pid)?.filter((pid) => /postgres/.test(commandOf(pid))) ?? [];
  const serving = all.find((pid) => /postgres: .* idle/.test(commandOf(pid)));
  const [head] = all;
  const pid = isWhole ? head : serving;
  if (pid === undefined) throw new Error('There is no such process of Postgres.');
  execFileSync('kill', ['-9', String(pid)]);
}
