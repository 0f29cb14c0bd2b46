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

test('the linter can find something', () => {
  expect(complaints(text.replace('EXPOSE 5180', 'EXPOSES 5180'))).not.toEqual([]);
});
