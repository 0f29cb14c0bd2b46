// Random scenarios of the real locks and checks. Much happens in them: short times, many faults, and every setting is
// used.
import fc from 'fast-check';
import type { Fields, SettingField } from '../../src/core/model/scenario/fields';
import type { Lock } from '../../src/core/model/scenario/lock';
import { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
import { resourceKeys } from '../../src/core/model/scenario/parts';
import { processesOfScenario } from '../../src/core/model/scenario/processes';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { Choice, Scenario, Settings } from '../../src/core/model/scenario/scenario';
import { nth } from '../../src/core/model/values/nth';
import { parts } from '../../src/core/run/parts';
import { anyFault } from './anyFault';

/** Lengths in the order of a run. Now and then the shortest that a field allows, or its longest within ten minutes. */
const usualMs = [0, 1, 5, 20, 20, 60, 60, 150, 150, 400, 400, 1000, 1000, 2000.5] as const;

function anyNumber({
  unit,
  min,
  max,
}: {
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}): fc.Arbitrary<number> {
  const within = (value: number): number => Math.max(min, Math.min(max, value));
  switch (unit) {
    case 'count':
      return fc.integer({ min, max: within(4) });
    case 'ratio':
      return fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((value) => value / 100);
    case 'ppm':
      return fc.constantFrom(min, max, -1.5, 0, 100, 90_000);
    default: {
      const usual = fc.constantFrom(...usualMs).map(within);
      const signed = min < 0 ? fc.tuple(usual, fc.boolean()).map(([value, back]) => (back ? -value : value)) : usual;
      return fc.oneof(
        { weight: 24, arbitrary: signed },
        { weight: 1, arbitrary: fc.constantFrom(min, Math.min(max, 600_000)) },
      );
    }
  }
}

export function anyValue(field: SettingField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'number':
      return anyNumber(field);
    case 'number-or-word':
      return fc.oneof({ weight: 3, arbitrary: anyNumber(field) }, { weight: 1, arbitrary: fc.constant(field.word.id) });
    case 'latency':
      return anyLatency;
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.options.map(({ id }) => id));
  }
}

const anyLatency = fc.oneof(
  fc.constantFrom(0, 1, 2, 10, 25.5),
  fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 4, maxLength: 4 }).map((four) => {
    const [min, p50, p99, max] = four.sort((a, b) => a - b);
    return { min, p50, p99, max };
  }),
);

/** Made once, because making it takes longer than a draw. */
const choices = new WeakMap<Fields, fc.Arbitrary<Choice>>();

/**
 * A third of the settings of a lock or a check are drawn and the others keep their defaults, so that most runs get
 * somewhere.
 */
function anyChoice([id, { fields }]: readonly [string, { readonly fields: Fields }]): fc.Arbitrary<Choice> {
  const known = choices.get(fields);
  if (known !== undefined) return known;
  const sometimes = (field: SettingField) =>
    fc.tuple(anyValue(field), fc.nat(2)).map(([given, third]) => (third === 0 ? given : undefined));
  const drawn = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sometimes(field)]));
  const choice = fc.record(drawn).map((given) => ({
    id,
    settings: Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Choice['settings'] & {},
  }));
  choices.set(fields, choice);
  return choice;
}

/** One world in four has unusual connections. */
const anyConnection = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        resends: fc.constantFrom(1, 3, 20),
        readTimeout: fc.constantFrom(0, 5, 300, 'kept'),
        deadline: fc.constantFrom(0, 1, 30, 200),
        releaseUnderDeadline: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
);

const anySettings = fc.record({
  clients: fc.constantFrom(1, 2, 2, 3, 4),
  rounds: fc.integer({ min: 1, max: 5 }),
  stagger: fc.constantFrom(0, 5, 300),
  think: fc.constantFrom(0, 10, 200),
  work: fc.constantFrom(0, 30, 400),
  storageTimeout: fc.constantFrom(1, 50, 2000, 2000),
  check: fc.constantFrom('none', 'before-write', 'each-step'),
  whenLost: fc.constantFrom('usual', 'at-once', 'at-next-look', 'never'),
  connectionLife: fc.constantFrom(100, 600, 900_000, 900_000),
  connection: anyConnection,
  nodes: fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    persistence: fc.constantFrom('none', 'everysec', 'always'),
    disk: fc.constantFrom('honest', 'slow', 'lies'),
    replicas: fc.constantFrom(0, 0, 1, 2, 3),
    replicaLag: fc.constantFrom(0, 2, 40, 700, 'never'),
  }),
  latency: anyLatency,
  loss: fc.constantFrom(0, 0, 0, 0, 0.02, 0.2),
  duration: fc.constantFrom(200, 800, 1500, 1500, 2500, 2500, 6000),
  patience: fc.constantFrom(10, 500, 5000),
});

