// The broken locks, in the sandbox: each breaks as it says, the fixed lock holds in the same run, and a smaller
// fault does nothing.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { decodeCode, encodeCode } from '../../../src/core/model/links/codeLink';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { redisParts } from '../../../src/core/run/redisParts';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { brokenLocks } from '../../../src/sandbox/own/broken/broken';
import { type BrokenLock, breakOf } from '../../../src/sandbox/own/broken/brokenLock';
import { withOwn } from '../../../src/sandbox/own/knownParts';
import { ownCheckId } from '../../../src/sandbox/own/ownCheck';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { byNight } from '../../support/nightly';
import { guestFiles, ownParts } from '../../support/ownParts';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: redisParts,
  now: () => performance.now(),
});

/** The question that the page asks about it. */
async function questionOf({ guard, check }: BrokenLock, lock: string, given: Scenario) {
  const code = { lock, check: guard === 'own' ? check : null };
  const checked = await session.check(code);
  if (!checked.ok) throw new Error(checked.problem.message);
  const storage = { id: guard === 'own' ? ownCheckId : 'no-check' };
  return { code, scenario: { ...attackScenario(checked.settings, given), storage } };
}

async function verdictOf(broken: BrokenLock, lock: string, scenario: Scenario) {
  const { trace, problems } = await session.run(await questionOf(broken, lock, scenario));
  expect(problems).toEqual([]);
  const { parts, dispose } = await ownParts(lock);
  const verdict = judge(trace, parts);
  dispose();
  return verdict;
}

/** How long a fault lasts, or by how much it delays. Null: it has no length. */
const lengthOf = (fault: Fault): number | null =>
  'by' in fault ? fault.by : 'for' in fault ? Number(fault.for) : null;

function withLength(scenario: Scenario, fault: Fault, length: number): Scenario {
  const shorter = 'by' in fault ? { ...fault, by: length } : { ...fault, for: length };
  return { ...scenario, faults: { [fault.kind]: shorter as Fault } };
}

/** The difference between two tried lengths, in ms. */
const grain = 20;

describe.each(brokenLocks)('$id', (broken) => {
  const { lock, fixedCode, harm, faults, fixedOutcome = 'held' } = broken;
  const scenario = breakOf(broken);

  test('it breaks as it says, and fixed it holds in the same run', async () => {
    const broke = await verdictOf(broken, lock, scenario);
    expect(broke.outcome).toBe(harm);
    const held = await verdictOf(broken, fixedCode, scenario);
    expect(held.outcome).toBe(fixedOutcome);
    expect(held.data).toBe(fixedOutcome === 'held' ? 'safe' : 'refused');
  });

  test('a link carries it with its break', async () => {
    const { code, scenario: asked } = await questionOf(broken, lock, scenario);
    const shared = { ...code, guard: broken.guard, faults: asked };
    expect(decodeCode(encodeCode(shared) ?? '', withOwn(redisParts))).toEqual({ ok: true, shared });
  });

  if (faults === 'calm') return;

  test('without its one fault it holds', async () => {
    expect((await verdictOf(broken, lock, { ...scenario, faults: {} })).outcome).toBe('held');
  });

  const length = lengthOf(faults);
  if (length === null) return;
  const shorter = Array.from({ length: Math.ceil(length / grain) - 1 }, (_, index) => length - (index + 1) * grain);

  test.each(byNight(shorter.slice(0, 1), shorter))(
    'with %i ms it breaks nothing that the fix would fix',
    async (ms) => {
      const scenarioOf = withLength(scenario, faults, ms);
      const { outcome } = await verdictOf(broken, lock, scenarioOf);
      if (outcome === 'held') return;
      expect((await verdictOf(broken, fixedCode, scenarioOf)).outcome).toBe(outcome);
    },
  );
});
