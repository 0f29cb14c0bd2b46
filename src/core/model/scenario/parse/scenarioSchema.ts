/**
 * The shape of a scenario as a valibot schema, made of the described fields. The parser runs it, and the published
 * schema is printed from it.
 */
import * as v from 'valibot';
import { harms } from '../../trace/severity';
import type { KindsOfFaults } from '../faultKind';
import type { Fields } from '../fields';
import type { Lock } from '../lock';
import type { NamedParts } from '../parts';
import { latencyToField, laterGroups, ownFields, seedField, settingsFields } from '../settingsFields';
import { aName, byProcess, exactly, faultsByName, fieldList, oneOf, schemaAddress } from './allowedTexts';
import { faultSchema, processesSchema, processSchema } from './faultSchema';
import { fieldSchema, nestedEntries, optionalEntries, type Schema, strict } from './fieldSchema';
import { allowing } from './problem';

const faultsMax = 100;
const nameLengthMax = 64;

const version = 2;

/** Making a schema takes twenty times as long as parsing with it. */
const schemas = new WeakMap<NamedParts, ReturnType<typeof madeSchema>>();

/** The schema of all scenarios with these locks, resources and faults. */
export function scenarioSchema(parts: NamedParts) {
  const schema = schemas.get(parts) ?? madeSchema(parts);
  schemas.set(parts, schema);
  return schema;
}

function madeSchema(parts: NamedParts) {
  return v.strictObject(
    {
      // Lets an editor find the published schema. The scenario does not keep it.
      $schema: v.optional(v.string(allowing(schemaAddress))),
      version: v.literal(version, allowing(exactly(version))),
      seed: v.optional(fieldSchema(seedField), seedField.default),
      lock: choiceOf(parts.locks, profileOf(parts)),
      storage: choiceOf(parts.resources),
      settings: v.optional(
        strict({ ...nestedEntries(settingsFields, isFilled), own: v.optional(ownSchema(parts)) }),
        {},
      ),
      faults: v.optional(faultsSchema(parts.faults), {}),
      harm: v.optional(v.picklist(harms, allowing(oneOf(harms)))),
    },
    allowing(fieldList(topFields)),
  );
}

/** A scenario without these groups stays as it is, and so do the links and files that hold it. */
const isFilled = (first: string): boolean => !laterGroups.includes(first);

const connectionSettings = Object.fromEntries(
  Object.entries(settingsFields).filter(([path]) => path.startsWith('connection.')),
);

const topFields = ['version', 'seed', 'lock', 'storage', 'settings', 'faults', 'harm'];

/** Exactly one of these locks (or resources), with only its own settings and its other fields. */
function choiceOf<Part extends { readonly id: string; readonly fields: Fields }>(
  partsById: ReadonlyMap<string, Part>,
  more: (part: Part) => Readonly<Record<string, Schema>> = () => ({}),
): Schema {
  const options = [...partsById.values()].map((part) => {
    const id = v.literal(part.id, allowing(oneOf([part.id]))) as Schema;
    return strict({ id, ...more(part), settings: v.optional(strict(optionalEntries(part.fields))) });
  });
  return v.variant('id', options, allowing(oneOf([...partsById.keys()])));
}

const profileOf =
  ({ profiles }: NamedParts) =>
  ({ id }: Lock): Readonly<Record<string, Schema>> => {
    const ids = [...profiles.values()].filter(({ lock }) => lock === id).map((profile) => profile.id);
    return ids.length === 0 ? {} : { profile: v.optional(v.picklist(ids, allowing(oneOf(ids)))) };
  };

const latencyToSchema = v.record(
  processSchema as v.GenericSchema<string>,
  fieldSchema(latencyToField),
  allowing(byProcess),
);

const ownSchema = ({ locks }: NamedParts) =>
  v.record(
    processSchema as v.GenericSchema<string>,
    strict({
      ...nestedEntries(ownFields, () => false),
      ...nestedEntries(connectionSettings, () => false),
      lock: v.optional(choiceOf(locks)),
      nodes: v.optional(processesSchema),
      latencyTo: v.optional(latencyToSchema),
    }),
    allowing(byProcess),
  );

const nameMessage = allowing(aName(nameLengthMax));
const faultsMessage = allowing(faultsByName(faultsMax));

const faultsSchema = (kinds: KindsOfFaults) =>
  v.pipe(
    v.record(
      v.pipe(v.string(nameMessage), v.minLength(1, nameMessage), v.maxLength(nameLengthMax, nameMessage)),
      faultSchema(kinds),
      faultsMessage,
    ),
    v.maxEntries(faultsMax, faultsMessage),
  );
