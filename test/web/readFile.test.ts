// A file that is chosen, dropped or pasted is recognised, wherever files are accepted.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { importFile } from '../../src/web/files/importText';
import { readFile } from '../../src/web/files/readFile';
import { openRunFile } from '../../src/web/files/runFile';
import { useExercises } from '../../src/web/learn/exerciseState';
import { parseProgress } from '../../src/web/learn/progress';
import { workshop } from '../../src/web/learn/workshop';
import { parseMade } from '../../src/web/state/made';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

const utf16 = (text: string): File => new File([Buffer.from(`\uFEFF${text}`, 'utf16le')], 'a.json');

/** It claims to have this many bytes, and is never read. */
function large(size: number): File {
  const file = new File(['{}'], 'large.json');
  Object.defineProperty(file, 'size', { value: size });
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new Error('It was read.'));
  vi.spyOn(file, 'text').mockRejectedValue(new Error('It was read.'));
  return file;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a file', () => {
  it.each([
    ['Open and drop', importFile],
    ['the opener of runs', openRunFile],
  ])('of 500 MB is called 500 MB, with the limit, by %s, and is not read', async (_, open) => {
    expect((await open(large(500_000_000)))?.en).toBe('The file is too long: 500 MB; at most 40 MB are read.');
  });

  it('of exercises or progress is small', async () => {
    const read = await readFile(large(3_000_001));
    expect(read).toMatchObject({ problem: { en: 'The file is too long: 4 MB; at most 2 MB are read.' } });
  });

  it.each([
    ['a scenario', '{"version": 2}'],
    ['a run', '{"format":"redlock-playground run"}'],
  ])('with %s in UTF-16 is told to be that', async (_, text) => {
    expect((await importFile(utf16(text)))?.en).toContain('The file is written in UTF-16.');
    expect((await openRunFile(utf16(text)))?.en).toContain('The file is written in UTF-16.');
  });

  it.each([
    ['a scenario', '{"version": 2, "seed": 1, "seed": 1}'],
    ['a run', '{"format":"redlock-playground run", "rows": [], "rows": []}'],
    ['an exercise', '{"format":"redlock-playground exercise", "kind": "fix", "kind": "fix"}'],
    ['runs', '{"format":"redlock-playground runs", "version": 1, "runs": [], "runs": []}'],
  ])('with %s that has a field twice is told where', async (_, text) => {
    expect((await importFile(new File([text], 'a.json')))?.en).toMatch(
      /^Line 1, column \d+: the field "\w+" is there twice\./,
    );
  });

  it('that was removed meanwhile is told, and nothing is thrown', async () => {
    const gone = new File(['{}'], 'gone.json');
    vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('It is gone', 'NotFoundError'));
    expect((await importFile(gone))?.en).toBe('The file could not be read: It is gone.');
  });

  it('of the workshop that cannot be read is refused there', () => {
    workshop.refuse({ en: 'Too long.', zh: '太长。' });
    expect(useExercises.getState().problems).toEqual([{ en: 'Too long.', zh: '太长。' }]);
    useExercises.setState({ problems: [] });
  });
});

describe('what a browser keeps', () => {
  const wrong = '{"version": 1, "version": 1e999}';
  it.each([
    ['runs', parseMade],
    ['progress', parseProgress],
  ])('as %s is told for what it is', (_, parse) => {
    expect(parse(wrong)).toMatchObject({ ok: false, problem: { en: expect.stringContaining('is there twice') } });
    expect(parse('{"version": 1e999}')).toMatchObject({
      problem: { en: expect.stringContaining('1e999 is too large') },
    });
  });
});
