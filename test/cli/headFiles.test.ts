// Checked-in files that are made from runs match today's runs.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { headFiles } from '../../src/cli/headFiles';

it.each(headFiles)('$file is made of today’s runs (else run `npm run matrix -- --heads`)', async ({ file, text }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toBe(await text());
});
