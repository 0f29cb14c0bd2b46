// The Dockerfile, without Docker: the linter of Docker's own language server. hadolint is not on npm, and the image is built and
// BuildKit's checks are made at night (site/dockerImage.nightly.live.test.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const complaints = (file: string): readonly string[] =>
  validate(file).map(({ range, message }) => `${range.start.line + 1}: ${message}`);

test('the linter finds nothing in it', () => {
  expect(complaints(text)).toEqual([]);
});

test.each([
  ['an unknown instruction', 'EXPOSE 5180', 'EXPOSES 5180'],
  ['a port that is none', 'EXPOSE 5180', 'EXPOSE page'],
  ['an unknown flag', 'HEALTHCHECK --interval', 'HEALTHCHECK --every'],
  ['a duration without a unit', '--timeout=5s', '--timeout=5'],
  ['a copy without a target', 'COPY . .', 'COPY .'],
])('the linter finds what is broken by hand: %s', (_, part, instead) => {
  expect(text).toContain(part);
  expect(complaints(text.replace(part, instead))).not.toEqual([]);
});
