// The address of a recorded run: it opens to the same events, and whatever else it holds is a problem in words.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embed } from '../../src/content/address/embed';
import { read } from '../../src/content/address/read';
import { write } from '../../src/content/address/write';
import { sealed } from '../../src/core/model/links/sealed';
import { parts } from '../../src/core/run/parts';
import { encodeTrace } from '../../src/live/wire/traceJson';
import { withOwn } from '../../src/sandbox/own/knownParts';
import { readRecordedLink, recordedLink } from '../../src/web/files/savedRun';
import { recordedText, recordedTrace } from '../support/recordedRun';

const known = withOwn(parts);
const link = recordedLink(recordedTrace) ?? '';

test('a link opens to the run that it was made from, and is short', () => {
  const opened = readRecordedLink(link, known);
  expect(JSON.parse(opened.ok ? encodeTrace(opened.run.trace) : '')).toEqual(JSON.parse(recordedText));
  expect(opened.ok && opened.run.verdict.outcome).not.toBe('unknown');
  expect(link.length).toBeLessThan(6000);
});

test('the page and a post read it as a recorded run', () => {
  const address = write({ run: { kind: 'recorded', link } }, 'https://host/');
  expect(address).toBe(`https://host/#${link}`);
  expect(read(address).run).toEqual({ kind: 'recorded', link });
  expect(read(`https://host/embed/?v=1#${link}`, embed).run).toEqual({ kind: 'recorded', link });
});

test('a run that is longer than a link may be has none', () => {
  const strings = Array.from({ length: 40_000 }, (_, i) => `key ${i} ${Math.sin(i)}`);
  expect(recordedLink({ ...recordedTrace, strings })).toBeNull();
});

const anyEdit = fc.tuple(fc.nat(recordedText.length), fc.nat(40), fc.string({ maxLength: 12 }));

test('a link that was damaged, or that lies, is a problem in words and never throws', () => {
  fc.assert(
    fc.property(fc.nat(link.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, text) => {
      const opened = readRecordedLink(link.slice(0, at) + text, known);
      expect(opened.ok ? '' : opened.problem.en).not.toBe(undefined);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anyEdit.map(edited)), (value) => {
      const opened = readRecordedLink(`r=${sealed(value)}`, known);
      if (!opened.ok) expect(opened.problem.zh).not.toBe('');
    }),
  );
});

function edited([at, length, text]: readonly [number, number, string]): unknown {
  try {
    return JSON.parse(recordedText.slice(0, at) + text + recordedText.slice(at + length));
  } catch {
    return text;
  }
}
