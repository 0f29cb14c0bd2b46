// Third-party code in the built site comes with its license, and is checked for known vulnerabilities.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { shippedFaults, shippedPackages } from '../scripts/shipped.mjs';

const shippedWith = (file: string) => shippedPackages(readFileSync(join(root, inject('siteFolder'), file), 'utf8'));

test.each([
  ['licenses.md', ['react', 'react-dom', 'zustand', 'd3-array', 'd3-zoom', 'd3-brush', 'valibot', '@fontsource/inter']],
  ['embed/licenses.md', ['preact', 'zustand', 'd3-array']],
])('%s names each package with the text of its licence', (file, expected) => {
  const packages = shippedWith(file);
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  // A few packages name their license only in their package.json.
  const hasText = (name: string) =>
    readdirSync(join(root, 'node_modules', name)).some((each) => /^licen[cs]e/i.test(each));
  for (const { name, text } of packages) if (hasText(name)) expect(text.length).toBeGreaterThan(300);
  expect(
    packages.filter(({ license }) => !/^(MIT|ISC|0BSD|OFL-1\.1|BSD-[23]-Clause|Apache-2\.0)$/.test(license)),
  ).toEqual([]);
});

test('a known vulnerability of a shipped package is named, that of a build tool is not', () => {
  const shipped = new Set(shippedWith('licenses.md').map(({ name }) => name));
  const vulnerabilities = {
    valibot: { severity: 'high', via: [{ title: 'Slow pattern', url: 'https://example.org/1' }] },
    vite: { severity: 'high', via: ['esbuild'] },
  };
  expect(shippedFaults({ vulnerabilities }, shipped)).toEqual(['valibot (high): Slow pattern https://example.org/1']);
});
