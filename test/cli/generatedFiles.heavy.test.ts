// Checked-in files that are made from runs match today's runs.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generatedFiles } from '../../src/cli/generatedFiles';

it.each(generatedFiles)(
  '$file is made of today’s runs (else run `npm run cli -- matrix --heads`)',
  async ({ file, text }) => {
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toBe(await text());
  },
);

it('the command is a program that finds the folders whose code a cell depends on', () => {
  const program = fileURLToPath(new URL('../../src/cli/matrix.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, '--help']);
  expect([status, String(stderr)]).toEqual([0, '']);
  expect(String(stdout)).toContain('--heads');
});
