// Writes the parsers' own schemas as JSON Schema into public/scenario.schema.json and public/exercise.schema.json: `npx
// tsx scripts/makeSchema.ts`. Tests compare the committed files with its output.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { exerciseSchema } from '../src/model/parse/exerciseSchema';
import { sharedSchemas } from '../src/model/parse/faultSchema';
import { scenarioSchema } from '../src/model/parse/scenarioSchema';
import type { NamedParts } from '../src/model/parts';
import { parts } from '../src/run/parts';

export const schemaFile = fileURLToPath(new URL('../public/scenario.schema.json', import.meta.url));
export const exerciseSchemaFile = fileURLToPath(new URL('../public/exercise.schema.json', import.meta.url));

/** The text of the published schema. It leaves out what only a program can check: quantiles that rise, processes that exist. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(schemaFile, schemaText());
  writeFileSync(exerciseSchemaFile, exerciseSchemaText());
}
