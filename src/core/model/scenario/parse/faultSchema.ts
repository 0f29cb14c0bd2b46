/** The shape of a fault. It does not say whether its processes and steps exist: see `faultProblem`. */
import * as v from 'valibot';
import type { FaultChoice, FaultField, KindOfFault, KindsOfFaults } from '../faultKind';
import { whenFields } from '../whenFields';
import { aMessage, aProcess, aStep, oneOf, processes } from './allowedTexts';
import { type Entries, fieldSchema, type Schema, strict } from './fieldSchema';
import { allowing } from './problem';

const processPattern = /^(client[1-9]|node[A-I]|replica[A-I][1-3]|service|member[A-E]|storage[A-I]?|sentinel[1-5])$/;
const stepLengthMax = 64;
const processesMax = 60;

const processMessage = allowing(aProcess);

/** A well-formed name of a process. */
export const processSchema: Schema = v.pipe(v.string(processMessage), v.regex(processPattern, processMessage));

const processList = (atLeast: number): Schema => {
  const message = allowing(processes(atLeast, processesMax));
  return v.pipe(v.array(processSchema, message), v.minLength(atLeast, message), v.maxLength(processesMax, message));
};

/** A list of at least one process. */
export const processesSchema = processList(1);

const literal = (word: string): Schema => v.literal(word, allowing(oneOf([word])));

const words = (...options: readonly string[]): Schema => v.picklist(options, allowing(oneOf(options)));

const stepMessage = allowing(aStep);
const stepSchema = v.pipe(v.string(stepMessage), v.minLength(1, stepMessage), v.maxLength(stepLengthMax, stepMessage));

const nth = fieldSchema(whenFields.nth);

const whenSchema = v.variant(
  'kind',
  [
    strict({ kind: literal('time'), at: fieldSchema(whenFields.at) }),
    strict({
      kind: literal('step'),
      process: processSchema,
      step: stepSchema,
      nth,
      plus: v.optional(fieldSchema(whenFields.plus)),
    }),
    strict({ kind: literal('effect'), process: processSchema, nth }),
    strict({
      kind: literal('request'),
      to: processSchema,
      from: v.optional(processSchema),
      side: words('before', 'after'),
      nth,
    }),
  ],
  allowing(oneOf(['time', 'step', 'effect', 'request'])),
);

const messageEntries = { from: processSchema, to: processSchema, leg: words('request', 'reply', 'push') };

const messageSchema = v.union(
  [strict({ ...messageEntries, nth }), strict({ ...messageEntries, after: fieldSchema(whenFields.after) })],
  allowing(aMessage),
);

const targets = {
  process: { when: whenSchema, process: processSchema },
  link: { when: whenSchema, from: processList(1), to: processList(1) },
  message: { message: messageSchema },
} as const satisfies Readonly<Record<KindOfFault['target'], Entries>>;

function choiceSchema<F>(choice: FaultChoice<F>): Schema {
  switch (choice.offers) {
    case 'words':
      return v.optional(words(...choice.words.map(({ id }) => id)));
    case 'process':
      return v.optional(processSchema);
    case 'processes':
      return v.optional(processList(0));
    default:
      return choice satisfies never;
  }
}

const ownSchema = (field: FaultField): Schema =>
  field.appliesTo === undefined ? fieldSchema(field) : v.optional(fieldSchema(field));

function schemaOf({ kind, target, fields, choices = [] }: KindOfFault) {
  return strict({
    kind: literal(kind),
    ...targets[target],
    ...Object.fromEntries(choices.map((choice) => [choice.name, choiceSchema(choice)])),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ownSchema(field)])),
  });
}

/** Any fault of these kinds, distinguished by `kind`. */
export const faultSchema = (kinds: KindsOfFaults) =>
  v.variant('kind', [...kinds.values()].map(schemaOf), allowing(oneOf([...kinds.keys()])));

/** Parts that many faults share, by the name that the published schema gives them. */
export const sharedSchemas = { process: processSchema, when: whenSchema, message: messageSchema } as const;
