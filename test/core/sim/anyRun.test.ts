// What must be true of every run, whatever its settings and its faults. RUNS and SEED in the environment make a longer
// or a different search.
import { env } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { all, type Call, type Program, quorum, step, to } from '../../../src/core/model/effects/effect';
import { command, isGrant, type Reply } from '../../../src/core/model/effects/request';
import type { Fault, When } from '../../../src/core/model/scenario/fault';
import { nodeId } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { kindNumber, type Trace } from '../../../src/core/model/trace/trace';
import { type EventOf, readEvents } from '../../../src/core/model/trace/traceReader';
import { digest } from '../../../src/core/model/values/digest';
import { fromMs } from '../../../src/core/model/values/time';
import { explain } from '../../../src/core/narrate/explain';
import { narrate } from '../../../src/core/narrate/narrate';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { eventCountMax, simulate } from '../../../src/core/sim/simulate';
import { anyWorld } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';
import { play } from '../../support/play';
import { expiryIsForeseen, keysComeAndGo, numbersFit } from '../../support/rules/entries';
import { faultsBeginAndEnd } from '../../support/rules/faults';
import { holdsFollowTheirLife } from '../../support/rules/holds';
import { connectionsKeepOrder, messagesEndOnce, restIsRest } from '../../support/rules/messages';
import { nobodyActsWhileStopped, timeNeverFalls } from '../../support/rules/processes';
import { brokenRules } from '../../support/rules/rule';

const seed = Number(env['SEED'] ?? 2016);
const runs = Number(env['RUNS'] ?? byNight(40, 1000));

const rules = [
  timeNeverFalls,
  nobodyActsWhileStopped,
  messagesEndOnce,
  connectionsKeepOrder,
  restIsRest,
  keysComeAndGo,
  expiryIsForeseen,
  numbersFit,
  holdsFollowTheirLife,
  faultsBeginAndEnd,
];

function check(share: number, holds: (scenario: Scenario, trace: Trace) => void): void {
  const property = fc.property(anyWorld, (scenario) => holds(scenario, simulate(scenario, parts)));
  fc.assert(property, { numRuns: Math.ceil(runs * share), seed, endOnFailure: runs > 1000 });
}

const longRun = runs * 200 + 120_000;

/** A fault that counts effects is injected elsewhere if there are more of them. */
const countsEffects = ({ faults }: Scenario): boolean =>
  Object.values(faults).some((fault) => 'when' in fault && fault.when.kind === 'effect');

describe('any run', { timeout: longRun }, () => {
  test('is the same where its connections are as usual, and where its deadline is far away', () => {
    check(0.5, (scenario) => {
      const { connection: _, own, ...settings } = scenario.settings;
      const alike = Object.entries(own ?? {}).map(([id, one]) => {
        const { connection: __, ...others } = one ?? {};
        return [id, others];
      });
      const plain = { ...scenario, settings: { ...settings, own: Object.fromEntries(alike) } };
      const keptSettings = { resends: 0, readTimeout: 'kept', deadline: 0, releaseUnderDeadline: false } as const;
      const connected = (connection: typeof keptSettings | { readonly deadline: number }): Scenario => ({
        ...plain,
        settings: { ...plain.settings, connection },
      });
      const before = digest(simulate(plain, parts));
      expect(digest(simulate(connected(keptSettings), parts))).toBe(before);
      if (!countsEffects(scenario)) expect(digest(simulate(connected({ deadline: 600_000 }), parts))).toBe(before);
    });
  });

  test('keeps the rules of the world, and its bound', () => {
    check(1, (_, trace) => {
      expect(brokenRules(trace, rules)).toEqual([]);
      expect(trace.count).toBeLessThan(eventCountMax + 1000);
      expect(trace.header.endedAt).toBeLessThanOrEqual(fromMs(trace.header.scenario.settings.duration));
    });
  });

  test('can be judged, and told in both languages', () => {
    check(0.15, (_, trace) => {
      const verdict = judge(trace, parts);
      for (const language of ['en', 'zh'] as const) {
        expect(explain(verdict, speechOf[language]).sentence).not.toBe('');
        if (narratesSomething(trace)) expect(narrate(trace, speechOf[language])).not.toEqual([]);
      }
    });
  });

  test('is the same bytes twice, and in whatever order its settings are written', () => {
    check(0.15, (scenario, trace) => {
      expect(digest(simulate(scenario, parts))).toBe(digest(trace));
      const settings = backwards(scenario.settings) as Scenario['settings'];
      expect(digest(simulate({ ...scenario, settings }, parts))).toBe(digest(trace));
    });
  });

  test('does not change before a fault that is added, nor at all by one after its end', () => {
    const later = fc.sample(fc.tuple(fc.constantFrom(...additions), fc.nat(2000)), { numRuns: 400, seed });
    let i = 0;
    check(0.15, (scenario, trace) => {
      const [addition = pauseOne, at = 0] = later[i++ % later.length] ?? [];
      const after = added(scenario, addition(scenario.settings.duration + 1));
      expect(digest(after)).toBe(digest(trace));
      expect([after.header.ended, after.header.endedAt]).toEqual([trace.header.ended, trace.header.endedAt]);
      for (const when of never) expect(digest(added(scenario, { ...pauseOne(0), when } as Fault))).toBe(digest(trace));
      const within = added(scenario, addition(at));
      expect(digest(upTo(within, fromMs(at)))).toBe(digest(upTo(trace, fromMs(at))));
    });
  });
});

