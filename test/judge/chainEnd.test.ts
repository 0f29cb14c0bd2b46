// An embed shows no chain of causes, and is built with the end of the chain alone: what it says must not differ.
import { describe, expect, test } from 'vitest';
import { chainOf } from '../../src/judge/chain/end';
import { evidenceOf } from '../../src/judge/evidence';
import { explain } from '../../src/narrate/explain';
import { speechOf } from '../../src/narrate/speechOf';
import { registry } from '../../src/run/registry';
import { runScenario } from '../../src/run/runScenario';
import { tellings } from '../stories/tellings';

describe('without the chain', () => {
  test.each(tellings)('$name is told in the same words', ({ scenario }) => {
    const { trace, verdict } = runScenario(scenario, registry);
    const short = { ...verdict, chain: chainOf(evidenceOf(trace), verdict.outcome) };
    for (const speech of Object.values(speechOf)) {
      const { headline, pair, sentence } = explain(verdict, speech);
      expect(explain(short, speech)).toMatchObject({ headline, pair, sentence });
    }
  });
});
