// What is said of a run on real Redis beside the simulated one.
import { expect, test } from 'vitest';
import { story } from '../../../src/content/stories/argument/pauseBeforeWrite';
import { shared } from '../../../src/content/texts/en/shared';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Run } from '../../../src/core/model/trace/run';
import { kindNumber } from '../../../src/core/model/trace/trace';
import { besideSimulated } from '../../../src/core/narrate/besideSimulated';
import { english } from '../../../src/core/narrate/en/words';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';

const run = (scenario: Scenario): Run => runScenario(scenario, parts);
const simulated = run(story.scenario);
const said = (real: Run): string => besideSimulated(real, simulated, english, shared.live);

test('the same steps at other times: how far they are apart at most', () => {
  expect(said(simulated)).toBe('as simulated, at most 0 ms apart');
  const late = run(story.scenario);
  const write = late.trace.kind.lastIndexOf(kindNumber.wrote);
  late.trace.at[write] = (late.trace.at[write] ?? 0) + 24_000;
  expect(said(late)).toBe('as simulated, at most 24 ms apart');
});

test('another outcome: what the simulation said', () => {
  expect(said(run({ ...story.scenario, faults: {} }))).toBe('not as simulated: “An update was lost”');
});

test('the same outcome by other steps', () => {
  const fewer = run(story.scenario);
  fewer.trace.kind[fewer.trace.kind.lastIndexOf(kindNumber.released)] = kindNumber.step;
  expect(said(fewer)).toBe('the outcome as simulated, by other steps');
});
