// What holds for every library with its defaults, and for every setting at its limits. RUNS in the environment makes
// a longer search.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Field } from '../../../src/core/model/scenario/fields';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { choiceOfProfile } from '../../../src/core/model/scenario/profile';
import {
  defaultSettings,
  type LockChoice,
  type Scenario,
  type Setting,
  type Settings,
} from '../../../src/core/model/scenario/scenario';
import { fromMs } from '../../../src/core/model/values/time';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { eventCountMax, simulate } from '../../../src/core/sim/simulate';
import { byNight } from '../../support/nightly';

const others: readonly LockChoice[] = [
  'consul',
  'kubernetes-lease',
  'dynamodb-lock',
  'laravel-lock',
  'vault-dynamodb',
  'bullmq-job',
  'agent-lease',
  'object-store',
  'contents-lease',
  'lock-file',
  'shedlock',
  'shedlock-table',
  'redlock-py',
].map((id) => ({ id }));
const libraries: readonly LockChoice[] = [
  ...[...parts.profiles.values()].map((profile) => choiceOfProfile(profile)),
  ...others,
];
const runs = Number(process.env['RUNS'] ?? byNight(8, 150));

const nameOf = ({ id, profile = id }: LockChoice): string => profile;

function scenarioOf(lock: LockChoice, settings: Partial<Settings>, seed: number): Scenario {
  const whole = {
    version: 2,
    seed,
    lock,
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, ...settings },
    faults: {},
  };
  const parsed = parseScenario(structuredClone(whole), parts);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message.en).join(' '));
  return parsed.scenario;
}

/** No fault, work that fits into every lease, answers that fit into every timeout, and pauses between the attempts. */
const plainSettings = fc.record({
  seed: fc.nat(100_000),
  clients: fc.integer({ min: 2, max: 6 }),
  rounds: fc.integer({ min: 1, max: 3 }),
  stagger: fc.constantFrom(0, 1, 40, 300),
  think: fc.constantFrom(20, 100),
  work: fc.constantFrom(0, 50, 500, 1500),
  count: fc.integer({ min: 1, max: 7 }),
  latency: fc.constantFrom(0, 1, 10, { min: 2, p50: 6, p99: 15, max: 20 }, { min: 0, p50: 10, p99: 20, max: 24 }),
});

describe.each(libraries.map((lock) => ({ name: nameOf(lock), lock })))('$name', ({ lock }) => {
  it('lets no two in without a fault, loses no update, and everybody gets through', () => {
    fc.assert(
      fc.property(plainSettings, ({ seed, count, ...rest }) => {
        const nodes = { ...defaultSettings.nodes, count };
        const scenario = scenarioOf(lock, { ...rest, nodes, duration: 120_000, patience: 60_000 }, seed);
        const { verdict } = runScenario(scenario, parts);
        expect([verdict.lock, verdict.data]).toEqual(['held', 'safe']);
      }),
      { numRuns: runs },
    );
  });

  it('stays within its bounds with any setting at its limit, and can be judged and told', () => {
    for (const extreme of extremesOf(lock)) {
      const trace = simulate(scenarioOf(extreme, {}, 1), parts);
      expect(trace.count).toBeLessThan(eventCountMax + 1000);
      expect(trace.header.endedAt).toBeLessThanOrEqual(fromMs(defaultSettings.duration));
      const verdict = judge(trace, parts);
      for (const language of ['en', 'zh'] as const) expect(explain(verdict, speechOf[language]).sentence).not.toBe('');
    }
  });
});

/** The lock with one of its settings at a limit: all of them at night, some at a push. */
function extremesOf(lock: LockChoice): readonly LockChoice[] {
  const fields: Readonly<Record<string, Field>> = parts.locks.get(lock.id)?.fields ?? {};
  const all = Object.entries(fields).flatMap(([name, field]) =>
    limitsOf(field).map((value) => ({ ...lock, settings: { ...lock.settings, [name]: value } })),
  );
  return all.filter((_, i) => i % byNight(13, 1) === libraries.indexOf(lock) % byNight(13, 1));
}

function limitsOf(field: Field): readonly Setting[] {
  switch (field.kind) {
    case 'number':
      return [field.min, field.max];
    case 'flag':
      return [false, true];
    case 'choice':
      return field.options.map(({ id }) => id);
  }
}
