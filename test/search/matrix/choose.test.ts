// “Which lock do I need?”: cells exclude rows, and a further answer never brings a row back.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Answers,
  choose,
  comparedChecks,
  questionNames,
  questions,
  readAnswers,
  type Tables,
  writeAnswers,
} from '../../../src/search/matrix/choose';
import { libraryOnlyOf } from '../../../src/search/matrix/libraryOnly';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import { tablesOf } from '../../../src/search/matrix/tables';
import '../../support/handIn';

let tables: Tables = {};

beforeAll(async () => {
  tables = await tablesOf(comparedChecks, 'own');
});

const anyAnswers: fc.Arbitrary<Answers> = fc.record(
  {
    harm: fc.constantFrom(...questions.harm),
    check: fc.constantFrom(...questions.check),
    runs: fc.constantFrom(...questions.runs),
    work: fc.constantFrom(...questions.work),
    waits: fc.constantFrom(...questions.waits),
  },
  { requiredKeys: [] },
);

const chosen = (answers: Answers) => choose(answers, rowInfos, tables);

describe('the answers', () => {
  it('keep every row until one is given', () => {
    expect(chosen({})).toEqual({ stays: Object.keys(rowInfos), goes: [] });
  });

  it('let a library go for what it does itself, though the simulation cannot show it', () => {
    const { goes } = chosen({ waits: 'nobody', check: 'version' });
    const reasons = goes.find(({ row }) => row === 'redlock-php')?.reasons;
    expect(reasons).toMatchObject([{ question: 'waits', kind: 'crash', outcome: 'unavailable' }]);
    expect(tables['version']?.cells['redlock-php']?.crash).toMatchObject({ outcome: 'held' });
  });

  it('never bring a row back', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...questionNames), (answers, question) => {
        const { [question]: _left, ...fewer } = answers;
        const before = new Set(chosen(fewer).stays);
        expect(chosen(answers).stays.filter((row) => !before.has(row))).toEqual([]);
      }),
    );
  });

  it('name a reason for each row that goes, and a cell that says so', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const { stays, goes } = chosen(answers);
        expect(stays.length + goes.length).toBe(Object.keys(rowInfos).length);
        for (const { row, reasons } of goes) {
          expect(reasons.length).toBeGreaterThan(0);
          for (const reason of reasons) {
            if (reason.question !== 'harm' && reason.question !== 'waits') continue;
            const cell = tables[reason.check]?.cells[row]?.[reason.kind];
            expect(cell?.kind).toBe('tried');
            expect(libraryOnlyOf(row, reason.kind, cell) ?? cell).toMatchObject({ outcome: reason.outcome });
          }
        }
      }),
    );
  });

  it('lead back to themselves as a link', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        expect(readAnswers(writeAnswers(answers))).toEqual({ answers, unknown: [] });
      }),
    );
    expect(readAnswers('never/nonsense').unknown).toEqual([
      { word: 'nonsense', allowed: ['nothing', 'token', 'version', 'unique'] },
    ]);
  });
});

describe('a person who', () => {
  it('may lose nothing, and has a resource that compares nothing, is left without a lock', () => {
    expect(chosen({ harm: 'never', check: 'nothing' }).stays).toEqual([]);
  });

  it('only fears dead servers keeps Redlock and loses one Redis without a disk', () => {
    const { stays } = chosen({ harm: 'servers', check: 'nothing' });
    expect(stays).toContain('redlock');
    expect(stays).not.toContain('single-node');
  });

  it('works for minutes needs a lock that is extended', () => {
    const { stays } = chosen({ work: 'minutes', runs: 'redis' });
    expect(stays).toContain('redisson');
    expect(stays).not.toContain('single-node');
  });
});
