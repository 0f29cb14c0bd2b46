// Since when the run of a reader's code was too late: answered in the sandbox, by its faults and its check alone.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { redisParts } from '../../../src/core/run/redisParts';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { brokenLocks } from '../../../src/sandbox/own/broken/broken';
import { type BrokenLock, breakOf } from '../../../src/sandbox/own/broken/brokenLock';
import { withOwn } from '../../../src/sandbox/own/knownParts';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import type { ShownAnswers } from '../../../src/search/late/shown';
import { guestFiles } from '../../support/ownParts';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: redisParts,
  now: () => performance.now(),
});

function brokenByDelay(): BrokenLock {
  const one = brokenLocks.find(({ harm, faults }) => harm === 'lost' && faults !== 'calm');
  if (one === undefined) throw new Error('No broken lock loses an update.');
  return one;
}

const broken = brokenByDelay();
const code = { lock: broken.lock, check: null };

async function asked(language: 'en' | 'zh') {
  const checked = await session.check(code);
  if (!checked.ok) throw new Error(checked.problem.message);
  const scenario = { ...attackScenario(checked.settings, breakOf(broken)), storage: { id: 'no-check' } };
  const first: ShownAnswers[] = [];
  const call = { report: (answers: ShownAnswers) => first.push(answers), pause: async () => {} };
  const answers = await session.late({ code, scenario, language }, call);
  return { first: first[0], answers };
}

test('the first answer comes at once, and then what besides the code would have saved it', async () => {
  const { first, answers } = await asked('en');
  expect(first?.lines[0]).toMatch(/^Point of no return: /);
  expect(first?.changes).toBeNull();
  expect(answers?.lines[0]).toBe(first?.lines[0]);
  const parameters = answers?.changes?.map(({ parameter }) => parameter.of) ?? [];
  // With a check at the storage, the lock would still delete another's key.
  expect(parameters).toEqual(['absence', 'length']);
});

test('each of them saves the run of the code', async () => {
  const { answers } = await asked('zh');
  expect(answers?.lines[0]).toMatch(/不可挽回/);
  for (const { scenario } of answers?.changes ?? []) {
    const { trace } = await session.run({ code, scenario });
    expect(judge(trace, withOwn(redisParts)).data).not.toBe('lost');
  }
});
