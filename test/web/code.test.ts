// The code panel shows the files that run, and finds every step in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parts } from '../../src/core/run/parts';
import { bodyStart, stepLines } from '../../src/web/code/stepLines';
import '../support/handIn';

const read = (source: string): string => readFileSync(join(import.meta.dirname, '../../src', source), 'utf8');

const programs = [
  ['the client', parts.client.source, parts.client.steps] as const,
  ...[...parts.locks.values()].map(({ id, source, steps }) => [id, source, steps] as const),
];

describe.each(programs)('%s', (_, source, steps) => {
  const text = read(source);

  test('has every one of its steps in its source', () => {
    expect([...stepLines(text).keys()].sort()).toEqual(expect.arrayContaining([...steps].sort()));
  });

  test('is shown from below its imports on, with no step above', () => {
    const start = bodyStart(text);
    const above = text.split('\n').slice(0, start);
    expect(above.filter((line) => /\bstep\(/.test(line))).toEqual([]);
    expect(
      text
        .split('\n')
        .slice(start)
        .some((line) => line.startsWith('import ')),
    ).toBe(false);
  });
});

test('the sources of all checks are there', () => {
  for (const { source } of parts.resources.values()) expect(read(source).length).toBeGreaterThan(0);
});

test('a step is found where the code yields it, not where a comment names it', () => {
  const lines = stepLines("// the step 'write'\nyield* step('write');\nyield* step('write');");
  expect([...lines]).toEqual([['write', 1]]);
});
