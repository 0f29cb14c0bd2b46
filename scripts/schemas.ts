// The parsers' own schemas as JSON Schema, for editors and other programs. The site serves them beside its pages.
import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { sharedSchemas } from '../src/core/model/scenario/parse/faultSchema';
import { scenarioSchema } from '../src/core/model/scenario/parse/scenarioSchema';
import type { NamedParts } from '../src/core/model/scenario/parts';
import { parts } from '../src/core/run/parts';
import { exerciseSchema } from '../src/course/kinds/parseExercise';

/** By file name on the site. */
export const schemas: Readonly<Record<string, () => string>> = {
  'scenario.schema.json': () => schemaText(),
  'exercise.schema.json': exerciseSchemaText,
};

export const schemaText = (known: NamedParts = parts): string =>
  textOf(
    toJsonSchema(scenarioSchema(known), { ...options, definitions: sharedSchemas }),
    'A scenario of the Redlock Playground',
    'All that a run depends on. Times are in milliseconds. Settings that are left out have their defaults.',
  );

/** The same for exercises that people make. */
export function exerciseSchemaText(): string {
  const scenario = scenarioSchema(parts);
  const { lock, storage } = scenario.entries;
  const definitions = { ...sharedSchemas, scenario, lock, storage };
  return textOf(
    toJsonSchema(exerciseSchema(scenario, parts.faults), { ...options, definitions }),
    'An exercise of the Redlock Playground',
    'A scenario, what may be done with it, and goals that are predicates over what comes of it.',
  );
}

/** The schema leaves out what only a program can check: quantiles that rise, processes that exist. */
const options = { target: 'draft-2020-12', typeMode: 'input', ignoreActions: ['check'] } satisfies ConversionConfig;

function textOf(schema: JsonSchema, title: string, description: string): string {
  return `${JSON.stringify({ $schema: schema.$schema, title, description, ...schema }, null, 2)}\n`;
}
