// Real sentinels: they replace a master by themselves, faults hit them, and a run leaves none of them behind.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import type { Scenario } from '../../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../../src/core/model/trace/trace';
import { eventsOf } from '../../../../src/core/model/trace/traceReader';
import { parts } from '../../../../src/core/run/parts';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import { storyVersionOf } from '../../../content/stories/storyVersions';
import { childrenOf } from '../../../support/leftovers';
import { isNightly } from '../../../support/nightly';
import { nobodyActsWhileStopped, timeNeverFalls } from '../../../support/rules/processes';
import { brokenRules } from '../../../support/rules/rule';
import { repeatsItself } from '../../../support/undecided';
import { type Skip, untilAsJudged } from '../storyRuns';

let liveRunner: LiveRunner;

beforeAll(async () => {
  const { REDIS_URLS: _, ...environment } = process.env;
  liveRunner = await openLiveRunner({ parts, environment });
});

afterAll(() => liveRunner.close());

async function run(scenario: Scenario): Promise<{ readonly trace: Trace }> {
  const before = childrenOf(process.pid) ?? [];
  const done = await liveRunner.run(scenario, {});
  expect((childrenOf(process.pid) ?? []).filter((child) => !before.includes(child))).toEqual([]);
  if (!done.ok) throw new Error(done.problem.en);
  expect(brokenRules(done.trace, [timeNeverFalls, nobodyActsWhileStopped])).toEqual([]);
  return done;
}

const lasting = { timeout: 300_000, meta: repeatsItself };

const triesMax = 3;

/** Sentinels that ask for votes at the same moment elect nobody. In that case a run is repeated. */
async function traceOf(name: string, outcome: string, skip: Skip): Promise<Trace> {
  for (let nth = 1; ; nth++) {
    const { trace } = await untilAsJudged(run, storyVersionOf(name).scenario, outcome, skip);
    if (judge(trace, parts).outcome === outcome || nth === triesMax) return trace;
  }
}

/** What the sentinels do, without times. */
const stepsOf = ({ header, strings, ...trace }: Trace): readonly string[] =>
  eventsOf({ header, strings, ...trace }, 'step')
    .filter(({ process }) => header.processes[process]?.role === 'sentinel')
    .map(({ process, text }) => `${header.processes[process]?.id} ${strings[text]}`);

const promotedIn = (trace: Trace): readonly (string | undefined)[] =>
  eventsOf(trace, 'promoted').map(({ process }) => trace.header.processes[process]?.id);

describe('real sentinels', () => {
  it('replace a master that has died, and send the clients on (story 84)', lasting, async ({ skip }) => {
    const trace = await traceOf('84', 'overlap', skip);
    expect(promotedIn(trace)).toEqual(['replicaA1']);
    const steps = stepsOf(trace).map((words) => words.slice(words.indexOf(' ') + 1));
    for (const step of ['+sdown nodeA', '+odown nodeA', '+elected-leader nodeA', '+switch-master replicaA1'])
      expect(steps).toContain(step);
    expect(judge(trace, parts).outcome).toBe('overlap');
  });

  it.runIf(isNightly)(
    'do no harm where a master must hear from a replica (fix of story 85)',
    lasting,
    async ({ skip }) => {
      const trace = await traceOf('85:fix', 'held', skip);
      expect(trace.strings.some((text) => text.includes('NOREPLICAS'))).toBe(true);
      expect(trace.header.emulated).toEqual([]);
      expect(judge(trace, parts).outcome).toBe('held');
    },
  );

  it('do nothing while they are paused, and know what they knew after a crash', async () => {
    const { settings, ...rest } = storyVersionOf('84d').scenario;
    const at = (ms: number) => ({ kind: 'time', at: ms }) as const;
    const scenario: Scenario = {
      ...rest,
      settings: { ...settings, duration: 12_000 },
      faults: {
        dies: { kind: 'crash', process: 'nodeA', when: at(500), restartAfter: 'never' },
        first: { kind: 'pause', process: 'sentinel1', when: at(400), for: 6000 },
        second: { kind: 'crash', process: 'sentinel2', when: at(300), restartAfter: 3500 },
      },
    };
    const { trace } = await run(scenario);
    expect(promotedIn(trace)).toEqual(['replicaA1']);
    // Nobody could be elected before the second sentinel was back.
    const back = eventsOf(trace, 'started').find(({ process }) => trace.header.processes[process]?.id === 'sentinel2');
    const [promoted] = eventsOf(trace, 'promoted');
    expect(promoted?.at).toBeGreaterThan(back?.at ?? Number.POSITIVE_INFINITY);
    expect(stepsOf(trace)).toContain('sentinel2 +switch-master replicaA1');
  }, 300_000);

  it.runIf(isNightly)(
    'make a master that was away a replica, which loses what it had granted (story 85, d)',
    lasting,
    async ({ skip }) => {
      const trace = await traceOf('85d', 'overlap', skip);
      const converted = stepsOf(trace).filter((words) => words.endsWith('+convert-to-slave nodeA'));
      expect(converted).toHaveLength(1);
      const keysAtA = eventsOf(trace, 'entrySet').filter(
        ({ process }) => trace.header.processes[process]?.id === 'nodeA',
      );
      expect(keysAtA.length).toBe(2);
    },
  );
});
