// A page loads the rules of some chains later. Until then nothing else may differ, and afterwards nothing at all.
import { expect, test, vi } from 'vitest';
import { judge } from '../../src/judge/judge';
import { registry } from '../../src/run/registry';
import { simulate } from '../../src/sim/simulate';
import { tellings } from '../stories/tellings';

const traces = tellings.map(({ name, scenario }) => ({ name, trace: simulate(scenario, registry) }));

test('the judge of a page tells the chains of harm at once, and all others once their rules are there', async () => {
  // Another file may have loaded the rules.
  vi.resetModules();
  const { judgeOnDemand, isToldLater, knowRules } = await import('../../src/judge/judgeOnDemand');
  let shorter = 0;
  for (const { name, trace } of traces) {
    const whole = judge(trace);
    const { chain, ...rest } = judgeOnDemand(trace);
    if (isToldLater(whole)) {
      expect({ ...rest, chain: whole.chain }, name).toEqual(whole);
      if (chain.length < whole.chain.length) shorter++;
    } else expect({ ...rest, chain }, name).toEqual(whole);
  }
  expect(shorter).toBeGreaterThan(20);
  knowRules((await import('../../src/judge/chain/noHarm')).stepsLater);
  for (const { name, trace } of traces) expect(judgeOnDemand(trace), name).toEqual(judge(trace));
});