const added = (scenario: Scenario, fault: Fault): Trace =>
  simulate({ ...scenario, faults: { ...scenario.faults, added: fault } }, parts);

type Addition = (at: number) => Fault;
const pauseOne: Addition = (at) => ({ kind: 'pause', process: 'client1', when: { kind: 'time', at }, for: 300 });

/**
 * A fault that waits for these makes the simulator check every effect and request, and is never injected: a run is
 * cut off long before.
 */
const never: readonly When[] = [
  { kind: 'effect', process: 'client1', nth: 10_000_000 },
  { kind: 'step', process: 'client1', step: 'work', nth: 10_000_000 },
  { kind: 'request', to: 'nodeA', side: 'after', nth: 10_000_000 },
];

const additions: readonly Addition[] = [
  pauseOne,
  (at) => ({ kind: 'restart', process: 'client1', when: { kind: 'time', at } }),
  (at) => ({ kind: 'clock-drift', process: 'nodeA', when: { kind: 'time', at }, ppm: 50_000, for: 'ever' }),
  (at) => ({ kind: 'cut', from: ['client1'], to: ['nodeA'], bothWays: true, when: { kind: 'time', at }, for: 100 }),
];

/** Steps alone may stay invisible: a run may be over before a client has asked for anything. */
const narratesSomething = ({ kind, count }: Trace): boolean =>
  kind.subarray(0, count).some((one) => one !== kindNumber.step);

/** The events before an instant. */
function upTo(trace: Trace, instant: number): Trace {
  const end = trace.at.findIndex((at) => at >= instant);
  const count = end < 0 ? trace.count : end;
  return { ...trace, count, strings: [] };
}

/** The same value with all its keys in reverse order. */
function backwards(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, backwards(inner)]),
  );
}

interface Asked {
  readonly calls: readonly Call[];
  readonly need: number | null;
  readonly replies: readonly (Reply | null)[];
}

const anyAsking = fc.record({
  timeouts: fc.array(fc.constantFrom(null, 15, 60, 200), { minLength: 1, maxLength: 5 }),
  needs: fc.array(fc.option(fc.integer({ min: 0, max: 6 })), { minLength: 1, maxLength: 4 }),
  loss: fc.constantFrom(0, 0.2),
  runSeed: fc.nat(100_000),
  faults: fc.array(
    fc.record({
      kind: fc.constantFrom('pause', 'restart'),
      node: fc.nat(4),
      at: fc.nat(300),
      length: fc.nat(150),
      isClient: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

describe('all and quorum', () => {
  test('return with what was really answered by then, and no sooner or later than it is decided', () => {
    fc.assert(
      fc.property(anyAsking, ({ timeouts, needs, loss, runSeed, faults }) => {
        const asked: Asked[] = [];
        const calls = timeouts.map((ms, i) =>
          to(nodeId(i), command('SET', `k${i % 2}`, 'v', 'NX'), { timeout: ms === null ? null : fromMs(ms) }),
        );
        const program = function* (): Program {
          for (const need of needs) {
            const replies = need === null ? yield* all(calls) : (yield* quorum(calls, need)).replies;
            asked.push({ calls, need, replies: [...replies] });
            yield* step('answered');
          }
        };
        const trace = play({
          programs: { client1: program },
          nodes: { count: timeouts.length },
          settings: { loss, latency: { min: 1, p50: 10, p99: 80, max: 120 }, duration: 3000 },
          seed: runSeed,
          faults: Object.fromEntries(
            faults.map(({ kind, node, at, length, isClient }, i) => {
              const process = isClient && kind === 'pause' ? 'client1' : nodeId(node % timeouts.length);
              return [
                `f${i}`,
                { kind, process, when: { kind: 'time', at }, ...(kind === 'pause' ? { for: length } : {}) } as Fault,
              ];
            }),
          ),
        });
        expect(asked.map(({ replies }) => replies.map(kindOf))).toEqual(heard(trace, asked));
        for (const { need, replies } of asked) if (need !== null) expect(isDecided(replies, need)).toBe(true);
      }),
      { numRuns: Math.max(100, runs / 4), seed },
    );
  });
});

const kindOf = (reply: Reply | null): string => reply?.kind ?? 'none';

/** The state of each call when the program went on, according to the trace. */
function heard(trace: Trace, asked: readonly Asked[]): string[][] {
  const found: string[][] = [];
  let messages: number[] = [];
  let outcomes = new Map<number, string>();
  for (const event of readEvents(trace)) {
    if (trace.header.processes[event.process]?.id !== 'client1') continue;
    if (event.kind === 'sent') messages.push(event.message);
    if (event.kind === 'received') outcomes.set(event.message - 1, 'ok');
    if (event.kind === 'timedOut' || event.kind === 'closed')
      outcomes.set(event.message, (event as EventOf<'closed'>).kind === 'closed' ? 'closed' : 'timeout');
    if (event.kind !== 'step' || found.length === asked.length) continue;
    found.push(messages.map((message) => outcomes.get(message) ?? 'none'));
    [messages, outcomes] = [[], new Map()];
  }
  return found;
}

function isDecided(replies: readonly (Reply | null)[], need: number): boolean {
  const granted = replies.filter((reply) => reply !== null && isGrant(reply)).length;
  const open = replies.filter((reply) => reply === null).length;
  return granted >= need || granted + open < need;
}
