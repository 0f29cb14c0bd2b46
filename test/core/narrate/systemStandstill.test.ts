// If several clients wanted in one after the other and nobody finished, no sentence says that one of them waited all
// the time.
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Language } from '../../../src/core/model/values/text';
import { readingOf } from '../../../src/core/narrate/reading';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';

function oneAfterTheOther() {
  const run = traceOf({ nodeCount: 1, settings: { rounds: 1, patience: 1000 } });
  run.add(0, 'acquiring', 'client1', { hold: 0 });
  run.add(700, 'acquiring', 'client2', { hold: 1 });
  run.add(800, 'refused', 'client1', { hold: 0, reason: 1 });
  run.finished(800, 'client1', 0);
  run.add(1400, 'refused', 'client2', { hold: 1, reason: 1 });
  run.finished(1400, 'client2', 0);
  return run.trace(1400);
}

test.each<readonly [Language, RegExp]>([
  ['en', /^One client after another kept trying for 1\.4 s, without success/],
  ['zh', /^在 1\.4 s 里，先后有几个客户端在等，都白等了/],
])('%s', (language, said) => {
  const { sentence, facts, chain } = readingOf(judge(oneAfterTheOther(), parts), speechOf[language]);
  for (const text of [sentence, facts[0]?.text, chain.at(-1)?.text]) expect(text).toMatch(said);
});
