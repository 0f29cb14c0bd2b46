// What Redlock never does, whatever the nodes answer and however long they take.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redlock } from '../../../src/core/locks/redlock/lock';
import { isGrant } from '../../../src/core/model/effects/request';
import { withDefaults } from '../../../src/core/model/scenario/fields';
import { nodeId } from '../../../src/core/model/scenario/processId';
import type { Setting } from '../../../src/core/model/scenario/scenario';
import { fromMs } from '../../../src/core/model/values/time';
import { spansOf } from '../../../src/core/spans/spans';
import { anyValue } from '../../support/anyWorld';
import { DrivenWorld, type Sent } from '../../support/drive';
import { byNight } from '../../support/nightly';
import { runOf } from '../../support/runOf';
import { type Vote, votingNodes } from '../../support/votingNodes';

const vote: fc.Arbitrary<Vote> = fc.constantFrom('yes', 'yes', 'no', 'silent', 'closed', 'error');

const arbitraryRun = fc.record({
  nodeCount: fc.integer({ min: 1, max: 9 }),
  /** A row of votes for each try. All later tries use the last row. */
  tries: fc.array(
    fc.array(fc.record({ vote, afterMs: fc.integer({ min: 0, max: 900 }) }), { minLength: 9, maxLength: 9 }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  pausesMs: fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 12 }),
  own: fc.record({
    ttl: fc.integer({ min: 1, max: 2000 }),
    ask: fc.constantFrom('parallel', 'sequence'),
    keys: fc.integer({ min: 1, max: 3 }),
    nodeTimeout: fc.integer({ min: 1, max: 1000 }),
    minValidity: fc.integer({ min: 0, max: 500 }),
    clock: fc.constantFrom('wall', 'mono', 'larger'),
    startOrder: fc.constantFrom('same', 'rotated'),
    releaseBetweenTries: fc.boolean(),
    token: fc.constantFrom('none', 'one-node', 'quorum'),
    driftFactor: fc.constantFrom(0, 0.01, 0.1),
    takes: fc.constantFrom('free', 'free-or-mine'),
    goesOn: fc.constantFrom('decided', 'granted', 'all'),
    timeoutOn: fc.constantFrom('every', 'acquire'),
    releaseAwaits: fc.constantFrom('all', 'majority'),
    owner: fc.constantFrom('acquire', 'try'),
  }),
});

type ArbitraryRun = typeof arbitraryRun extends fc.Arbitrary<infer R> ? R : never;

function perform({ nodeCount, tries, pausesMs, own }: ArbitraryRun) {
  const nodes = Array.from({ length: nodeCount }, (_, i) => nodeId(i));
  const settings = withDefaults(redlock.fields, { ...own, tries: tries.length });
  const world: DrivenWorld = new DrivenWorld({
    answer: (call) => {
      const row = tries[world.steps.filter((step) => step === 'ask').length - 1] ?? [];
      const votes = row.map((cell) => cell.vote);
      const after = row.map((cell) => cell.afterMs);
      return votingNodes({ SET: votes, setIfAllAbsent: votes, setIfFreeOrMine: votes, INCR: votes }, after)(call);
    },
    atStep: () => world.pass(pausesMs[world.steps.length] ?? 0),
  });
  const answer = world.run(redlock.acquire({ me: 'client3', nodes, key: 'stock', settings, hold: 1 }));
  return { nodes, settings, world, answer };
}

const isSet = ({ command }: Sent): boolean => /^(SET|setIfAllAbsent|setIfFreeOrMine)$/.test(command);
const isDelete = ({ command }: Sent): boolean => command.startsWith('compareAndDelete');

test('is never held with fewer grants in its last try than a majority, nor with too little validity', () => {
  fc.assert(
    fc.property(arbitraryRun, (given) => {
      const { nodes, world, answer } = perform(given);
      if (answer.kind !== 'held') return;
      const lastTry = world.sent.filter(isSet).slice(-nodes.length);
      const grants = lastTry.filter(({ reply }) => reply !== null && isGrant(reply)).length;
      expect(grants * 2).toBeGreaterThan(nodes.length);
      expect(answer.validFor).toBeGreaterThan(fromMs(given.own.minValidity));
      // This is true time, since no clock was changed: no client trusts in more than the rest of the oldest key's
      // TTL.
      const askedAtMs = lastTry[0]?.atMs ?? Number.NaN;
      expect(answer.validFor).toBeLessThanOrEqual(
        fromMs(askedAtMs + given.own.ttl - world.atMs) + pauseAfterT2(given, world),
      );
    }),
    { numRuns: byNight(150, 5000) },
  );
});

test('a refused acquire always ends with a release to every node', () => {
  fc.assert(
    fc.property(arbitraryRun, (given) => {
      const { nodes, world, answer } = perform(given);
      if (answer.kind !== 'refused') return;
      const { owner, releaseBetweenTries } = given.own;
      const tries = given.tries.length;
      const values = owner === 'try' && !releaseBetweenTries ? tries : 1;
      const last = world.sent.slice(-nodes.length * values);
      expect(last.every(isDelete)).toBe(true);
      expect(last.slice(-nodes.length).map(({ to }) => to)).toEqual(nodes);
      const releases = world.sent.filter(isDelete).length / nodes.length;
      expect(releases).toBe(releaseBetweenTries ? tries : values);
    }),
    { numRuns: byNight(150, 5000) },
  );
});

/** Every setting of an extension, a release and a notification; a majority or more; times that the work meets. */
const anyLibrary = fc.record({
  seed: fc.nat(1000),
  clients: fc.integer({ min: 2, max: 4 }),
  work: fc.constantFrom(50, 900, 2500),
  settings: fc
    .record(
      Object.fromEntries(
        Object.entries(redlock.fields)
          .filter(([name]) => !['ttl', 'quorum', 'nodeTimeout', 'extensions', 'validityCheck'].includes(name))
          .map(([name, field]) => [name, anyValue(field)]),
      ),
      { requiredKeys: [] },
    )
    .map((drawn) => drawn as Readonly<Record<string, Setting>>),
  own: fc.record({
    ttl: fc.constantFrom(4000, 9000),
    quorum: fc.constantFrom('majority', 'unrounded', '3', '4', '5', '6'),
    nodeTimeout: fc.constantFrom(0, 500, 2000),
    extensions: fc.constantFrom(0, 1, 20),
  }),
});

test('without faults, no library lets two in with a majority and a TTL longer than the work', () => {
  fc.assert(
    fc.property(anyLibrary, ({ seed, clients, work, settings, own }) => {
      const lock = { id: 'redlock', settings: { ...settings, ...own } };
      const { verdict, trace } = runOf({ lock, settings: { clients, work, stagger: 40, duration: 20_000 } }, seed);
      expect(['overlap', 'lost']).not.toContain(verdict.outcome);
      // No key is left that nobody releases and that never expires.
      expect(spansOf(trace).entries.filter(({ isLock, expiresAt }) => isLock && expiresAt === null)).toEqual([]);
    }),
    { numRuns: byNight(100, 2000) },
  );
});

/** No check can see the time that passed between t2 and the end. */
function pauseAfterT2({ pausesMs }: ArbitraryRun, world: DrivenWorld): number {
  return world.steps.at(-1) === 'validity' ? fromMs(pausesMs[world.steps.length] ?? 0) : 0;
}
