// The Dockerfile, without Docker: the linter of Docker's own language server, and our rules. hadolint is not on npm, and the
// image is built and BuildKit's checks are made at night (site/dockerImage.nightly.live.test.ts).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { dockerfileRules, isOfContext, parsedDockerfile } from './support/dockerfileRules';

const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const complaints = (file: string): readonly string[] =>
  validate(file).map(({ range, message }) => `${range.start.line + 1}: ${message}`);
const broken = (file: string): readonly string[] =>
  Object.entries(dockerfileRules).flatMap(([name, rule]) => (rule(parsedDockerfile(file)).length > 0 ? [name] : []));

test('the linter finds nothing in it', () => {
  expect(complaints(text)).toEqual([]);
});

test.each(Object.entries(dockerfileRules))('it keeps to the rule %s', (_, rule) => {
  expect(rule(parsedDockerfile(text))).toEqual([]);
});

describe('what is broken by hand is found', () => {
  test.each([
    ['an unknown instruction', 'EXPOSE 5180', 'EXPOSES 5180'],
    ['a port that is none', 'EXPOSE 5180', 'EXPOSE page'],
    ['an unknown flag', 'HEALTHCHECK --interval', 'HEALTHCHECK --every'],
    ['a duration without a unit', '--timeout=5s', '--timeout=5'],
    ['a copy without a target', 'COPY . .', 'COPY .'],
  ])('by the linter: %s', (_, part, instead) => {
    expect(text).toContain(part);
    expect(complaints(text.replace(part, instead))).not.toEqual([]);
  });

  const base = 'FROM node:24-bookworm-slim AS base';
  test.each([
    ['pinnedBase', base, 'FROM node AS base'],
    ['pinnedBase', base, 'FROM node:latest AS base'],
    ['pinnedBase', base, 'FROM node:lts-slim AS base'],
    ['ordinaryUser', 'USER node\n', ''],
    ['ordinaryUser', 'USER node\n', 'USER root\n'],
    ['ordinaryUser', 'USER node\n', 'USER 0:0\n'],
    ['ordinaryUser', 'EXPOSE 5180', 'USER root'],
    ['healthCheck', /HEALTHCHECK.*\n.*CMD.*\n/u, ''],
    ['healthCheck', /HEALTHCHECK.*\n.*CMD.*\n/u, 'HEALTHCHECK NONE\n'],
    ['execForm', /ENTRYPOINT.*\n/u, 'ENTRYPOINT node lib/cli.js\n'],
    ['smallLayers', '--no-install-recommends redis-server', 'redis-server'],
    ['smallLayers', '\\\n  && rm -rf /var/lib/apt/lists/*\nWORKDIR', '\nWORKDIR'],
    ['smallLayers', 'RUN apt-get update \\\n  && apt-get install', 'RUN apt-get install'],
    ['lockedPackages', 'npm ci', 'npm install'],
    ['noAdd', 'COPY . .', 'ADD . .'],
    ['builtParts', 'USER node', 'COPY src src/\nUSER node'],
  ] as const)('by the rule %s', (rule, part, instead) => {
    const changed = text.replace(part, instead);
    expect(changed).not.toBe(text);
    expect(broken(changed)).toEqual([rule]);
  });
});

test('an image has what the stage below it says, and nothing of the other stages', () => {
  const last = 'HEALTHCHECK CMD ["true"]\n';
  expect(broken(`FROM a:1 AS base\nUSER app\nFROM base\n${last}`)).toEqual([]);
  expect(broken(`FROM a:1 AS base\nUSER app\nFROM a:1\n${last}`)).toEqual(['ordinaryUser']);
});

test('what it copies by name is there, and nothing that it needs is kept from it', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const copied = parsedDockerfile(text)
    .getCOPYs()
    .filter(isOfContext)
    .flatMap((copy) => copy.getArguments().slice(0, -1).map(String));
  expect(copied).toContain('src/redlock/package.json');
  expect(copied.filter((path) => !existsSync(join(root, path)) || ignored.includes(path))).toEqual([]);
  for (const built of ['lib', 'src/redlock/lib', 'dist', '**/node_modules', '.git']) expect(ignored).toContain(built);
});
