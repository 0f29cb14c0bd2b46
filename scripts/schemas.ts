// The parsers' own schemas as JSON Schema, for editors and other programs. The site serves them beside its pages.
import { toJsonSchema } from '@valibot/to-json-schema';
import { sharedSchemas } from '../src/core/model/parse/faultSchema';
import { scenarioSchema } from '../src/core/model/parse/scenarioSchema';
import type { NamedParts } from '../src/core/model/parts';
import { parts } from '../src/core/run/parts';
import { exerciseSchema } from '../src/course/kinds/parseExercise';

/** By file name on the site. */
export const schemas: Readonly<Record<string, () => string>> = {
  'scenario.schema.json': () => schemaText(),
  'exercise.schema.json': () => exerciseSchemaText(),
};

/** The schema leaves out what only a program can check: quantiles that rise, processes that exist. */
export function schemaText(known: NamedParts = parts): string {
  const schema = toJsonSchema(scenarioSchema(known), {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check'],
    definitions: sharedSchemas,
  });
  const head = {
    $schema: schema.$schema,
    title: 'A scenario of the Redlock Playground',
    description:
      'All that a run depends on. Times are in milliseconds. Settings that are left out have their defaults.',
  };
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
}

/** The same for exercises that people make. */
export function exerciseSchemaText(): string {
  const scenario = scenarioSchema(parts);
  const schema = toJsonSchema(exerciseSchema(scenario, parts.faults), {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions: ['check'],
    definitions: { ...sharedSchemas, scenario, lock: scenario.entries.lock, storage: scenario.entries.storage },
  });
  const head = {
    $schema: schema.$schema,
    title: 'An exercise of the Redlock Playground',
    description: 'A scenario, what may be done with it, and goals that are predicates over what comes of it.',
  };
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
}
