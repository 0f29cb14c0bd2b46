// Timers that send nothing are no places of their own, and no break is missed: a search over fewer places finds the
// harms that a pause before every single effect does.
import { env } from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { clientId } from '../../../src/core/model/scenario/processId';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { fromMs, toMs } from '../../../src/core/model/values/time';
import type { Parts } from '../../../src/core/sim/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { survey } from '../../../src/core/sim/survey';
import { finished, withFaults } from '../../../src/search/explore/branch';
import { harmsOf } from '../../../src/search/explore/harm';
import { search } from '../../../src/search/explore/search';
import { type Space, spaceOf } from '../../../src/search/explore/space';
import { byNight } from '../../support/nightly';
import { ownParts, ownScenario } from '../../support/ownParts';

const set = "(await redis[0].set(key, me, 'NX', 'PX', ttl)) === 'OK'";
const remove = 'export const release = ({ redis, key }) => redis[0].del(key);';

const locks = {
  plain: `export const acquire = async ({ redis, key, ttl, me }) => ${set}; ${remove}`,
  'by its clock': `
    export async function acquire({ redis, key, ttl, me, clock }) {
      const start = clock.now();
      return ${set} && clock.now() - start < ttl / 2;
    }
    export const release = async ({ redis, key, me }) => { if ((await redis[0].get(key)) === me) await redis[0].del(key); };`,
  'by a flag': `let isOver = false, timer;
    export async function acquire({ redis, key, ttl, me }) {
      isOver = false;
      clearTimeout(timer);
      timer = setTimeout(() => { isOver = true; }, ttl / 2);
      return ${set} && !isOver;
    }
    export const release = ({ redis, key }) => isOver || redis[0].del(key);`,
} as const;

const idle = {
  interval: 'setInterval(() => {}, MS);',
  chain: '{ const again = () => void setTimeout(again, MS); again(); }',
  loop: 'void (async () => { for (;;) await new Promise((go) => setTimeout(go, MS)); })();',
  logs: "setInterval(() => console.log('.'), MS);",
} as const;

/** The work is longer than a request takes, so that timers are due between a request and its answer, too. */
const scenario = ownScenario(
  { ttl: 1000 },
  { rounds: 1, work: 300, think: 20, duration: 3000, latency: 60, patience: 3000 },
);

interface Found {
  readonly harms: ReadonlySet<string>;
  readonly places: number;
}

function found(parts: Parts): Found & { readonly space: Space } {
  const space = spaceOf(scenario, parts, { kinds: ['pause'], harm: 'any' });
  const { breaks, places } = finished(search(space, parts));
  const harms = new Set(
    breaks.flatMap((placements) =>
      harmsWith(
        space,
        parts,
        placements.map(({ fault }) => fault),
      ),
    ),
  );
  return { space, harms, places: places[0] ?? 0 };
}

const harmsWith = (space: Space, parts: Parts, faults: readonly Fault[]): readonly string[] =>
  harmsOf(simulate(withFaults(space.scenario, faults), parts), parts).map((harm) => `${harm} ${faults[0]?.kind}`);

/** Nobody works later, in ms. */
const workEnds = 1000;

/** A pause before each effect of each client. */
function byHand(space: Space, parts: Parts): ReadonlySet<string> {
  const harms = new Set<string>();
  const last = survey(space.scenario, parts)
    .effects.filter(({ at }) => toMs(at) < workEnds)
    .reduce((most, { nth }) => Math.max(most, nth), 0);
  for (const process of [clientId(1), clientId(2)])
    for (let nth = 1; nth <= last; nth++) {
      const when = { kind: 'effect', process, nth } as const;
      for (const length of space.lengths)
        for (const harm of harmsWith(space, parts, [{ kind: 'pause', process, when, for: length }])) harms.add(harm);
    }
  return harms;
}

const names = <T extends object>(of: T): fc.Arbitrary<keyof T & string> =>
  fc.constantFrom(...(Object.keys(of) as (keyof T & string)[]));

const anyTimer = fc.tuple(names(idle), fc.constantFrom(130, 250));

test('a search finds the same with and without idle timers, and what every place would show', async () => {
  await fc.assert(
    fc.asyncProperty(names(locks), fc.array(anyTimer, { minLength: 1, maxLength: 2 }), async (lock, timers) => {
      const top = timers.map(([name, ms]) => idle[name].replace('MS', String(ms))).join('\n');
      const [plain, timed] = [await ownParts(locks[lock]), await ownParts(`${top}\n${locks[lock]}`)];
      const [without, having] = [found(plain.parts), found(timed.parts)];
      expect(having.harms).toEqual(without.harms);
      expect(having.places - without.places).toBeLessThan(60);
      for (const harm of byHand(having.space, timed.parts)) expect(having.harms).toContain(harm);
      for (const own of [plain, timed]) own.dispose();
    }),
    { numRuns: Number(env['RUNS'] ?? byNight(1, 60)), seed: Number(env['SEED'] ?? 17), endOnFailure: true },
  );
}, 120_000);

test.for([
  ['waits again', '() => {}', 0],
  ['reads a clock: the first and the last stay', '() => { last = Date.now(); }', 2],
  ['sends', "() => redis.get('other')", 5],
] as const)('between a request and its answer, a tick that %s', async ([, tick, places]) => {
  const { parts, dispose } = await ownParts(`import Redis from 'ioredis';
    const redis = new Redis();
    let last = 0; setInterval(${tick}, 20); ${locks.plain}`);
  const { effects, trace } = survey(scenario, parts);
  const [asked] = eventsOf(trace, 'sent').filter(({ at }) => toMs(at) > 0);
  const inFlight = ({ at }: { readonly at: number }): boolean =>
    asked !== undefined && at > asked.at && at < asked.at + fromMs(119);
  const ticked = new Set(effects.filter((one) => one.process === 'client1' && inFlight(one)).map(({ at }) => at));
  expect(ticked.size).toBe(places);
  dispose();
});
