// Prints the parser's own schema as JSON Schema into public/scenario.schema.json: `npx tsx scripts/makeSchema.ts`.
// A test holds the committed file against what this makes.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { registry } from '../src/explore/registry';
import { sharedSchemas } from '../src/model/parse/faultSchema';
import { scenarioSchema } from '../src/model/parse/scenarioSchema';

export const schemaFile = fileURLToPath(new URL('../public/scenario.schema.json', import.meta.url));

/** The text of the published schema. What only a program can check (quantiles that rise, processes that exist) is not in it. */
export function schemaText(): string {
  const schema = toJsonSchema(scenarioSchema(registry), {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(schemaFile, schemaText());
