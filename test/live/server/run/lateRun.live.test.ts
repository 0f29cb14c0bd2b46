// A live run reports when it was late. When the lateness may have decided the outcome, it reports the outcome as
// unknown.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import { defaultSettings, type Scenario } from '../../../../src/core/model/scenario/scenario';
import { kindNumber, type LateSpan, type Trace } from '../../../../src/core/model/trace/trace';
import { eventsOf } from '../../../../src/core/model/trace/traceReader';
import { parts } from '../../../../src/core/run/parts';
import { LateWatch } from '../../../../src/live/server/lateWatch';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import { childrenOf } from '../../../support/leftovers';
import { holdsWhenLate } from '../../../support/undecided';

const { REDIS_URLS: _, DATABASE_URL: __, ...environment } = process.env;

/** Client 1 leaves long before its lease ends, and client 2 keeps asking until then. */
const scenario: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'single-node', settings: { ttl: 900 } },
  storage: { id: 'no-check' },
  faults: {},
  settings: {
    ...defaultSettings,
    clients: 2,
    rounds: 1,
    work: 300,
    stagger: 100,
    duration: 6000,
    patience: 6000,
    nodes: { ...defaultSettings.nodes, count: 1 },
  },
};

let liveRunner: LiveRunner;
beforeAll(async () => {
  liveRunner = await openLiveRunner({ parts, environment });
});
afterAll(() => liveRunner.close());

const reported: (readonly LateSpan[])[] = [];

/** @param act is called as soon as a client has got the lock. */
async function run(given: Scenario, act: () => void): Promise<Trace> {
  reported.length = 0;
  let hasActed = false;
  const outcome = await liveRunner.run(given, {
    onReport: (news) => {
      if (news.type !== 'rows') return;
      if (news.late !== undefined) reported.push(news.late);
      if (hasActed || !news.rows.some(([, kind]) => kind === kindNumber.acquired)) return;
      hasActed = true;
      setImmediate(act);
    },
  });
  if (!outcome.ok) throw new Error(outcome.problem.en);
  return outcome.trace;
}

const lateFor = ({ header: { late = [] } }: Trace): number =>
  late.reduce((all, [from, to]) => all + (to - from) / 1000, 0);

/** Keeps this process busy, as if it had no processor time. */
function beBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('reports a stretch in which this process could carry no message, and calls an outcome decided meanwhile unknown', {
  meta: holdsWhenLate,
}, async () => {
  const trace = await run(scenario, () => beBusy(1500));
  expect(lateFor(trace)).toBeGreaterThan(1000);
  // The lateness must be reported before the end too, because the end may never come.
  expect(reported.flat().some(([from, to]) => to - from > 1_000_000)).toBe(true);
  expect(trace.header.simulated).toBe('held');
  expect(judge(trace, parts)).toMatchObject({ outcome: 'unknown', unknownBecause: 'late' });
});

it.skipIf(process.platform !== 'linux')('is watched in its clients too', { meta: holdsWhenLate }, async () => {
  const before = childrenOf(process.pid) ?? [];
  const trace = await run(scenario, () => {
    const started = (childrenOf(process.pid) ?? []).filter((pid) => !before.includes(pid));
    // A process that is stopped from outside is as late as one without processor time.
    for (const pid of started) process.kill(pid, 'SIGSTOP');
    setTimeout(() => {
      for (const pid of started) process.kill(pid, 'SIGCONT');
    }, 700);
  });
  expect(lateFor(trace)).toBeGreaterThan(400);
});

it('is not called late while a fault stops a process', { meta: holdsWhenLate }, async () => {
  const when = { kind: 'step', process: 'client1', step: 'write', nth: 1 } as const;
  const faults = { stop: { kind: 'pause', process: 'client1', when, for: 2500 } } as const;
  const trace = await run({ ...scenario, faults }, () => {});
  const [from, to] = [eventsOf(trace, 'paused')[0]?.at ?? 0, eventsOf(trace, 'resumed')[0]?.at ?? 0];
  expect(to).toBeGreaterThan(from);
  // On a busy machine others are late meanwhile, each for a while. The paused one would be late all the time.
  const during = (trace.header.late ?? []).map(([start, end]) => Math.min(end, to) - Math.max(start, from));
  expect(Math.max(0, ...during)).toBeLessThan((to - from) / 2);
});

it('a watch reports the stretch, and is silent after its end', { meta: holdsWhenLate }, async () => {
  const reported: number[] = [];
  const watch = new LateWatch((from, to) => reported.push((to - from) / 1e6));
  watch.begin();
  await sleep(20);
  beBusy(200);
  await sleep(20);
  expect(Math.max(...reported)).toBeGreaterThan(180);
  watch.end();
  reported.length = 0;
  beBusy(100);
  await sleep(20);
  expect(reported).toEqual([]);
});
