// A fault that waits for an effect of a client hits a real client at the same place as a simulated one, even in a
// later life.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../../../src/core/model/scenario/scenario';
import type { Trace } from '../../../../src/core/model/trace/trace';
import { processId, readEvents, textOf } from '../../../../src/core/model/trace/traceReader';
import { parts } from '../../../../src/core/run/parts';
import { runScenario } from '../../../../src/core/run/runScenario';
import { type LiveRunner, openLiveRunner } from '../../../../src/live/server/run/liveRunner';

let liveRunner: LiveRunner;

beforeAll(async () => {
  const { REDIS_URLS: _, ...environment } = process.env;
  liveRunner = await openLiveRunner({ parts, environment });
});

afterAll(() => liveRunner.close());

const at = (nth: number) => ({ kind: 'effect', process: 'client1', nth }) as const;

/** One client on one node, so that nothing else decides what it does next. */
const scenarioWith = (...faults: readonly Fault[]): Scenario => ({
  version: 2,
  seed: 4,
  lock: { id: 'single-node', settings: { ttl: 250 } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, clients: 1, work: 60, duration: 6000, nodes: { ...defaultSettings.nodes, count: 1 } },
  faults: Object.fromEntries(faults.map((fault, i) => [`fault${i}`, fault])),
});

/**
 * What client 1 did, with the results, in order. Events with a time of their own, such as an answer that nobody
 * needs, are left out.
 */
function actionsOf(trace: Trace): readonly string[] {
  return [...readEvents(trace)].flatMap((event) => {
    if (processId(trace, event.process) !== 'client1' || event.kind === 'arrived' || event.kind === 'lost') return [];
    if (event.kind === 'late') return [];
    return [event.kind === 'step' ? `step ${textOf(trace, event.text)}` : event.kind];
  });
}

async function live(scenario: Scenario): Promise<Trace> {
  const done = await liveRunner.run(scenario, {});
  if (!done.ok) throw new Error(done.problem.en);
  return done.trace;
}

describe('at the n-th effect of a real client', () => {
  it.each([1, 6, 12, 20])(
    'a pause stops it before the %i. as it stops the simulated one',
    async (nth) => {
      const scenario = scenarioWith({ kind: 'pause', process: 'client1', when: at(nth), for: 150 });
      const simulated = actionsOf(runScenario(scenario, parts).trace);
      expect(simulated).toContain('paused');
      const trace = await live(scenario);
      expect(trace.header.missed).toEqual({});
      expect(actionsOf(trace)).toEqual(simulated);
    },
    60_000,
  );

  it('the count goes on in its next life, for which another fault waits', async () => {
    const scenario = scenarioWith(
      { kind: 'crash', process: 'client1', when: at(14), restartAfter: 800 },
      { kind: 'pause', process: 'client1', when: at(24), for: 150 },
    );
    const simulated = actionsOf(runScenario(scenario, parts).trace);
    expect(simulated.filter((action) => ['crashed', 'started', 'paused'].includes(action))).toEqual([
      'crashed',
      'started',
      'paused',
    ]);
    expect(actionsOf(await live(scenario))).toEqual(simulated);
  }, 60_000);

  it('its thread ends and starts again, and a clock is moved before it is read next', async () => {
    const scenario = scenarioWith(
      { kind: 'crash', process: 'client1', only: 'thread', when: at(9), restartAfter: 700 },
      { kind: 'clock-jump', process: 'client1', when: at(18), by: 5000 },
    );
    const simulated = actionsOf(runScenario(scenario, parts).trace);
    expect(simulated).toContain('clockSet');
    expect(actionsOf(await live(scenario))).toEqual(simulated);
  }, 60_000);
});
