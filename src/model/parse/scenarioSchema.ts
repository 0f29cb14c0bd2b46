/**
 * The shape of a scenario as a valibot schema, made of the described fields. The parser runs it, and the published
 * schema is printed from it.
 */
import * as v from 'valibot';
import type { KindsOfFaults } from '../faultKind';
import type { Fields } from '../fields';
import type { Registry } from '../registry';
import { latencyToField, ownFields, seedField, settingsFields } from '../settingsFields';
import { faultSchema, processesSchema, processSchema } from './faultSchema';
import { fieldSchema, nestedEntries, oneOf, optionalEntries, type Schema, strict } from './fieldSchema';
import { allowing } from './problem';

const faultsMax = 100;
const nameLengthMax = 64;

/** The only version of the format so far. */
const version = 1;

/** The schema of every scenario that these locks, resources and faults make. Cost: some 300 small objects. */
export function scenarioSchema(registry: Registry) {
  return v.strictObject(
    {
      // Lets an editor find the published schema. It is not kept.
      $schema: v.optional(v.string(allowing({ en: 'the address of the schema', zh: '模式的地址' }))),
      version: v.literal(version, allowing({ en: `${version}`, zh: ` ${version}` })),
      seed: v.optional(fieldSchema(seedField), seedField.default),
      lock: choiceOf(registry.locks),
      storage: choiceOf(registry.resources),
      settings: v.optional(
        strict({ ...nestedEntries(settingsFields, { fill: true }), own: v.optional(ownSchema) }),
        {},
      ),
      faults: v.optional(faultsSchema(registry.faults), {}),
    },
    allowing({ en: topFields, zh: topFields }),
  );
}

const topFields = 'version, seed, lock, storage, settings, faults';

/** Exactly one of these locks (or resources), with only its own settings. */
function choiceOf(known: ReadonlyMap<string, { readonly id: string; readonly fields: Fields }>): Schema {
  const options = [...known.values()].map(({ id, fields }) => {
    const message = allowing(oneOf([id]));
    return strict({ id: v.literal(id, message) as Schema, settings: v.optional(strict(optionalEntries(fields))) });
  });
  return v.variant('id', options, allowing(oneOf([...known.keys()])));
}

const latencyToSchema = v.record(
  processSchema as v.GenericSchema<string>,
  fieldSchema(latencyToField),
  allowing({ en: 'an object with processes as its keys', zh: '以进程名为键的对象' }),
);

const ownSchema = v.record(
  processSchema as v.GenericSchema<string>,
  strict({
    ...nestedEntries(ownFields, { fill: false }),
    nodes: v.optional(processesSchema),
    latencyTo: v.optional(latencyToSchema),
  }),
  allowing({ en: 'an object with processes as its keys', zh: '以进程名为键的对象' }),
);

const nameMessage = allowing({
  en: `a name of 1 to ${nameLengthMax} characters`,
  zh: `1 到 ${nameLengthMax} 个字符的名字`,
});
const faultsMessage = allowing({
  en: `an object of at most ${faultsMax} faults by their names`,
  zh: `以名字为键、最多 ${faultsMax} 个故障的对象`,
});

const faultsSchema = (kinds: KindsOfFaults) =>
  v.pipe(
    v.record(
      v.pipe(v.string(nameMessage), v.minLength(1, nameMessage), v.maxLength(nameLengthMax, nameMessage)),
      faultSchema(kinds),
      faultsMessage,
    ),
    v.maxEntries(faultsMax, faultsMessage),
  );