type Own = NonNullable<Settings['own']>;

/** The settings of single processes. The lists of nodes name only existing nodes. */
const anyOwn = (present: readonly ProcessId[], lock: Lock): fc.Arbitrary<Own> => {
  const nodes = present.filter((id) => id.startsWith('node'));
  const own = (id: ProcessId): fc.Arbitrary<unknown> => {
    const optional: Record<string, fc.Arbitrary<unknown>> = {
      clock: fc.record({
        offset: anyNumber({ unit: 'ms', min: -1_800_000, max: 1_800_000 }),
        ppm: anyNumber({ unit: 'ppm', min: -200_000, max: 200_000 }),
      }),
      latency: anyLatency,
      latencyTo: fc.dictionary(fc.constantFrom(...present), anyLatency, { maxKeys: 2 }),
      wakesTo: fc.constantFrom('timers', 'messages'),
      ...(id.startsWith('client') ? { start: fc.constantFrom(0, 150, 900), connection: anyConnection } : {}),
      ...(id.startsWith('client') ? { key: fc.constantFrom(...resourceKeys), lock: anyChoice([lock.id, lock]) } : {}),
      ...(id.startsWith('client') && nodes.length > 0 ? { nodes: fc.subarray([...nodes], { minLength: 1 }) } : {}),
    };
    return fc.record(optional, { requiredKeys: [] });
  };
  return fc
    .uniqueArray(fc.constantFrom(...present), { maxLength: 3 })
    .chain((ids) => fc.record(Object.fromEntries(ids.map((id) => [id, own(id)])))) as fc.Arbitrary<Own>;
};

/**
 * Leaves out the clients' own settings of the lock where the parser refuses them, such as another quorum, or no
 * token.
 */
function fitting(scenario: Scenario, own: Own): Own {
  if (parseScenario(structuredClone({ ...scenario, settings: { ...scenario.settings, own } }), parts).ok) return own;
  return Object.fromEntries(Object.entries(own).map(([id, { lock: _, ...rest } = {}]) => [id, rest]));
}

interface Parts {
  readonly scenario: Scenario;
  readonly own: Own;
  readonly faults: readonly unknown[];
}

/** The scenario in the parser's form, with faults that a page kept although their target is gone. */
function parsed({ scenario, own, faults }: Parts): Scenario {
  const named = Object.fromEntries(faults.map((fault, i) => [`fault ${i + 1}`, fault]));
  const whole = { ...scenario, settings: { ...scenario.settings, own: fitting(scenario, own) }, faults: named };
  const result = parseScenario(structuredClone(whole), parts, { keptFaults: Object.keys(named) });
  if (result.ok) return result.scenario;
  throw new Error(result.problems.map(({ message }) => message.en).join(' '));
}

/** They are drawn more often, since most locks have no such service. */
const resourcesOfService = [...parts.resources].filter(([, { needs }]) => needs !== undefined);

const anyFrame = (locks: readonly (readonly [string, Lock])[]) =>
  fc
    .record({
      version: fc.constant(2),
      seed: fc.nat(1000),
      lock: fc.constantFrom(...locks).chain(anyChoice),
      storage: fc.constantFrom(...parts.resources, ...resourcesOfService, ...resourcesOfService).chain(anyChoice),
      settings: anySettings,
      faults: fc.constant({}),
    })
    .map((frame) => frame as unknown as Scenario)
    // Some checks do not work with every lock: they need a token, or a lock service to ask.
    .filter((frame) => parseScenario(structuredClone(frame), parts).ok);

function anyWorldAmong(locks: readonly (readonly [string, Lock])[]): fc.Arbitrary<Scenario> {
  return anyFrame(locks)
    .chain((scenario) => {
      const present = processesOfScenario(scenario, parts);
      const lock = nth(
        locks.map(([, one]) => one).filter(({ id }) => id === scenario.lock.id),
        0,
      );
      const steps = [...parts.client.steps, ...(lock.steps ?? []), 'of another lock'];
      return fc.record({
        scenario: fc.constant(scenario),
        own: anyOwn(present, lock),
        faults: fc.array(anyFault(present, steps), { maxLength: 6 }),
      });
    })
    .map(parsed);
}

/** Any scenario that the parser accepts, with faults of all kinds. */
export const anyWorld: fc.Arbitrary<Scenario> = anyWorldAmong([...parts.locks]);

/** Any such scenario with this lock. */
export const anyWorldOf = (lock: Lock): fc.Arbitrary<Scenario> => anyWorldAmong([[lock.id, lock]]);
