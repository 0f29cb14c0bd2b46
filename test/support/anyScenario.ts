// Random valid scenarios for property tests, drawn from the described fields. The parser must accept everything that
// the fields allow.
import fc from 'fast-check';
import type { Fault } from '../../src/core/model/scenario/fault';
import type { KindOfFault } from '../../src/core/model/scenario/faultKind';
import type { SettingField } from '../../src/core/model/scenario/fields';
import { processesOfScenario } from '../../src/core/model/scenario/processes';
import { isRedis, type ProcessId } from '../../src/core/model/scenario/processId';
import { defaultSettings, type Scenario, type Settings } from '../../src/core/model/scenario/scenario';
import { type SettingPath, settingsFields, withSetting } from '../../src/core/model/scenario/settingsFields';
import { smallParts } from './smallParts';

function anyNumber({ unit, min, max }: { unit: string; min: number; max: number }): fc.Arbitrary<number> {
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  const thousandths = fc.integer({ min: min * 1000, max: max * 1000 }).map((value) => value / 1000);
  return unit === 'count' || unit === 's' || max > 1e6 ? whole : fc.oneof(whole, thousandths);
}

function anyValue(field: SettingField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'number':
      return anyNumber(field);
    case 'number-or-word':
      return fc.oneof(anyNumber(field), fc.constant(field.word.id));
    case 'latency':
      return fc.oneof(
        anyNumber(field),
        fc.tuple(anyNumber(field), anyNumber(field), anyNumber(field), anyNumber(field)).map((four) => {
          const [min, p50, p99, max] = four.sort((a, b) => a - b);
          return { min, p50, p99, max };
        }),
      );
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...field.options.map((option) => option.id));
  }
}

const anySettings: fc.Arbitrary<Settings> = fc
  .record(Object.fromEntries(Object.entries(settingsFields).map(([path, field]) => [path, anyValue(field)])), {
    requiredKeys: [],
  })
  .map((given) =>
    Object.entries(given).reduce<Settings>(
      (settings, [path, value]) => withSetting(settings, path as SettingPath, value),
      defaultSettings,
    ),
  );

const anyWhen = (clients: readonly ProcessId[]) =>
  fc.oneof(
    fc.record({ kind: fc.constant('time'), at: fc.integer({ min: 0, max: 600_000 }) }),
    fc.record(
      {
        kind: fc.constant('step'),
        process: fc.constantFrom(...clients),
        step: fc.constantFrom(...smallParts.client.steps),
        nth: fc.integer({ min: 1, max: 100 }),
        plus: fc.integer({ min: 0, max: 1000 }),
      },
      { requiredKeys: ['kind', 'process', 'step', 'nth'] },
    ),
  );

/** A fault that finds its target among these processes. */
function anyFault(
  { kind, target: targetKind, appliesTo, fields: described }: KindOfFault,
  present: readonly ProcessId[],
): fc.Arbitrary<Fault> {
  const clients = present.filter((id) => id.startsWith('client'));
  const servers = present.filter((id) => !id.startsWith('client'));
  const own = Object.fromEntries(Object.entries(described).map(([name, field]) => [name, anyValue(field)]));
  const message = fc.record({
    from: fc.constantFrom(...clients),
    to: fc.constantFrom(...servers),
    leg: fc.constant('request'),
    nth: fc.integer({ min: 1, max: 100 }),
  });
  const when = anyWhen(clients);
  const targets: Readonly<Record<KindOfFault['target'], Record<string, fc.Arbitrary<unknown>>>> = {
    message: { message },
    link: {
      when,
      from: fc.subarray([...clients], { minLength: 1 }),
      to: fc.subarray([...servers], { minLength: 1 }),
    },
    process: { when, process: fc.constantFrom(...(appliesTo === 'lock-server' ? present.filter(isRedis) : present)) },
  };
  return fc.record({ kind: fc.constant(kind), ...targets[targetKind], ...own }) as unknown as fc.Arbitrary<Fault>;
}

const anyName = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((name) => name.length <= 64 && !(name in Object.prototype) && name !== 'prototype');

/** Any valid scenario of the small parts, with all its settings. */
export const anyScenario: fc.Arbitrary<Scenario> = fc
  .record({
    version: fc.constant(2 as const),
    seed: fc.integer({ min: 0, max: 4_294_967_295 }),
    lock: fc.constantFrom({ id: 'one-node' }, { id: 'all-nodes', settings: { tries: 7, validity: false } }),
    storage: fc.constant({ id: 'no-check' }),
    settings: anySettings,
    faults: fc.constant({}),
  })
  .chain((scenario) => {
    const present = processesOfScenario(scenario, smallParts);
    // There are no replicas and no lock service, so faults that hit those are left out.
    const kinds = [...smallParts.faults.values()].filter(
      ({ appliesTo }) => appliesTo !== 'replicated' && appliesTo !== 'service',
    );
    const fault = fc.constantFrom(...kinds).chain((kind) => anyFault(kind, present));
    return fc
      .dictionary(anyName, fault, { maxKeys: 6, noNullPrototype: true })
      .map((faults) => ({ ...scenario, faults }));
  });
