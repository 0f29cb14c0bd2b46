// A live run knows every script that a lock sends.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { everyScript as scripts } from '../../../src/core/locks/everyScript';

it('lists every script of the locks, each with a text of its own', () => {
  const files = readdirSync(fileURLToPath(new URL('../../../src/core/locks/scripts', import.meta.url)));
  expect(scripts.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  expect(new Set(scripts.map(({ lua }) => lua)).size).toBe(scripts.length);
});
