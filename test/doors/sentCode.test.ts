// A link with hostile code, wherever a scenario, a run or an exercise is expected: it is refused in words, and
// nothing runs.
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { loadTarget } from '../../src/cli/target';
import { embed } from '../../src/content/address/embed';
import { learn } from '../../src/content/address/learn';
import { own } from '../../src/content/address/own';
import { playground } from '../../src/content/address/playground';
import { read } from '../../src/content/address/read';
import { encodeCode } from '../../src/core/model/links/codeLink';
import { decodeLink } from '../../src/core/model/links/link';
import { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
import type { Text } from '../../src/core/model/values/text';
import { parts } from '../../src/core/run/parts';
import { decodeExercise } from '../../src/course/kinds/exerciseLink';
import { fromPage } from '../../src/live/wire/messages';
import { ownParts } from '../../src/sandbox/attack/ownParts';
import { attackScenario } from '../../src/sandbox/own/attackScenario';
import { ownCheckId } from '../../src/sandbox/own/ownCheck';

const hostile = 'globalThis.hit = true; throw new Error("hit"); export const acquire = () => process.exit(1);';
const link = encodeCode({ lock: hostile, check: hostile, guard: 'own', faults: 'pause' }) ?? '';
const refused = /carries the code of a lock.*own\//;

afterEach(() => expect(Object.hasOwn(globalThis, 'hit')).toBe(false));

const english = (problem: Text | undefined): string => problem?.en ?? '';

test.each([link, `#${link}`, `https://play.example/own/#${link}`, `https://play.example/#${link}`])(
  '`play`, `explore` and the coordinator of a queue refuse %s',
  async (target) => {
    const loaded = await loadTarget(target);
    expect(loaded.ok ? '' : english(loaded.problem)).toMatch(refused);
  },
);

test('the playground refuses it, pasted or in its address', async () => {
  const decoded = await decodeLink(link, { parts, resolveStory: async () => undefined });
  expect(decoded.ok ? '' : english(decoded.problem)).toMatch(refused);
  expect(read(`#${link}`, playground).run).toEqual({ kind: 'link', link, story: null });
});

test('the workshop refuses it as an exercise, and does not take it for one', () => {
  expect(decodeExercise(link, parts).ok).toBe(false);
  expect(read(`#${link}`, learn).run).toEqual({ kind: 'none' });
});

test('an embed takes it as a text, and the page of one’s own lock alone runs it', () => {
  expect(read(`?v=1#${link}`, embed).run).toEqual({ kind: 'code', link });
  expect(read(`#${link}`, own).run).toEqual({ kind: 'code', link });
});

test.each([
  ['lock', { ...attackScenario({ nodes: 1, ttl: 1000, token: false }) }],
  [
    'check',
    { ...attackScenario({ nodes: 1, ttl: 1000, token: false }), lock: { id: 'redlock' }, storage: { id: ownCheckId } },
  ],
])(
  'a server without --lock, a worker and a file of a run know no %s of a reader, so a scenario that names one is refused',
  (_, scenario) => {
    const parsed = parseScenario(scenario, parts);
    expect(parsed.ok ? '' : english(parsed.problems[0]?.message)).toMatch(/own/);
  },
);

test.each(['#', ''])('a server with --lock runs its own file alone: a press that is %sa link is none', (before) => {
  const press = (scenario: unknown): boolean => v.safeParse(fromPage, { type: 'run', run: 'a', scenario }).success;
  expect([press(before + link), press([link]), press({})]).toEqual([false, false, true]);
  const { lock, ...rest } = attackScenario({ nodes: 1, ttl: 1000, token: false });
  for (const sent of [{ lock: link }, { lock: { ...lock, code: hostile } }, { lock, own: { lock: hostile } }])
    expect(parseScenario({ ...rest, ...sent }, ownParts).ok).toBe(false);
});
