// A run saved by luck alone says so wherever it is named, in every language.
import { expect, test } from 'vitest';
import { runAsText } from '../../../src/cli/report';
import { evaluateGoal } from '../../../src/core/judge/goalEvaluation';
import { judge } from '../../../src/core/judge/judge';
import type { Language } from '../../../src/core/model/values/text';
import { explainOutcome } from '../../../src/core/narrate/explain';
import { readingOf } from '../../../src/core/narrate/reading';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { sceneOf } from '../../../src/picture/scene/sceneOf';
import { measuredText } from '../../../src/web/learn/measuredText';
import { learnWords } from '../../../src/web/learn/words';
import { traceOf } from '../../support/traceOf';

/** Client 1 writes after its lease is over and before anybody else is in: nothing is lost, and nothing prevented it. */
function lateWrite() {
  const run = traceOf();
  run.grant(0, 'client1', 1);
  run.read(40, 'client1');
  run.release(120, 'client1', 1);
  run.write(160, 'client1', { basedOn: 0, value: 42 });
  run.finished(180, 'client1', 1);
  run.grant(200, 'client2', 2);
  run.read(240, 'client2');
  run.write(300, 'client2', { basedOn: 1, value: 43 });
  run.release(320, 'client2', 2);
  run.finished(340, 'client2', 1);
  return run.trace();
}

const inEach = test.each<readonly [Language, RegExp]>([
  ['en', /luck/],
  ['zh', /侥幸/],
]);

inEach('%s', (language, luck) => {
  const trace = lateWrite();
  const verdict = judge(trace, parts);
  expect([verdict.lock, verdict.data]).toEqual(['expired', 'lucky']);
  const reading = readingOf(verdict, speechOf[language]);
  expect(reading.headline).toMatch(luck);
  expect(reading.title).toMatch(luck);
  const lines = runAsText({ scenario: trace.header.scenario, trace, verdict }, { language, story: null });
  expect(lines[lines.indexOf('') + 1]).toMatch(luck);
});

inEach('of a kept run, a shared one and a goal: %s', (language, luck) => {
  const speech = speechOf[language];
  expect(explainOutcome('held', speech, 'lucky')).toMatch(luck);
  expect(explainOutcome('overlap', speech, 'lucky')).toMatch(luck);
  for (const data of ['safe', undefined] as const)
    expect(explainOutcome('held', speech, data)).toBe(speech.headlines.held);
  const verdict = judge(lateWrite(), parts);
  const saying = { words: learnWords[language], speech };
  expect(measuredText(evaluateGoal({ outcome: ['expired'] }, verdict), saying)).toMatch(luck);
  expect(measuredText(evaluateGoal({ lock: ['expired'] }, verdict), saying)).toMatch(luck);
});

test('the opening of its scene does not leave the luck out', () => {
  const trace = lateWrite();
  const run = { scenario: trace.header.scenario, trace, verdict: judge(trace, parts) };
  const { title, opening } = sceneOf({
    run,
    story: null,
    variantId: null,
    original: null,
    speech: speechOf.en,
    language: 'en',
  });
  expect(title).toMatch(/luck/);
  expect(opening).toMatch(/luck|nothing prevented/);
});
