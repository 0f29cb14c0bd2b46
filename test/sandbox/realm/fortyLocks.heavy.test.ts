// The forty locks on the page: it refuses those that it cannot run, calls no broken lock safe, and finds nothing
// special in a correct one.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, it } from 'vitest';
import { redisParts } from '../../../src/core/run/redisParts';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { allowsAttack } from '../../../src/sandbox/own/ownCalls';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { byNight } from '../../support/nightly';
import { guestFiles } from '../../support/ownParts';
import { fortyLocks } from '../attack/fortyLocks';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: { ...redisParts, commands: everyCommand },
  now: () => performance.now(),
});
const call = { report: () => {}, pause: async () => {} };

async function answerTo(lock: string) {
  const code = { lock, check: null };
  const checked = await session.check(code);
  if (!checked.ok) return { problem: checked.problem, smallest: undefined, own: undefined };
  const kinds = byNight(
    ['pause', 'lose'] as const,
    ['pause', 'crash', 'lose', 'clock-jump', 'restart', 'delay'] as const,
  );
  return session.attack({ code, scenario: attackScenario(checked.settings), faultsMax: 1, kinds }, call);
}
const kinds = [...new Set(fortyLocks.map(({ is }) => is))];

// The search in a lock that renews takes as long as those in ten others; own/onlyHere has one at each push.
describe.each(
  byNight(
    kinds.filter((is) => is !== 'changed-another'),
    kinds,
  ),
)('%s', (is) => {
  const locks = fortyLocks.filter((lock) => lock.is === is);
  for (const { name, code } of byNight(locks.slice(0, 1), locks))
    it(name, async () => {
      const { problem, smallest, own } = await answerTo(code);
      const faults = smallest === undefined ? null : Object.keys(smallest.scenario.faults).length;
      if (is === 'refused') expect([problem?.kind, faults]).toEqual([expect.any(String), null]);
      else if (is === 'calm') expect(faults === 0 || (problem !== undefined && allowsAttack(problem))).toBe(true);
      else if (is === 'right') {
        expect([own, faults]).toEqual([undefined, 1]);
        expect([undefined, 'tasks-sharing']).toContain(problem?.kind);
      } else {
        // At night the holder also dies and comes back: where its name is its value, it then takes the lock that it
        // left.
        expect(byNight([is], [is, 'lost'])).toContain(own?.scenario.harm);
        expect(own?.place?.line).toBeGreaterThan(3);
      }
    });
});
