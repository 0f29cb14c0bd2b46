// A live run knows every script that a lock sends.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { everyScript as scripts } from '../../../src/core/locks/everyScript';

it('lists every script of the locks, each with a text of its own', () => {
  const folder = fileURLToPath(new URL('../../../src/core/locks', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /scripts\/\w+\.ts$/.test(file))
    .map((file) => basename(file));
  expect(scripts.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
  expect(new Set(scripts.map(({ lua }) => lua)).size).toBe(scripts.length);
});
