// What must be true of the verdict on any run of any lock: random scenarios with faults of all kinds. RUNS and SEED in
// the environment make a longer or a different search.
import { env } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { lockSettingsOfAll } from '../../../src/core/model/scenario/chosenParts';
import type { Lock } from '../../../src/core/model/scenario/lock';
import { keyOf } from '../../../src/core/model/scenario/parts';
import { clientId } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Rule } from '../../../src/core/model/trace/cause';
import type { Trace } from '../../../src/core/model/trace/trace';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { anyWorldOf } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';

const seed = Number(env['SEED'] ?? 17);
const worldsAtNight = 100_000;
const runs = Number(env['RUNS'] ?? byNight(8, Math.ceil(worldsAtNight / parts.locks.size)));

describe.each([...parts.locks.values()].map((lock) => [lock.id, lock] as const))('%s', (_, lock) => {
  test('the verdict on any run', { timeout: runs * 200 + 60_000 }, () => {
    fc.assert(
      fc.property(anyWorldOf(lock), (scenario) => {
        const trace = simulate(scenario, parts);
        const verdict = judge(trace, parts);
        if (verdict.lock === 'stuck') staysStuck(scenario);
        else countsInsideTwice(trace, verdict);
        if (isPromised(trace) || isInOneTransaction(scenario, lock))
          expect(['lost', 'torn']).not.toContain(verdict.data);
        if (verdict.outcome === 'overlap' || verdict.outcome === 'lost') namesACause(verdict);
      }),
      { numRuns: runs, seed, endOnFailure: runs > 1000 },
    );
  });
});

/**
 * The run is still stuck when it is ten times as long. A run that reaches the bound of events shows nothing. If the
 * resource is stuck and the lock is not, two may be inside later, which is the graver verdict on the lock.
 */
function staysStuck(scenario: Scenario): void {
  const { settings } = scenario;
  const longer = simulate({ ...scenario, settings: { ...settings, duration: settings.duration * 10 } }, parts);
  if (longer.header.ended === 'bound') return;
  const { lock, facts } = judge(longer, parts);
  const isMarkLeft = facts.some(({ kind, values }) => kind === 'stuck-entry' && 'isMark' in values);
  expect(lock === 'overlap' && isMarkLeft ? 'stuck' : lock).toBe('stuck');
}

interface Inside {
  readonly process: number;
  readonly shared: boolean;
}

const isOneTooMany = (inside: readonly Inside[]): boolean =>
  inside.some((one, i) =>
    inside.slice(i + 1).some((other) => other.process !== one.process && !(other.shared && one.shared)),
  );

/** How long two or more were inside, from the clients' own marks, one after the other, without any span. */
function countsInsideTwice(trace: Trace, { lock, measures }: Verdict): void {
  const inside = new Map<number, Inside>();
  let micros = 0;
  let before = 0;
  const pass = (at: number): void => {
    if (isOneTooMany([...inside.values()])) micros += at - before;
    before = at;
  };
  for (const event of readEvents(trace)) {
    pass(event.at);
    if (event.kind === 'acquired') inside.set(event.hold, { process: event.process, shared: event.shared === 1 });
    if (event.kind === 'releasing' || event.kind === 'stopped') inside.delete(event.hold);
    if (event.kind === 'crashed')
      for (const [hold, { process }] of inside) if (process === event.process) inside.delete(hold);
  }
  pass(trace.header.endedAt);
  expect(measures.overlapTime).toBe(micros);
  expect(lock === 'overlap').toBe(micros > 0);
}

/** The check promises that nothing is lost, and the lock gave out rising tokens. */
function isPromised(trace: Trace): boolean {
  const { guard } = trace.header;
  if (guard !== 'while-tokens-rise') return guard === 'always';
  const tokens = [...readEvents(trace)].flatMap((event) => (event.kind === 'acquired' ? [event.token] : []));
  return tokens.every((token, i) => i === 0 || token > (tokens[i - 1] ?? 0));
}

/** The write is part of the transaction that holds the lock, and all clients use one name for the lock. */
function isInOneTransaction(scenario: Scenario, lock: Lock): boolean {
  const { storage, settings } = scenario;
  const names = Array.from({ length: settings.clients }, (_, i) => keyOf(settings, clientId(i + 1)));
  return (
    storage.id === 'same-database' &&
    lockSettingsOfAll(scenario, lock).every(({ scope }) => scope === 'transaction') &&
    new Set(names).size === 1
  );
}

/** Causes about who was let in, and with which result, say what happened. Another cause must say why. */
const effects: readonly Rule[] = ['granted', 'grantedToo', 'bothInside', 'wrote', 'overwrote'];

function namesACause({ chain }: Verdict): void {
  if (chain.some(({ values }) => 'unlocked' in values && values.unlocked === 1)) return;
  expect(chain.map(({ rule }) => rule).filter((rule) => !effects.includes(rule))).not.toEqual([]);
}
