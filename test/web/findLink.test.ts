// A question and its answer in an address: what is written can be read, and anything else is refused in words.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { read as readAddress } from '../../src/content/address/read';
import { injectableKinds } from '../../src/core/faults';
import { harms } from '../../src/core/model/trace/severity';
import { commandFor } from '../../src/web/find/command';
import {
  inOrder,
  type ReadFind,
  readFind,
  usualQuestion,
  writeClaim,
  writeQuestion,
} from '../../src/web/find/findLink';
import '../support/handIn';

const questions = fc.record({
  kinds: fc.subarray([...injectableKinds], { minLength: 1 }).map(inOrder),
  faultsMax: fc.integer({ min: 1, max: 3 }),
  harm: fc.constantFrom(...harms),
  seeds: fc.integer({ min: 1, max: 100 }),
});
const claims = fc
  .record({ breaks: fc.nat(), more: fc.nat(), isWhole: fc.boolean() })
  .map(({ breaks, more, isWhole }) => ({ breaks, runs: breaks + more, isWhole }));

const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });

const read = (text: string): ReadFind | null => readFind(readAddress(`?${text}`).find);

describe('a link to a search', () => {
  test('comes back as it was written, whatever was asked and found', () => {
    fc.assert(
      fc.property(questions, claims, (question, claim) => {
        const text = `find=${writeQuestion(question)}&found=${writeClaim(claim)}`;
        expect(read(text)).toEqual({ ok: true, question, claim });
      }),
      { seed: 1 },
    );
  });

  it('needs no more letters than an address may have as they are', () => {
    const text = writeQuestion({ ...usualQuestion, faultsMax: 2, seeds: 10 });
    expect(text).toBe('pause,crash,lose,clock-jump.2.lost.10');
    expect(writeClaim({ breaks: 4, runs: 477, isWhole: false })).toBe('4.477.part');
  });

  it('asks what everybody is asked first if it only says find', () => {
    expect(read('story=20&find=')).toEqual({ ok: true, question: usualQuestion, claim: null });
    expect(read('story=20')).toBeNull();
  });

  it('names a kind once and in the order in which kinds are tried', () => {
    const asked = read('find=crash,pause,crash.1.stuck.1');
    expect(asked?.ok && asked.question.kinds).toEqual(['pause', 'crash']);
  });

  it.each([
    'find=pause',
    'find=earthquake.1.stuck.1',
    'find=.1.stuck.1',
    'find=pause.4.stuck.1',
    'find=pause.1.sadness.1',
    'find=pause.1.stuck.0',
    'find=pause.1.stuck.101',
    'find=pause.1.stuck.1.1',
    'find=pause.01e2.stuck.1',
    'find=__proto__.1.stuck.1',
    'find=pause.1.constructor.1',
    'find=pause.1.stuck.1&found=',
    'find=pause.1.stuck.1&found=9.4',
    'find=pause.1.stuck.1&found=4',
    'find=pause.1.stuck.1&found=4.477.all',
    'found=4.477',
    `find=${'pause,'.repeat(10_000)}`,
  ])('number %# of what cannot be read is refused in both languages, with what was there', (text) => {
    const refused = read(text);
    if (refused?.ok !== false) throw new Error('It was read.');
    expect(refused.problem.en).toMatch(/link/);
    expect(refused.problem.zh).toMatch(/链接/);
    expect(text).toContain(refused.text.slice(0, 40));
  });

  test('never throws, whatever stands there', () => {
    fc.assert(
      fc.property(anyText, anyText, (find, found) => {
        const query = new URLSearchParams();
        query.set('find', find);
        query.set('found', found);
        expect(typeof read(String(query))?.ok).toBe('boolean');
      }),
      { seed: 2 },
    );
  });
});

describe('the command that asks the same', () => {
  it('names only what differs from what it asks anyway', () => {
    expect(commandFor('20', usualQuestion)).toBe('npm run -s cli -- explore 20');
    expect(commandFor("'http://x/#v1.a'", { kinds: ['pause', 'lose'], faultsMax: 2, harm: 'overlap', seeds: 10 })).toBe(
      "npm run -s cli -- explore 'http://x/#v1.a' --faults pause,lose --max 2 --harm overlap --seeds 10",
    );
  });
});
