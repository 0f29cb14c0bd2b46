// Real sentinels: they replace a master by themselves, their faults strike them, and nothing is left of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeLive } from '../../../src/judge/judgeLive';
import type { Scenario } from '../../../src/model/scenario';
import type { Trace } from '../../../src/model/trace';
import { eventsOf } from '../../../src/model/traceReader';
import { registry } from '../../../src/run/registry';
import { openWorkshop, type Workshop } from '../../../src/server/run/workshop';
import { tellingOf } from '../../stories/tellings';
import { nobodyActsWhileStopped, timeNeverFalls } from '../../support/rules/processes';
import { brokenRules } from '../../support/rules/rule';
import { untilTold } from '../storyRuns';

let workshop: Workshop;

beforeAll(async () => {
  const { REDIS_URLS: _, ...environment } = process.env;
  workshop = await openWorkshop({ registry, environment });
});

afterAll(() => workshop.close());

const scenarioOf = (name: string): Scenario => tellingOf(name).scenario;

async function run(scenario: Scenario): Promise<{ readonly trace: Trace }> {
  const done = await workshop.run(scenario, {});
  if (!done.ok) throw new Error(done.problem.en);
  expect(brokenRules(done.trace, [timeNeverFalls, nobodyActsWhileStopped])).toEqual([]);
  return done;
}

/** The steps of sentinels, without their times. */
const stepsOf = ({ header, strings, ...trace }: Trace): readonly string[] =>
  eventsOf({ header, strings, ...trace }, 'step')
    .filter(({ process }) => header.processes[process]?.role === 'sentinel')
    .map(({ process, text }) => `${header.processes[process]?.id} ${strings[text]}`);

const show = (trace: Trace): void =>
  console.log(
    [
      ...eventsOf(trace, 'step'),
      ...eventsOf(trace, 'promoted'),
      ...eventsOf(trace, 'crashed'),
      ...eventsOf(trace, 'acquired'),
      ...eventsOf(trace, 'entrySet'),
    ]
      .sort((a, b) => a.at - b.at)
      .map(
        (e) =>
          `${(e.at / 1000).toFixed(0)} ${e.kind} ${trace.header.processes[e.process]?.id} ${'text' in e ? trace.strings[e.text] : ''} ${'lost' in e ? e.lost : ''}`,
      )
      .join('\n'),
    JSON.stringify(trace.header.late),
    trace.header.ended,
    JSON.stringify(trace.header.emulated),
  );

const promotedIn = (trace: Trace): readonly (string | undefined)[] =>
  eventsOf(trace, 'promoted').map(({ process }) => trace.header.processes[process]?.id);

describe('real sentinels', () => {
  it('replace a master that has died, and send the clients on (story 84)', async () => {
    const { trace } = await untilTold(run, scenarioOf('84'), 'overlap');
    if (process.env['SHOW']) show(trace);
    expect(promotedIn(trace)).toEqual(['replicaA1']);
    const steps = stepsOf(trace).map((words) => words.slice(words.indexOf(' ') + 1));
    for (const step of ['+sdown nodeA', '+odown nodeA', '+elected-leader nodeA', '+switch-master replicaA1'])
      expect(steps).toContain(step);
    expect(judgeLive(trace).outcome).toBe('overlap');
  }, 300_000);

  it('leave two masters when the network splits, until it is whole again (story 85)', async () => {
    const { trace } = await untilTold(run, scenarioOf('85'), 'overlap');
    if (process.env['SHOW']) show(trace);
    expect(promotedIn(trace)).toHaveLength(1);
    expect(judgeLive(trace).outcome).toBe('overlap');
  }, 300_000);

  it('do no harm where a master must hear from a replica (fix of story 85)', async () => {
    const { trace } = await untilTold(run, scenarioOf('85:fix'), 'held');
    if (process.env['SHOW']) show(trace);
    expect(trace.strings.some((text) => text.includes('NOREPLICAS'))).toBe(true);
    expect(trace.header.emulated).toEqual([]);
    expect(judgeLive(trace).outcome).toBe('held');
  }, 300_000);
});
