// The templates that a reader may start with, in the sandbox: each runs as it is, and an attack finds what its text
// says.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { redisParts } from '../../../src/core/run/redisParts';
import { expiring } from '../../../src/sandbox/own/templates/expiring';
import { naive } from '../../../src/sandbox/own/templates/naive';
import { ownValue } from '../../../src/sandbox/own/templates/ownValue';
import { redlock } from '../../../src/sandbox/own/templates/redlock';
import { tokenAfterwards } from '../../../src/sandbox/own/templates/tokenAfterwards';
import { tokenInScript } from '../../../src/sandbox/own/templates/tokenInScript';
import { watchdog } from '../../../src/sandbox/own/templates/watchdog';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { byNight } from '../../support/nightly';
import { guestFiles, ownParts, ownScenario } from '../../support/ownParts';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: redisParts,
  now: () => performance.now(),
});

const call = { report: () => {}, pause: async () => {} };

const questionOf = async (lock: string, check: string | null, storage: string) => {
  const code = { lock, check };
  const checked = await session.check(code);
  if (!checked.ok) throw new Error(checked.problem.message);
  const { ttl, token } = checked.settings;
  // Three nodes also have a majority, with half the places.
  const nodes = byNight(Math.min(3, checked.settings.nodes), checked.settings.nodes);
  const scenario: Scenario = {
    ...ownScenario({ nodes, ttl, token }, { work: 300, think: 300, stagger: 500, duration: 6000 + 2 * ttl }),
    storage: { id: storage },
  };
  return { code, scenario, token };
};

describe('a template', () => {
  const found = {
    naive: [naive, 'stuck', false, ['lose']],
    expiring: [expiring, 'overlap', false, ['pause']],
    ownValue: [ownValue, 'overlap', false, undefined],
    watchdog: [watchdog, 'overlap', false, ['pause']],
    redlock: [redlock, 'overlap', false, ['pause']],
    tokenInScript: [tokenInScript, 'overlap', true, ['pause']],
    tokenAfterwards: [tokenAfterwards, 'overlap', true, ['pause']],
  } as const;
  // The search in a lock that renews takes as long as those in all others; own/lockSpecificHarms has one at each push.
  const isAttacked = (name: string): boolean => byNight(name !== 'watchdog', true);
  for (const [name, [template, worst, hasToken, breaking]] of Object.entries(found))
    test(`${name}: it holds in calm, and one fault makes it ${worst}`, async () => {
      const { code, scenario, token } = await questionOf(template.lock, null, 'no-check');
      expect(token).toBe(hasToken);
      const faultless = await session.run({ code, scenario });
      expect(faultless.problems).toEqual([]);
      const { parts, dispose } = await ownParts(template.lock);
      expect(judge(faultless.trace, parts).outcome).toBe('held');
      dispose();
      if (!isAttacked(name)) return;
      const kinds = byNight<readonly FaultKind[] | undefined>(breaking, undefined);
      const asked = kinds === undefined ? {} : { kinds };
      const { smallest, isExhaustive } = await session.attack({ code, scenario, faultsMax: 1, ...asked }, call);
      expect(isExhaustive).toBe(true);
      expect([worst, 'lost']).toContain(smallest?.outcome);
    });

  test('own value and Lua: behind the version check no fault loses an update', async () => {
    const { code, scenario } = await questionOf(ownValue.lock, null, 'version');
    const { smallest, isExhaustive, runs } = await session.attack({ code, scenario, faultsMax: 1 }, call);
    expect({ smallest, whole: isExhaustive }).toEqual({ smallest: undefined, whole: true });
    expect(runs).toBeGreaterThan(100);
  });

  test('a check of one’s own decides about each write', async () => {
    const { code, scenario } = await questionOf(ownValue.lock, ownValue.check, 'own-check');
    const pause = {
      kind: 'pause',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
      for: 3000,
    };
    const paused: Scenario = { ...scenario, faults: { pause } as never };
    const checked = await session.run({ code, scenario: paused });
    const open = await session.run({
      code: { ...code, check: 'export const write = () => true;' },
      scenario: paused,
    });
    const { parts, dispose } = await ownParts(ownValue.lock);
    expect(judge(checked.trace, parts).data).toBe('refused');
    expect(judge(open.trace, parts).data).toBe('lost');
    dispose();
  });
});
