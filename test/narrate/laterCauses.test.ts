// A page has the sentences for harm at once. Those for other runs come with the rules that tell of such runs.
import { expect, test, vi } from 'vitest';
import { judge } from '../../src/judge/judge';
import { registry } from '../../src/run/registry';
import { simulate } from '../../src/sim/simulate';
import { tellings } from '../stories/tellings';

const verdicts = tellings.map(({ name, scenario }) => ({ name, verdict: judge(simulate(scenario, registry)) }));

test('what the page tells at once lacks no sentence, and what comes later completes all others', async () => {
  // Another file may have loaded the sentences.
  vi.resetModules();
  const [{ explain }, { speechOf }, { firstInEnglish }, { firstInChinese }, { isToldLater }] = await Promise.all([
    import('../../src/narrate/explain'),
    import('../../src/narrate/speechOf'),
    import('../../src/narrate/en/first'),
    import('../../src/narrate/zh/first'),
    import('../../src/judge/judgeOnDemand'),
  ]);
  const firsts = [firstInEnglish, firstInChinese];
  let shorter = 0;
  for (const { name, verdict } of verdicts) {
    for (const first of firsts) {
      const whole = explain(verdict, speechOf[first.language]);
      expect(whole.chain, name).toHaveLength(verdict.chain.length);
      const told = explain(verdict, first);
      if (!isToldLater(verdict)) expect(told, name).toEqual(whole);
      else if (told.chain.length < whole.chain.length) shorter++;
    }
  }
  expect(shorter).toBeGreaterThan(20);
  const { fetchChains } = await import('../../src/ui/state/chains');
  await fetchChains();
  for (const { name, verdict } of verdicts)
    for (const first of firsts)
      expect(explain(verdict, first), name).toEqual(explain(verdict, speechOf[first.language]));
});
